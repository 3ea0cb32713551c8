import type { ReactNode } from 'react'
import { plural } from '../../shared/words.ts'
import { FleetTable } from '../components/fleet-table.tsx'
import { NeedsYou } from '../components/needs-you.tsx'
import { NotCheckedLine } from '../components/not-checked.tsx'
import { VerdictHeader } from '../components/verdict.tsx'
import { Welcome } from '../components/welcome.tsx'
import { useFleet, useLive } from '../live.ts'
import { inAWhile, useMinute } from '../time.ts'
import { useActions } from '../actions.tsx'
import { Button } from '../components/button.tsx'

export function Today(): ReactNode {
  const isEmpty = useLive((live) => live.threads.size === 0)
  if (isEmpty) return <Welcome />
  return (
    <div className="mx-auto w-full max-w-[1440px] px-7 pt-5 pb-6 max-[1000px]:px-5">
      <VerdictHeader />
      <NothingYet />
      <NeedsYou />
      <NotCheckedLine />
      <FleetTable />
      <TodayInNumbers />
    </div>
  )
}

/** Threads, and no beat yet: say when the first ones come. */
function NothingYet(): ReactNode {
  const isNew = useLive((live) => [...live.threads.values()].every((t) => t.last === null))
  const nextDueAt = useFleet((fleet) => fleet.nextDueAt)
  const actions = useActions()
  const now = useMinute()
  if (!isNew) return null
  return (
    <div className="mb-4 flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 text-13 text-ink-2">
      <span className="flex-1">Nothing has run yet. {nextDueAt === null ? 'No beat is scheduled.' : `The first beat starts ${inAWhile(nextDueAt, now)}.`}</span>
      <Button size="s" onClick={() => actions.beatAllDue()}>Beat all now</Button>
    </div>
  )
}

function TodayInNumbers(): ReactNode {
  const today = useFleet((fleet) => fleet.today)
  return (
    <footer className="mt-3 flex gap-4 text-12 text-ink-3">
      <span><strong className="font-semibold text-ink-2">{today.beats}</strong> {plural(today.beats, 'beat').replace(/^\d+ /, '')} today</span>
      <span><strong className="font-semibold text-ink-2">{today.agentStarts}</strong> {plural(today.agentStarts, 'agent start').replace(/^\d+ /, '')}</span>
      {(today.byOutcome.missed ?? 0) > 0 && <span><strong className="font-semibold text-ink-2">{today.byOutcome.missed}</strong> missed</span>}
    </footer>
  )
}
