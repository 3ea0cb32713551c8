import { readMinGain, type MinGain } from '../../../shared/attempts/gain.ts'
import { AT_LIMIT, NO_LIMITS, type Limits } from '../../../shared/attempts/limits.ts'
import { METRIC_BOUNDS, USUAL_METRIC, type MetricSpec } from '../../../shared/attempts/metric.ts'
import { parseDuration } from '../../../shared/base/time.ts'
import { usageError } from '../kit/errors.ts'

/** What was typed of a metric; absent: as it stands. */
export interface SetOptions {
  readonly name?: string
  readonly better?: string
  readonly jsonPath?: string
  readonly minGain?: string
  readonly timeout?: string
  readonly file?: string[]
  readonly mayChange?: string
  readonly inARow?: string
  readonly grace?: string
  readonly folder?: string
  readonly target?: string
  readonly maxRuns?: string
  readonly maxUsd?: string
  readonly maxWork?: string
  readonly atLimit?: string
  readonly try?: boolean // false: --no-try
  readonly yes?: true
}

/** Clears what stands. */
const NONE = 'none'

/** The whole of a metric: what is given, else as it was, else the usual. */
export function specOf(command: string | null, o: SetOptions, before: MetricSpec | null): MetricSpec {
  const stands = { ...USUAL_METRIC, command: null, ...before }
  const team = o.name ?? before?.team
  const better = o.better ?? before?.direction
  if (team === undefined || better === undefined)
    throw usageError('A thread that is not measured yet needs --name and --better.')
  if (better !== 'lower' && better !== 'higher')
    throw usageError(`--better is lower or higher, got "${better}"`)
  return {
    team,
    ...waysOf(command, o.folder, stands),
    place: o.jsonPath === undefined ? stands.place : placeOf(o.jsonPath),
    direction: better,
    minGain: o.minGain === undefined ? stands.minGain : gainOf(o.minGain),
    timeoutMs: o.timeout === undefined ? stands.timeoutMs : timeOf('--timeout', o.timeout),
    files: o.file === undefined ? stands.files : filesOf(o.file),
    mayChange: o.mayChange === undefined ? stands.mayChange : yesOrNo(o.mayChange),
    inARow: o.inARow === undefined ? stands.inARow : inARowOf(o.inARow),
    graceMs: o.grace === undefined ? stands.graceMs : graceOf(o.grace),
    limits: limitsOf(o, before?.limits ?? NO_LIMITS),
  }
}

/** A command takes the place of a folder, and the other way round; both at once the app refuses. */
function waysOf(
  command: string | null,
  folder: string | undefined,
  stands: Pick<MetricSpec, 'command' | 'folder'>,
): Pick<MetricSpec, 'command' | 'folder'> {
  const way = (given: string | null, other: string | null, was: string | null): string | null => {
    if (given !== null) return given === NONE ? null : given
    return other !== null && other !== NONE ? null : was
  }
  const given = folder ?? null
  return { command: way(command, given, stands.command), folder: way(given, command, stands.folder) }
}

const placeOf = (path: string): MetricSpec['place'] =>
  path === NONE ? { kind: 'last number' } : { kind: 'json', path }

const filesOf = (files: readonly string[]): readonly string[] =>
  files.length === 1 && files[0] === NONE ? [] : files

function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw usageError(`--may-change is yes or no, got "${text}"`)
  return text === 'yes'
}

function inARowOf(text: string): number {
  const { least, most } = METRIC_BOUNDS.inARow
  const inARow = Number(text)
  if (!Number.isInteger(inARow)) throw usageError(`--in-a-row is ${least} to ${most}, got "${text}"`)
  return inARow
}

function limitsOf({ target, maxRuns, maxUsd, maxWork, atLimit }: SetOptions, stands: Limits): Limits {
  const wanted = AT_LIMIT.find((what) => what === (atLimit ?? stands.atLimit))
  if (wanted === undefined) throw usageError(`--at-limit is stop or ask, got "${atLimit}"`)
  const limit = <T>(text: string | undefined, was: T | null, read: (text: string) => T): T | null => {
    if (text === undefined) return was
    return text === NONE ? null : read(text)
  }
  const number =
    (option: string) =>
    (text: string): number => {
      const value = Number(text)
      if (text.trim() === '' || !Number.isFinite(value))
        throw usageError(`${option} is a number or none, got "${text}"`)
      return value
    }
  return {
    target: limit(target, stands.target, number('--target')),
    runs: limit(maxRuns, stands.runs, number('--max-runs')),
    usd: limit(maxUsd, stands.usd, number('--max-usd')),
    workMs: limit(maxWork, stands.workMs, (text) => {
      const ms = parseDuration(text, 'h')
      if (ms === null) throw usageError(`--max-work is a duration such as 8h, or none, got "${text}"`)
      return ms
    }),
    atLimit: wanted,
  }
}

function timeOf(option: string, text: string): number {
  const ms = parseDuration(text, 's')
  if (ms === null) throw usageError(`${option} is a duration such as 90s or 5m, got "${text}"`)
  return ms
}

function graceOf(text: string): number | null {
  if (text === 'never') return null
  const ms = parseDuration(text, 's')
  if (ms === null) throw usageError(`--grace is a duration such as 90s or 5m, or never, got "${text}"`)
  return ms
}

function gainOf(text: string): MinGain {
  const gain = readMinGain(text)
  if (gain === null) throw usageError(`--min-gain is auto, a number or a share such as 2%, got "${text}"`)
  return gain
}
