import { money, plural } from '../base/amounts.ts'
import type { Billing } from './agent-config.ts'
import type { ThreadId } from '../base/ids.ts'
import type { Cap } from '../settings/settings.ts'
import { HOUR, type Instant } from '../base/time.ts'

/**
 * One start of an agent and what it used up; kept longer than its thread, so that removing a thread frees
 * no budget.
 */
export interface Spent {
  readonly threadId: ThreadId
  readonly runner: string // runnerKey
  readonly billing: Billing
  readonly startedAt: Instant
  readonly tokens: number
  readonly usd: number // on a plan: an estimate by the prices of the API; 0: no price is known
}

export interface CapUse {
  readonly cap: Cap
  readonly used: number
}
export const shareOf = ({ cap, used }: CapUse): number => (cap.limit === 0 ? 1 : used / cap.limit)
/** From here on it is worth a note. */
export const NEAR = 0.8
/** Scheduled beats leave this share of each cap to urgent ones. */
export const URGENT_RESERVE = 0.1

/** What a thread's next start would count against. */
export interface BudgetFacts {
  readonly caps: readonly Cap[]
  readonly threadId: ThreadId
  readonly runner: string
  /** Who pays for this start; on a plan money caps do not stand in its way. Absent: by the token. */
  readonly billing?: Billing | undefined
  readonly spent: readonly Spent[] // since the month began, or longer
  readonly dayStart: Instant // local midnight
  readonly monthStart: Instant
}

/**
 * The caps that hold for this thread: its own take the place of those for each thread, of the same period
 * and unit.
 */
export function capsFor(caps: readonly Cap[], threadId: ThreadId, runner: string): readonly Cap[] {
  const own = caps.filter((c) => c.scope === 'thread' && c.of === threadId)
  return caps.filter((c) => {
    if (c.scope === 'fleet') return true
    if (c.scope === 'runner') return c.of === null || c.of === runner // null: each runner by itself
    if (c.of !== null) return c.of === threadId
    return !own.some((o) => o.period === c.period && o.unit === c.unit)
  })
}

export function useOf(cap: Cap, f: Omit<BudgetFacts, 'caps'>): number {
  const since = cap.period === 'day' ? f.dayStart : f.monthStart
  let used = 0
  for (const s of f.spent) {
    if (s.startedAt < since) continue
    if (cap.scope === 'runner' && s.runner !== (cap.of ?? f.runner)) continue
    if (cap.scope === 'thread' && s.threadId !== f.threadId) continue
    used += amountOf(s, cap.unit)
  }
  return used
}

/** Dollars are counted only where each call is paid for. */
function amountOf(start: BudgetFacts['spent'][number], unit: Cap['unit']): number {
  if (unit === 'starts') return 1
  if (unit === 'tokens') return start.tokens
  return start.billing === 'api' ? start.usd : 0
}

export interface Allowance {
  /** The cap that stands in the way; null: the start is within all of them. */
  readonly over: CapUse | null
  readonly near: readonly CapUse[]
  /** Money left to this run, by the tightest cap; null: no money cap. */
  readonly usdLeft: number | null
}

/**
 * A start counts before it happens, so that the last one is within the cap and the next one is not made.
 */
export function allowanceOf(f: BudgetFacts, urgent: boolean): Allowance {
  const uses = capsFor(f.caps, f.threadId, f.runner)
    .filter((cap) => cap.unit !== 'usd' || f.billing !== 'plan')
    .map((cap): CapUse => ({ cap, used: useOf(cap, f) }))
  const usable = (cap: Cap): number => (urgent ? cap.limit : cap.limit * (1 - URGENT_RESERVE))
  const over = uses.filter(({ cap, used }) =>
    cap.unit === 'starts' ? used + 1 > Math.max(usable(cap), Math.min(1, cap.limit)) : used >= usable(cap),
  )
  // a scheduled beat does not eat what is left to urgent ones
  const money = uses.filter((u) => u.cap.unit === 'usd').map((u) => Math.max(0, usable(u.cap) - u.used))
  return {
    over: over.toSorted((a, b) => shareOf(b) - shareOf(a))[0] ?? null,
    near: uses.filter((u) => shareOf(u) >= NEAR).toSorted((a, b) => shareOf(b) - shareOf(a)),
    usdLeft: money.length === 0 ? null : Math.min(...money),
  }
}

/**
 * The next day at the pace of the last 24 hours; null: less than an hour of it is on record. Only a record
 * that is younger than these is scaled up.
 */
export function forecastOf(
  spent: readonly Spent[],
  now: Instant,
): { readonly starts: number; readonly usd: number } | null {
  const since = now - 24 * HOUR
  const recent = spent.filter((s) => s.startedAt > since && s.startedAt <= now)
  const first = spent.reduce((oldest, s) => Math.min(oldest, s.startedAt), now)
  const span = now - Math.max(first, since)
  if (recent.length === 0 || span < HOUR) return null
  const factor = (24 * HOUR) / span
  return {
    starts: Math.round(recent.length * factor),
    usd: recent.reduce((sum, s) => sum + (s.billing === 'api' ? s.usd : 0), 0) * factor,
  }
}

const UNIT_WORD: Record<Cap['unit'], (n: number) => string> = {
  usd: money,
  tokens: (n) => `${n.toLocaleString('en-US')} tokens`,
  starts: (n) => plural(Math.floor(n), 'start'),
}
/** "the thread's budget of $0.50 a day" */
export const capWords = (cap: Cap): string =>
  `the ${cap.scope === 'fleet' ? 'fleet' : cap.scope}’s budget of ${UNIT_WORD[cap.unit](cap.limit)} a ${cap.period}`
export const wordsOfUse = (use: CapUse): string =>
  `${use.cap.unit === 'usd' ? UNIT_WORD.usd(use.used) : use.used.toLocaleString('en-US')} of ` +
  `${UNIT_WORD[use.cap.unit](use.cap.limit)} a ${use.cap.period}`
