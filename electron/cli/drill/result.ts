import { plural } from '../../../shared/base/amounts.ts'
import type { CostAtRest } from './at-rest.ts'
import { isBad, type Row } from './board.ts'

export interface Drilled {
  readonly seed: number
  readonly rows: readonly Row[]
  /** A text says why it was not measured; null: it was not asked for. */
  readonly cost: CostAtRest | string | null
  /** What is left to be looked at; null: it is removed. */
  readonly folder: string | null
  readonly ms: number
}

const injectedIn = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.injected, 0)

/** Where nothing could be injected nothing is shown. */
export const isPassed = (rows: readonly Row[]): boolean => !rows.some(isBad) && injectedIn(rows) > 0

export const costLine = (cost: CostAtRest | string): string =>
  typeof cost === 'string'
    ? `Cost at rest: ${cost}.`
    : `Cost at rest: ${cost.cpuMsPerSecond.toFixed(1)} ms of a processor a second, ` +
      `${cost.writtenBytes.toLocaleString('en-US')} bytes written in ${cost.seconds} s.`

/** One sentence, and what to do with it. */
export function verdictOf({ rows, seed, ms }: Drilled): string {
  const bad = rows.filter(isBad)
  const skipped = rows.filter((row) => row.skipped !== null).length
  const after = `Seed ${seed}, ${(ms / 60_000).toFixed(1)} minutes.`
  if (bad.length > 0)
    return (
      `NOT AS IT SHOULD BE: ${plural(bad.length, 'kind of fault', 'kinds of faults')}, named above. ${after}\n` +
      `Again: threadbeat prove --seed ${seed} --keep --only "${bad.map((row) => row.kind.name.split(',')[0]).join(',')}"`
    )
  const injected = injectedIn(rows)
  if (injected === 0) return `Nothing could be injected here, so this shows nothing. ${after}`
  const left = skipped === 0 ? '' : ` ${plural(skipped, 'kind')} could not be played here, see above.`
  return (
    `${plural(injected, 'fault')} of ${plural(rows.length - skipped, 'kind')} injected, and nothing was lost, doubled, ` +
    `wedged, silent or let in.${left} ${after}`
  )
}

/** For programs. */
export const jsonOf = (drilled: Drilled) => ({
  seed: drilled.seed,
  passed: isPassed(drilled.rows),
  verdict: verdictOf(drilled),
  injected: injectedIn(drilled.rows),
  kinds: drilled.rows.map(({ kind, injected, found, skipped, leftOut, broken, ms }) => ({
    group: kind.group,
    name: kind.name,
    injected,
    ...found,
    skipped,
    leftOut,
    broken,
    ms: Math.round(ms),
  })),
  costAtRest: typeof drilled.cost === 'string' ? null : drilled.cost,
  folder: drilled.folder,
  ms: Math.round(drilled.ms),
})
