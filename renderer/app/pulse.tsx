import { useState, type ReactNode } from 'react'
import { MINUTE, SECOND, type Instant } from '../../shared/base/time.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import { FRAME } from './copy.ts'
import { SchedulerHelp } from '../parts/scheduler-help.tsx'
import { useFleet, useLive } from '../client/live.ts'
import { span, useMinute, useSecond } from '../kit/time.ts'

/** Without a tick for this long the pulse is an error: the engine ticks at least every 30 s. */
const SILENT_MS = 90 * SECOND

/**
 * Is anybody counting? Seconds are counted under the pointer only: elsewhere they would be untrue, or draw
 * all the time. A fault shows at once.
 */
export function Pulse(): ReactNode {
  const [hovered, setHovered] = useState(false)
  const connection = useLive((live) => live.connection)
  const fleet = useFleet((f) => f)
  const minute = useMinute(fleet.at)
  const second = useSecond(hovered)
  const now = hovered ? Math.max(second, fleet.at) : minute
  const sinceTick = fleet.lastTickAt === null ? null : Math.max(0, now - fleet.lastTickAt)
  const isSilent =
    connection === 'lost' ||
    fleet.engine === 'halted' ||
    (sinceTick !== null && sinceTick > SILENT_MS && fleet.at - (fleet.lastTickAt ?? 0) > SILENT_MS)
  const ago = agoWords(sinceTick, hovered)
  const word = stateWord(connection === 'lost', isSilent, fleet.engine)
  const { watch } = fleet
  return (
    <div
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      role="status"
      aria-live="off"
      className={
        `px-1 pt-3 text-11 ${isSilent ? 'text-urgent' : 'text-ink-3'} max-[1000px]:px-0 ` +
        'max-[1000px]:text-center'
      }
      title={FRAME.pulse.about(word, ago, fleet.running, fleet.waiting, watchWords(watch, now))}
    >
      <span
        aria-hidden
        className={'hidden size-2 rounded-full max-[1000px]:inline-block ' + `${dotOf(isSilent, watch.ok)}`}
      />
      <span className="max-[1000px]:sr-only">
        <span className="block">{FRAME.pulse.line(word, ago)}</span>
        {!watch.ok && <span className="block text-alert">{watch.text}</span>}
        <span className="block">{FRAME.pulse.load(fleet.running, fleet.waiting)}</span>
        {fleet.forAgent > 0 && <span className="block">{FRAME.pulse.forAgent(fleet.forAgent)}</span>}
      </span>
      {isSilent && connection !== 'lost' && (
        <span className="mt-1 block">
          <SchedulerHelp folds />
        </span>
      )}
    </div>
  )
}

/** null: so short ago that only a pointer asks. */
function agoWords(sinceTick: number | null, isAsked: boolean): string | null {
  if (sinceTick === null) return null
  if (sinceTick >= MINUTE) return span(sinceTick)
  return isAsked ? `${Math.round(sinceTick / SECOND)} s` : null
}

function stateWord(isLost: boolean, isSilent: boolean, engine: FleetView['engine']): string {
  if (isLost) return FRAME.pulse.lost
  if (engine === 'halted') return FRAME.pulse.halted
  if (isSilent) return FRAME.pulse.silent
  return engine === 'paused' ? FRAME.pulse.paused : FRAME.pulse.alive
}

const watchWords = ({ lookedAt, text }: FleetView['watch'], now: Instant): string =>
  lookedAt === null ? FRAME.pulse.never : FRAME.pulse.looked(text, span(Math.max(0, now - lookedAt)))

function dotOf(isSilent: boolean, isWatched: boolean): string {
  if (isSilent) return 'bg-urgent-fill'
  return isWatched ? 'bg-quiet-fill' : 'bg-alert-fill'
}
