import type { Billing } from '../agents/agent-config.ts'
import type { CliName } from '../agents/agent-names.ts'
import { TYPICAL_USD } from '../agents/typical-use.ts'
import { URGENT_RESERVE } from '../agents/budget.ts'
import { asksForAgent } from '../runs/pair.ts'
import { parse } from '../playbook/doc.ts'
import { seedText } from '../playbook/templates/template.ts'
import { PRESETS } from '../agents/presets.ts'
import { quietUntil } from '../queue/quiet-hours.ts'
import { nextSlot, slotsSince } from '../schedule/schedule.ts'
import type { Cap, Settings } from '../settings/settings.ts'
import type { ActiveHours } from '../schedule/active-hours.ts'
import { dueTiers, highest, NEVER_RUN, type Tier, type TierState } from '../schedule/tier.ts'
import { DAY, localTimeToday, type Instant } from '../base/time.ts'

/** Who would work the beats. `local`: built-in checks, which cost nothing. */
export type Worker =
  | { readonly kind: 'local' }
  | { readonly kind: 'cli'; readonly cli: CliName; readonly billing: Billing }

export interface EstimateAsk {
  readonly threads: number
  readonly intervalMs: number // 0: only beats that a person asks for
  readonly worker: Worker
  readonly activeHours: ActiveHours | null
  /**
   * Hours in which beats that nobody asked for wait; null: none. Where not every night is quiet, the
   * estimate is the mean of a week.
   */
  readonly quietHours: Settings['quietHours']
  readonly caps: readonly Cap[]
  readonly from: Instant
  readonly timeZone: string
  /** Absent: the list that a new thread gets. */
  readonly playbook?: string
}

/** One kind of day. */
export interface DayCost {
  readonly starts: number
  readonly usd: number // what a plan covers is not counted
}
export interface Estimate {
  readonly beats: number // a day, of all threads
  /** Nothing happens in any repository: an agent starts only for lines that the app cannot work. */
  readonly quiet: DayCost
  /** Something changes before each beat. */
  readonly busy: DayCost
  /** What ends a busy day early; null: it is within all caps. */
  readonly cap: Cap | null
}

const TEMPLATE = seedText({
  defaultBranch: 'main',
  remote: 'origin',
  hasGh: false,
  threadName: 'repository',
  masterNumber: null,
  bare: false,
})
/** After so many days every tier has its rhythm. */
const WARM_UP_DAYS = 1

/**
 * A day of beats, by the rules that the engine beats by: the grid and its hours, the tiers by elapsed time,
 * the lines that need an agent, and the caps with the share they keep for urgent beats. What
 * cannot be known (tokens of a start) is `TYPICAL_USE`.
 */
export function estimateOf(ask: EstimateAsk): Estimate {
  const { worker, threads } = ask
  const days = ask.intervalMs === 0 ? [[]] : beatsByDay(ask)
  const perStart = worker.kind === 'local' || worker.billing === 'plan' ? 0 : TYPICAL_USD[worker.cli]
  const dayOf = (beats: readonly Beat[]): DayCost =>
    worker.kind === 'local' ? { starts: 0, usd: 0 } : { starts: beats.length, usd: beats.length * perStart }
  // Caps hold day by day, so each day is cut before the mean is taken.
  const quiet = days.map((beats) => capped(dayOf(beats.filter((b) => b.whenQuiet)), ask))
  const busy = days.map((beats) => capped(dayOf(beats), ask))
  const fullest = busy.reduce((most, day) =>
    day.all.starts > most.all.starts || (day.all.starts === most.all.starts && most.cap === null)
      ? day
      : most,
  )
  return {
    beats: Math.round((days.flat().length * threads) / days.length),
    quiet: meanOf(quiet.map((d) => d.all)),
    busy: meanOf(busy.map((d) => d.all)),
    cap: fullest.cap,
  }
}

const meanOf = (days: readonly DayCost[]): DayCost => ({
  starts: Math.round(days.reduce((sum, day) => sum + day.starts, 0) / days.length),
  usd: days.reduce((sum, { usd }) => sum + usd / days.length, 0),
})

