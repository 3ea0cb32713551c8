import type { Cap } from '../../shared/settings/settings.ts'
import type { ReactNode } from 'react'
import { capWords, shareOf } from '../../shared/agents/budget.ts'
import { useBridge } from '../client/bridge.ts'
import { beatAllDue } from '../commands/actions/beat.tsx'
import { money } from '../../shared/base/amounts.ts'
import { Button } from '../kit/button.tsx'
import { Meter } from '../parts/meter.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NotCheckedLine } from './not-checked.tsx'
import { PowerLine } from '../parts/power-line.tsx'
import { Resting } from '../parts/resting.tsx'
import { VerdictHeader } from './verdict.tsx'
import { Welcome } from '../first-run/welcome.tsx'
import { TODAY } from './copy.ts'
import { ReportsLine } from '../pollination/reports-line.tsx'
import { FleetTable } from '../fleet/fleet-table.tsx'
import { NextHour } from './next-hour-lane.tsx'
import { CalmLine, NoAgent, Offline } from './today-states.tsx'
import { Incidents } from '../inbox/incident-card.tsx'
import { PartCrash } from '../client/crash.tsx'
import { later } from '../client/later.tsx'
import { useFleet, useLive, useOthers } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { inAWhile, useMinute } from '../kit/time.ts'

const OtherMachines = later(async () => (await import('../hub/today/other-machines.tsx')).OtherMachines)

export function Today(): ReactNode {
  const isJoined = useOthers() !== null
  const isEmpty = useLive((live) => live.threads.size === 0)
  const needsNobody = useFleet((fleet) => fleet.verdict.needYou === 0 && fleet.openAlerts === 0)
  if (isEmpty) return <Welcome />
  return (
    <div className="mx-auto w-full max-w-[1440px] px-7 pt-5 pb-6 max-[1000px]:px-5">
      <VerdictHeader />
      <NextHour />
      <ReportsLine isShort />
      <PowerLine />
      <Offline />
      <NothingYet />
      <Incidents />
      {needsNobody ? <CalmLine /> : <NeedsYou />}
      <RestingRunners />
      <NoAgent />
      <NotCheckedLine />
      {isJoined && (
        <PartCrash>
          <OtherMachines />
        </PartCrash>
      )}
      <FleetTable />
      <TodayInNumbers />
    </div>
  )
}

/** Threads, and no beat yet: say when the first ones come. */
function NothingYet(): ReactNode {
  const isNew = useLive((live) => [...live.threads.values()].every((t) => t.last === null))
  const nextDueAt = useFleet((fleet) => fleet.nextDueAt)
  const app = useBridge()
  const now = useMinute()
  if (!isNew) return null
  return (
    <div className="mb-4 flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 text-13 text-ink-2">
      <span className="flex-1">{TODAY.nothingYet(nextDueAt === null ? null : inAWhile(nextDueAt, now))}</span>
      <Button size="s" onClick={() => beatAllDue(app)}>
        {TODAY.beatAll}
      </Button>
    </div>
  )
}

function RestingRunners(): ReactNode {
  const resting = useFleet((fleet) => fleet.resting)
  return <Resting rests={resting} leads />
}

/** What it costs, against the tightest budget that is nearly used up; a note, never a nag. */
function Spent(): ReactNode {
  const spend = useFleet((fleet) => fleet.spend)
  const caps = useFleet((fleet) => fleet.settings.caps)
  if (spend.starts === 0) return null
  const unit = spend.usd > 0 ? 'usd' : 'starts'
  const cap = caps.find((c) => c.scope === 'fleet' && c.period === 'day' && c.unit === unit)
  const [near] = spend.near
  const named =
    near === undefined || (cap !== undefined && capWords(near.cap) === capWords(cap))
      ? null
      : capWords(near.cap)
  const { tomorrow } = spend
  return (
    <>
      {(unit === 'usd' || cap !== undefined || spend.planUsd > 0) && (
        <button
          type="button"
          title={TODAY.spent.open}
          className="flex items-center gap-2 rounded-[3px] hover:text-ink"
          onClick={() => navigate(PLACES.agents)}
        >
          {(unit === 'usd' || cap !== undefined) && (
            <span>
              <strong className="font-semibold text-ink-2">
                {unit === 'usd' ? money(spend.usd) : spend.starts}
              </strong>{' '}
              {TODAY.spent.of(capLimit(cap))}
            </span>
          )}
          {cap !== undefined && (
            <Meter use={{ cap, used: spend[unit] }} label={TODAY.spent.used} className="w-24" />
          )}
          {spend.planUsd > 0 && <span>{TODAY.spent.byPlan(money(spend.planUsd))}</span>}
        </button>
      )}
      {near !== undefined && (
        <span className="text-alert">
          {shareOf(near) >= 1
            ? TODAY.spent.usedUp(named)
            : TODAY.spent.near(Math.floor(shareOf(near) * 100), named)}
        </span>
      )}
      {tomorrow !== null && (
        <span className="ml-auto">
          {TODAY.spent.tomorrow(tomorrow.starts, tomorrow.usd > 0 ? money(tomorrow.usd) : null)}
        </span>
      )}
    </>
  )
}

function TodayInNumbers(): ReactNode {
  const today = useFleet((fleet) => fleet.today)
  const spend = useFleet((fleet) => fleet.spend)
  return (
    <footer className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-ink-3">
      <span>
        <strong className="font-semibold text-ink-2">{today.beats}</strong> {TODAY.numbers.beats(today.beats)}
      </span>
      <span>
        <strong className="font-semibold text-ink-2">{spend.starts}</strong>{' '}
        {TODAY.numbers.starts(spend.starts)}
      </span>
      {spend.startsSaved > 0 && (
        <span>
          <strong className="font-semibold text-ink-2">{spend.startsSaved}</strong> {TODAY.numbers.saved}
        </span>
      )}
      {(today.byOutcome.missed ?? 0) > 0 && (
        <span>
          <strong className="font-semibold text-ink-2">{today.byOutcome.missed}</strong>{' '}
          {TODAY.numbers.missed}
        </span>
      )}
      <Spent />
    </footer>
  )
}

/** null: there is no such budget. */
function capLimit(cap: Cap | undefined): string | null {
  if (cap === undefined) return null
  return cap.unit === 'usd' ? money(cap.limit) : TODAY.spent.starts(cap.limit)
}
