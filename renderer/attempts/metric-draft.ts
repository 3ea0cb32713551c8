import { minGainText, readMinGain, type Direction } from '../../shared/attempts/gain.ts'
import { NO_LIMITS, type Limits } from '../../shared/attempts/limits.ts'
import { METRIC_BOUNDS, USUAL_METRIC, type MetricSpec } from '../../shared/attempts/metric.ts'
import { parseDuration } from '../../shared/base/time.ts'
import { METRIC_COPY as COPY, type Way } from './metric-copy.ts'

/** A metric as it is typed. */
export interface MetricDraft {
  readonly team: string
  readonly way: Way
  readonly command: string
  readonly jsonPath: string // '': the last number
  readonly folder: string
  readonly direction: Direction
  readonly minGain: string
  readonly files: string // a line for each
  readonly timeout: string
  readonly grace: string // '': a turn is never interrupted
  readonly inARow: string
  readonly mayChange: boolean
  readonly target: string // '': none; so for the four below
  readonly runs: string
  readonly usd: string
  readonly work: string
  readonly atLimit: Limits['atLimit']
}

const shortest = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`)
const orEmpty = (value: number | null): string => (value === null ? '' : String(value))

/** null: one that is new. */
export function draftOf(spec: MetricSpec | null): MetricDraft {
  const { place, minGain, files, timeoutMs, graceMs, mayChange, inARow, folder, limits } = spec ?? {
    ...USUAL_METRIC,
    limits: NO_LIMITS,
  }
  const way = (): Way => {
    if (spec === null || spec.command !== null) return 'command'
    return folder === null ? 'reported' : 'folder'
  }
  return {
    team: spec?.team ?? '',
    way: way(),
    command: spec?.command ?? '',
    jsonPath: place.kind === 'json' ? place.path : '',
    folder: folder ?? 'results',
    direction: spec?.direction ?? 'lower',
    minGain: minGainText(minGain),
    files: files.join('\n'),
    timeout: shortest(timeoutMs),
    grace: graceMs === null ? '' : shortest(graceMs),
    inARow: String(inARow),
    mayChange,
    target: orEmpty(limits.target),
    runs: orEmpty(limits.runs),
    usd: orEmpty(limits.usd),
    work: limits.workMs === null ? '' : shortest(limits.workMs),
    atLimit: limits.atLimit,
  }
}

/** The problem is a sentence. What holds of a metric as a whole is said by the engine. */
export function specOf(d: MetricDraft): { readonly spec: MetricSpec } | { readonly problem: string } {
  const minGain = readMinGain(d.minGain)
  const timeoutMs = parseDuration(d.timeout, 's')
  const graceMs = d.grace.trim() === '' ? null : parseDuration(d.grace, 'm')
  const workMs = d.work.trim() === '' ? null : parseDuration(d.work, 'h')
  const typed = [d.target, d.runs, d.usd, d.inARow]
  const numbers = typed.map(numberOf)
  if (d.team.trim() === '') return { problem: COPY.noName }
  if (minGain === null) return { problem: COPY.badGain(d.minGain) }
  if (timeoutMs === null) return { problem: COPY.badTime(d.timeout) }
  if (graceMs === null && d.grace.trim() !== '') return { problem: COPY.badTime(d.grace) }
  if (workMs === null && d.work.trim() !== '') return { problem: COPY.badTime(d.work) }
  const bad = typed.find((_, i) => numbers[i] === undefined)
  if (bad !== undefined) return { problem: COPY.badNumber(bad) }
  const [target = null, runs = null, usd = null, inARow = null] = numbers
  return {
    spec: {
      team: d.team.trim(),
      command: d.way === 'command' ? d.command.trim() : null,
      place:
        d.jsonPath.trim() === '' || d.way === 'reported'
          ? { kind: 'last number' }
          : { kind: 'json', path: d.jsonPath.trim() },
      folder: d.way === 'folder' ? d.folder.trim() : null,
      direction: d.direction,
      minGain,
      timeoutMs,
      files: d.files
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      graceMs,
      mayChange: d.mayChange,
      inARow: inARow ?? METRIC_BOUNDS.inARow.usual,
      limits: { target, runs, usd, workMs, atLimit: d.atLimit },
    },
  }
}

/** undefined: no number; null: none was typed. */
function numberOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
