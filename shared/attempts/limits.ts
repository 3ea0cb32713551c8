import { plural } from '../base/amounts.ts'
import { formatDuration, HOUR, DAY, MINUTE } from '../base/time.ts'
import { isBetter, type Direction } from './gain.ts'

export const AT_LIMIT = ['stop', 'ask'] as const
/** stop: the thread is paused. ask: what is due waits until a person has answered. */
type AtLimit = (typeof AT_LIMIT)[number]

/** How long work towards a number may go on by itself, counted from when its metric was saved; null: no limit. */
export interface Limits {
  readonly target: number | null // a score that is enough; null: no limit
  readonly runs: number | null // attempts of its agent; null: no limit
  readonly usd: number | null // that its agent cost; null: no limit
  readonly workMs: number | null // that its agent worked; null: no limit
  readonly atLimit: AtLimit
}

export const NO_LIMITS: Limits = { target: null, runs: null, usd: null, workMs: null, atLimit: 'stop' }

/** What was used since the metric was saved. */
export interface Used {
  readonly best: number | null // null: no usable score yet
  readonly runs: number
  readonly usd: number
  readonly workMs: number
}

const NAMES = ['target', 'runs', 'usd', 'workMs'] as const
export type LimitName = (typeof NAMES)[number]

/** The limits that are reached, with a sentence for each. */
export function reachedOf(
  { target, runs, usd, workMs }: Limits,
  used: Used,
  direction: Direction,
): readonly { readonly name: LimitName; readonly text: string }[] {
  const isEnough = target !== null && used.best !== null && !isBetter(target, used.best, direction)
  return [
    ...(isEnough
      ? [{ name: 'target' as const, text: `The target ${target} is reached: ${used.best}.` }]
      : []),
    ...(runs !== null && used.runs >= runs
      ? [{ name: 'runs' as const, text: `The limit of ${plural(runs, 'run')} is reached.` }]
      : []),
    ...(usd !== null && used.usd >= usd
      ? [{ name: 'usd' as const, text: `The limit of $${usd} is reached: $${used.usd.toFixed(2)}.` }]
      : []),
    ...(workMs !== null && used.workMs >= workMs
      ? [
          {
            name: 'workMs' as const,
            text: `The limit of ${formatDuration(workMs)} of work is reached.`,
          },
        ]
      : []),
  ]
}

const BOUNDS = {
  runs: { least: 1, most: 1_000_000 },
  usd: { least: 0.01, most: 1_000_000 },
  workMs: { least: MINUTE, most: 365 * DAY },
} as const

/** What keeps this from being limits, as a sentence; null: nothing. */
export function limitsProblem({ target, runs, usd, workMs }: Limits): string | null {
  if (target !== null && !Number.isFinite(target)) return `The target is a number, not ${target}.`
  if (runs !== null && !(Number.isInteger(runs) && isIn(runs, BOUNDS.runs)))
    return `The limit of runs is a whole number from 1 to ${BOUNDS.runs.most}, not ${runs}.`
  if (usd !== null && !isIn(usd, BOUNDS.usd))
    return `The limit of money is from $0.01 to $${BOUNDS.usd.most}, not $${usd}.`
  if (workMs !== null && !isIn(workMs, BOUNDS.workMs))
    return `The limit of work is between 1 min and ${BOUNDS.workMs.most / HOUR} h.`
  return null
}

const isIn = (value: number, { least, most }: { readonly least: number; readonly most: number }): boolean =>
  value >= least && value <= most
