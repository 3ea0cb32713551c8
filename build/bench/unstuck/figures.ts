import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { newCounters, reduce } from '../../../shared/attempts/counters.ts'
import { isBetter, type Direction } from '../../../shared/attempts/gain.ts'
import type { Landscape } from './landscape.ts'
import type { Played } from './play.ts'
import type { Policy } from './policies.ts'

/** What is printed of one policy. */
export interface Figures {
  readonly reached: number // share of seeds
  readonly medianRuns: number // to the target; all runs where it was not reached
  readonly falseBests: number // per 1,000 runs
  readonly gamed: number // bests of a run that touched the meter
  readonly delivered: number // share of the interventions that the reducer gives
  readonly sessionsKept: number // share of resumed turns
  readonly runs: readonly number[] // to the target, by seed
  readonly claimed: number // seeds in which the wrong note is a dead end that binds nobody
  readonly bound: number // seeds in which it binds
}

export function figuresOf(played: readonly Played[], landscape: Landscape, policy: Policy): Figures {
  const runs = played.map(({ runsToTarget }) => runsToTarget ?? landscape.runs)
  const attempts = sum(played.map(({ attempts: all }) => all.length))
  const expected = played.map((one) => expectedOf(one, landscape, policy))
  const right = played.map(
    (one, i) => expected[i]!.filter((names, k) => names === one.interventions[k]?.names.join(' ')).length,
  )
  const given = sum(played.map(({ interventions }, i) => Math.max(interventions.length, expected[i]!.length)))
  const sessions = played.flatMap((one) => one.sessions)
  return {
    reached: played.filter(({ runsToTarget }) => runsToTarget !== null).length / played.length,
    medianRuns: median(runs),
    falseBests: (1000 * sum(played.map((one) => falseBestsOf(one, landscape.direction)))) / attempts,
    gamed: sum(
      played.map(
        (one) => one.attempts.filter((a) => a.class === 'meter_touched' && a.standing === 'best').length,
      ),
    ),
    delivered: given === 0 ? 1 : sum(right) / given,
    sessionsKept: sessions.length === 0 ? 1 : sessions.filter((isKept) => isKept).length / sessions.length,
    runs,
    claimed: played.filter(({ note }) => note !== null && note !== 'binding').length,
    bound: played.filter(({ note }) => note === 'binding').length,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Bests that truly are none: not better than what the best before them truly was. */
function falseBestsOf({ attempts, trueScores }: Played, direction: Direction): number {
  let best: number | null = null
  let wrong = 0
  for (const { standing, commit } of attempts) {
    if (standing !== 'best' && standing !== 'small gain') continue
    const score = trueScores.get(commit ?? '') ?? NaN
    if (best !== null && !isBetter(score, best, direction)) wrong++
    else best = score
  }
  return wrong
}

/** What the reducer alone gives for these attempts, where each run is followed by what is due. */
function expectedOf(
  { attempts, interventions }: Played,
  { direction }: Landscape,
  policy: Policy,
): readonly string[] {
  let state = newCounters(direction)
  const told = new Set(interventions.map(({ attempt }) => attempt))
  return attempts.flatMap(({ score, class: of, number, standing }) => {
    // Noise is what the product measured: what it took for a real step, or for noise, is that here.
    const threshold = standing === 'best' ? 0 : Number.MAX_VALUE
    const noise = standing === 'within noise' ? Number.MAX_VALUE : null
    state = reduce(state, {
      kind: 'settled',
      agent: 'a',
      score,
      class: of,
      actions: policy.actions,
      minGain: { kind: 'absolute', by: threshold },
      noise,
      unseen: 0,
    }).state
    if (!told.has(number) && number === attempts.at(-1)?.number) return []
    const delivered = reduce(state, { kind: 'delivered', agent: 'a' })
    state = delivered.state
    return delivered.fired.length === 0 ? [] : [delivered.fired.join(' ')]
  })
}

const ROUNDS = 2000

/** Median of the paired ratio with its 95 % interval by the bootstrap. */
export function ratioOf(runs: readonly number[], oracle: readonly number[], seed: number) {
  const ratios = runs.map((n, i) => n / oracle[i]!)
  const random = randomFrom(seed)
  const medians = Array.from({ length: ROUNDS }, () =>
    median(ratios.map(() => ratios[Math.floor(random() * ratios.length)]!)),
  ).toSorted((a, b) => a - b)
  return {
    median: median(ratios),
    low: medians[Math.floor(ROUNDS * 0.025)]!,
    high: medians[Math.floor(ROUNDS * 0.975)]!,
  }
}
