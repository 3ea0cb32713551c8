import { useState, type ReactNode } from 'react'
import { MINUTE, SECOND } from '../../shared/time.ts'
import { RestartScheduler } from '../fleet/today-states.tsx'
import { useFleet, useLive } from '../live.ts'
import { span, useMinute, useSecond } from '../time.ts'

/** Without a tick for this long the pulse is an error: the engine ticks at least every 30 s. */
const SILENT_MS = 90 * SECOND

/** Is anybody counting? Text moves once a minute, each second under the pointer, and at once on a fault. */
export function Pulse(): ReactNode {
  const [hovered, setHovered] = useState(false)
  const connection = useLive((live) => live.connection)
  const fleet = useFleet((f) => f)
  const minute = useMinute(fleet.at)
  const second = useSecond(hovered)
  const now = hovered ? Math.max(second, fleet.at) : minute
  const sinceTick = fleet.lastTickAt === null ? null : Math.max(0, now - fleet.lastTickAt)
  const isSilent = connection === 'lost' || fleet.engine === 'halted' || (sinceTick !== null && sinceTick > SILENT_MS && fleet.at - (fleet.lastTickAt ?? 0) > SILENT_MS)
  const ago = sinceTick === null ? null : sinceTick < MINUTE ? `${Math.round(sinceTick / SECOND)} s` : span(sinceTick)
  const word = connection === 'lost' ? 'Scheduler not reachable' : fleet.engine === 'halted' ? 'Scheduler stopped' : isSilent ? 'Scheduler silent' : fleet.engine === 'paused' ? 'Paused' : 'Scheduler alive'
  const { watch } = fleet
  const watched = watch.lookedAt === null ? 'The schedule has not been looked over yet.' : `${watch.text} Looked over ${span(Math.max(0, now - watch.lookedAt))} ago.`
  return (
    <div
      onPointerEnter={() => setHovered(true)} onPointerLeave={() => setHovered(false)} role="status" aria-live="off"
      className={`px-1 pt-3 text-11 ${isSilent ? 'text-urgent' : 'text-ink-3'} max-[1000px]:px-0 max-[1000px]:text-center`}
      title={`${word}${ago === null ? '' : `, last tick ${ago} ago`}. ${fleet.running} of ${fleet.limits.runs} running, ${fleet.waiting} waiting.\n${watched}`}
    >
      <span aria-hidden className={`hidden size-2 rounded-full max-[1000px]:inline-block ${isSilent ? 'bg-urgent-fill' : watch.ok ? 'bg-quiet-fill' : 'bg-alert-fill'}`} />
      <span className="max-[1000px]:sr-only">
        <span className="block">{word}{ago !== null && ` · tick ${ago} ago`}</span>
        {!watch.ok && <span className="block text-alert">{watch.text}</span>}
        <span className="block">{fleet.running} of {fleet.limits.runs} running · {fleet.waiting} waiting</span>
      </span>
      {isSilent && connection !== 'lost' && <span className="mt-1 block max-[1000px]:hidden"><RestartScheduler /></span>}
    </div>
  )
}
