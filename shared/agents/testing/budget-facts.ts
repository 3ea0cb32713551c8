import { allowanceOf, type BudgetFacts, type Spent } from '../budget.ts'
import type { ThreadId } from '../../base/ids.ts'
import type { Cap } from '../../settings/settings.ts'
import { DAY, HOUR } from '../../base/time.ts'

/** Caps, starts and the facts of a day, for the tests of the budget. */
export const T1 = 'thr_1' as ThreadId
export const T2 = 'thr_2' as ThreadId
export const dayStart = 1000 * DAY
export const now = dayStart + 10 * HOUR
export const start = (more: Partial<Spent> = {}): Spent => ({
  threadId: T1,
  runner: 'claude',
  billing: 'api',
  startedAt: now - HOUR,
  tokens: 0,
  usd: 0,
  ...more,
})
export const facts = (
  caps: readonly Cap[],
  spent: readonly Spent[],
  more: Partial<BudgetFacts> = {},
): BudgetFacts => ({
  caps,
  spent,
  threadId: T1,
  runner: 'claude',
  dayStart,
  monthStart: dayStart - 20 * DAY,
  ...more,
})
export const mayStart = (f: BudgetFacts, urgent = false): boolean => allowanceOf(f, urgent).over === null
