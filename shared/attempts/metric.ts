import type { ThreadId } from '../base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../base/time.ts'
import type { Direction, MinGain } from './gain.ts'
import { limitsProblem, NO_LIMITS, type LimitName, type Limits } from './limits.ts'
import type { Noise } from './noise.ts'

/** Where a command's number stands in what it printed. */
export type ScorePlace =
  | { readonly kind: 'last number' } // of its last line
  | { readonly kind: 'json'; readonly path: string } // "a.b.0"; the whole output is one JSON value

/** By what the work of a thread is measured. */
export interface MetricSpec {
  readonly team: string // threads with the same name are a team
  /** A command as HEARTBEAT.md has them; null: its agent reports the scores itself. */
  readonly command: string | null
  readonly place: ScorePlace
  readonly direction: Direction
  readonly minGain: MinGain
  readonly timeoutMs: number
  /** Paths below the repository that belong to the metric: a run that changes one of them is worth nothing. */
  readonly files: readonly string[]
  /** Its command may change the repository; else a change that git does not ignore is told of. */
  readonly mayChange: boolean
  /** How many interventions may follow one another before the next beat. */
  readonly inARow: number
  /** How long a turn may go on while something is due, before it is interrupted; null: it never is. */
  readonly graceMs: number | null
  /** Path below the repository: each .json file that is dropped there is an attempt; null: none are. */
  readonly folder: string | null
  readonly limits: Limits
}

export interface Metric extends MetricSpec {
  readonly threadId: ThreadId
  readonly noise: Noise | null // null: not measured yet
  /** sha256 of each of `files` as a person saw them last; null: it was not there. */
  readonly digests: Readonly<Record<string, string | null>>
  /** The newest run and attempt when a person saved it: limits count from there. 0: none. */
  readonly since: { readonly run: number; readonly attempt: number }
  /** Limits that were reached since; each is told once. */
  readonly reached: readonly LimitName[]
}

export const METRIC_BOUNDS = {
  timeoutMs: { least: SECOND, most: 30 * MINUTE, usual: 5 * MINUTE },
  files: 50,
  inARow: { least: 1, most: 100, usual: 1 },
  graceMs: { least: 0, most: DAY, usual: 5 * MINUTE },
} as const

const TEAM = /^[a-z0-9][a-z0-9_-]{0,59}$/

/** What keeps this from being a metric, as a sentence; null: nothing. */
export function metricProblem({
  team,
  command,
  place,
  minGain,
  timeoutMs,
  files,
  inARow,
  graceMs,
  folder,
  limits,
}: MetricSpec): string | null {
  const { timeoutMs: timeout, inARow: row, graceMs: grace } = METRIC_BOUNDS
  if (!TEAM.test(team))
    return `The name "${team}" cannot be used: lower-case letters, digits, "-" and "_", at most 60.`
  if (command !== null && (command.trim() === '' || /[\r\n`]/.test(command)))
    return 'The command is one line without backticks.'
  if (place.kind === 'json' && !/^[^.]+(\.[^.]+)*$/.test(place.path))
    return `"${place.path}" is no path such as a.b.0.`
  if (minGain.kind !== 'auto' && !(Number.isFinite(minGain.by) && minGain.by >= 0))
    return `The least gain is a number from 0, not ${minGain.by}.`
  if (!(timeoutMs >= timeout.least && timeoutMs <= timeout.most))
    return `The time limit is between ${timeout.least / SECOND} s and ${timeout.most / MINUTE} min.`
  if (files.length > METRIC_BOUNDS.files)
    return `At most ${METRIC_BOUNDS.files} files belong to a metric, not ${files.length}.`
  if (!(Number.isInteger(inARow) && inARow >= row.least && inARow <= row.most))
    return `Interventions in a row are between ${row.least} and ${row.most}, not ${inARow}.`
  if (graceMs !== null && !(graceMs >= grace.least && graceMs <= grace.most))
    return `The grace time is between ${grace.least} s and ${grace.most / HOUR} h.`
  if (folder !== null && command !== null)
    return 'Results are measured by a command, or dropped into a folder, not both.'
  if (folder !== null && !isBelow(folder))
    return `The folder is a path below the repository, such as results, not "${folder}".`
  return limitsProblem(limits)
}

const isBelow = (path: string): boolean =>
  !/[\\\0\r\n]/.test(path) && path.split('/').every((part) => !['', '.', '..', '.git'].includes(part))

/** What holds where nothing else is said. */
export const USUAL_METRIC = {
  place: { kind: 'last number' },
  minGain: { kind: 'auto' },
  timeoutMs: METRIC_BOUNDS.timeoutMs.usual,
  files: [],
  mayChange: false,
  inARow: METRIC_BOUNDS.inARow.usual,
  graceMs: METRIC_BOUNDS.graceMs.usual,
  folder: null,
  limits: NO_LIMITS,
} as const satisfies Partial<MetricSpec>

/** As it begins when it is saved for a thread. */
export const newMetric = (
  threadId: ThreadId,
  spec: Pick<MetricSpec, 'team' | 'command' | 'direction'> & Partial<MetricSpec>,
): Metric => ({
  ...USUAL_METRIC,
  ...spec,
  threadId,
  noise: null,
  digests: {},
  since: { run: 0, attempt: 0 },
  reached: [],
})

/** The command as a line of a list, by which it is found and approved like any other. */
export const metricLine = (command: string): string => `Run \`${command}\``

const MOST_NUMBER_CHARS = 4096
const NUMBER = /\bnan\b|\binf(?:inity)?\b|[-+\u2212]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi

/** null: there is none, or none that can be compared. */
export function readScore(output: string, place: ScorePlace): number | null {
  if (place.kind === 'json') return atPath(output, place.path)
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const end = last.slice(-MOST_NUMBER_CHARS)
  const number = [...end.matchAll(NUMBER)].at(-1)
  // Cut off in front, it would be another number.
  if (number === undefined || (number.index === 0 && end.length < last.length)) return null
  return finite(Number(number[0].replace('\u2212', '-')))
}

function atPath(output: string, path: string): number | null {
  let whole: unknown
  try {
    whole = JSON.parse(output)
  } catch {
    return null
  }
  const value = scoreAt(whole, path)
  return finite(typeof value === 'number' ? value : NaN)
}

/** What stands at a path such as a.b.0; undefined: nothing. */
export function scoreAt(whole: unknown, path: string): unknown {
  let value = whole
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
