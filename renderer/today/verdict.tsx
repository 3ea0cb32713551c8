import { HeartPulse, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBridge } from '../client/bridge.ts'
import { beatAllDue } from '../commands/actions/beat.tsx'
import { resume } from '../commands/actions/pause.ts'
import { TODAY } from './copy.ts'
import { useFleet, useOthers } from '../client/live.ts'
import { useUi } from '../client/ui-state.ts'
import { isAmiss } from '../../shared/hub/machine-state.ts'
import type { OtherMachine } from '../../shared/hub/others/others.ts'
import { ALL_QUIET, ALL_QUIET_HERE } from '../../shared/views/verdict.ts'
import { dayAndTime, inAWhile, useMinute } from '../kit/time.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { useToldAbsence } from './last-look.ts'
import { WhileAway } from './while-away.tsx'
import { PauseMenu } from '../parts/pause/pause-menu.tsx'

/** The one sentence, when it was true, and the two things that concern every thread. */
export function VerdictHeader(): ReactNode {
  const verdict = useFleet((fleet) => fleet.verdict)
  const nextDueAt = useFleet((fleet) => fleet.nextDueAt)
  const today = useFleet((fleet) => fleet.today)
  const isPaused = useFleet((fleet) => fleet.pause !== null)
  const wasAway = useToldAbsence() !== null // what is told of that takes its place
  const app = useBridge()
  const now = useMinute()
  const isOfOthersToo = useOthersToo()
  const isQuietHere = isOfOthersToo && verdict.headline === ALL_QUIET
  const sub = [
    dayAndTime(now),
    isPaused ? TODAY.head.paused : nextDueAt !== null && TODAY.head.next(inAWhile(nextDueAt, now)),
    !wasAway && today.beats > 0 && TODAY.head.agents(today.agentStarts, today.beats),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <header className="mb-2.5 flex items-start gap-4 max-[760px]:flex-wrap">
      <div className="min-w-0 flex-1">
        <h1 className="text-20 font-semibold tracking-[-0.01em] text-pretty">
          {isQuietHere ? ALL_QUIET_HERE : verdict.headline}{' '}
          <span className="font-normal text-ink-3">{unbroken(verdict.rest)}</span>
        </h1>
        <p className="text-12 text-ink-3">
          {sub}
          <WhileAway />
        </p>
      </div>
      <div className="flex shrink-0 gap-3">
        {isPaused ? (
          <Button onClick={() => resume(app, null)}>
            <Play size={14} /> Resume
          </Button>
        ) : (
          <PauseMenu thread={null} />
        )}
        <Button look={verdict.needYou === 0 ? 'primary' : 'secondary'} onClick={() => beatAllDue(app)}>
          <HeartPulse size={15} /> {TODAY.head.beatDue}{' '}
          <Kbd keys="Mod+Shift+B" className="max-[1000px]:hidden" />
        </Button>
      </div>
    </header>
  )
}

/** Other machines are in view, or one of them needs somebody: "All" would be said of them as well. */
function useOthersToo(): boolean {
  const others = useOthers()
  const chosen = useUi((s) => s.machine)
  return others !== null && (chosen === 'all' || others.machines.some(needsSomebody))
}
const needsSomebody = (machine: OtherMachine): boolean => machine.openAlerts > 0 || isAmiss(machine)

/** A number stays with what it counts. */
const unbroken = (text: string): string => text.replace(/(\d+) (?=\w)/g, '$1\u00a0')