interface Beat {
  readonly tier: Tier // the highest that is due
  readonly whenQuiet: boolean // an agent starts although nothing changed
}

/** The beats of one thread, day by day once it has its rhythm: one day, or a week where the days differ. */
function beatsByDay({
  intervalMs,
  activeHours,
  quietHours,
  from,
  timeZone,
  playbook = TEMPLATE,
}: EstimateAsk): readonly (readonly Beat[])[] {
  const { tasks } = parse(playbook)
  const days: Beat[][] = Array.from(
    { length: quietHours === null || quietHours.days.length === 7 ? 1 : 7 },
    () => [],
  )
  const span = (WARM_UP_DAYS + days.length) * DAY
  const rests = restsOf(quietHours, from, span, timeZone)
  const grid = { intervalMs, phaseMs: 0, activeHours }
  const first = nextSlot(grid, from - 1)
  const { slots } = slotsSince(grid, first, from + span - 1, span / intervalMs + 2, timeZone)
  const pace = { intervalMs, dailyAt: null, timeZone }
  let tiers: TierState = NEVER_RUN
  for (const [i, at] of slots.entries()) {
    // One that waits takes in those after it, and starts when the quiet hours are over: the last of them
    // stands for all.
    const isHeld = (slot: Instant | undefined): boolean =>
      slot !== undefined && rests.some(([start, end]) => start <= slot && slot < end)
    if (isHeld(at) && (isHeld(slots[i + 1]) || slots[i + 1] === undefined)) continue
    const now = at
    const due = dueTiers(tiers, [], now, pace)
    const dueTasks = tasks.filter((t) => due.includes(t.tier))
    const whenQuiet = dueTasks.some(asksForAgent)
    tiers = Object.fromEntries(
      Object.entries(tiers).map(([tier, times]) => [
        tier,
        due.includes(tier as Tier) ? { ...times, lastDoneAt: now } : times,
      ]),
    ) as unknown as TierState
    if (dueTasks.length > 0)
      days[Math.floor((now - from) / DAY) - WARM_UP_DAYS]?.push({ tier: highest(due), whenQuiet })
  }
  return days
}

/** Quiet times that touch the span. Half days as steps: a day of 23 hours must not be stepped over. */
function restsOf(
  quiet: Settings['quietHours'],
  from: Instant,
  span: number,
  timeZone: string,
): readonly (readonly [Instant, Instant])[] {
  if (quiet === null) return []
  const starts = Array.from({ length: (2 * span) / DAY + 3 }, (_, i) =>
    localTimeToday(quiet.start, from + (i - 2) * (DAY / 2), timeZone),
  )
  return [...new Set(starts)].flatMap((start) => {
    const end = start === null ? null : quietUntil(quiet, start, timeZone)
    return start === null || end === null ? [] : [[start, end] as const]
  })
}

/** The day of one thread, times all threads, as far as the caps let it go. */
function capped(
  day: DayCost,
  { worker, threads, caps }: EstimateAsk,
): { readonly all: DayCost; readonly cap: Cap | null } {
  if (worker.kind === 'local' || day.starts === 0)
    return { all: { starts: day.starts * threads, usd: day.usd * threads }, cap: null }
  let starts = day.starts * threads
  let by: Cap | null = null
  const perStart = day.usd / day.starts
  for (const cap of caps) {
    if (cap.period !== 'day' || cap.unit === 'tokens' || (cap.scope !== 'fleet' && cap.of !== null)) continue
    if (cap.unit === 'usd' && perStart === 0) continue
    const usable = cap.limit * (1 - URGENT_RESERVE)
    // Money is counted when it is spent, so the start that reaches the limit still happens; a start is
    // counted before.
    const each =
      cap.unit === 'usd' ? Math.ceil(usable / perStart) : Math.floor(Math.max(usable, Math.min(1, cap.limit)))
    const most = cap.scope === 'thread' ? each * threads : each
    if (most >= starts) continue
    starts = most
    by = cap
  }
  return { all: { starts, usd: starts * perStart }, cap: by }
}

/** "Claude Code" or "Local checks". */
export const workerName = (worker: Worker): string =>
  worker.kind === 'local' ? 'Local checks' : PRESETS[worker.cli].name
