import type { Attempt, Intervention } from '../../shared/attempts/attempt.ts'
import { isBetter, type Direction } from '../../shared/attempts/gain.ts'

export type ShownAttempt = Attempt & { readonly threadName: string }

/** How a score is written: as many digits as say something. */
export const scoreText = (score: number): string => String(Number(score.toPrecision(6)))

/** How far a score is from the best, with its sign; null: it is the best, or a share of 0. */
export function shareToBest(score: number, best: number): string | null {
  if (score === best || best === 0) return null
  const percent = ((score - best) / Math.abs(best)) * 100
  if (!Number.isFinite(percent)) return null
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`
}

/** Whether it was the best when it settled; what is better by no more than the noise was not. */
export const wasBest = ({ standing }: Pick<ShownAttempt, 'standing'>): boolean =>
  standing === 'best' || standing === 'small gain'

/** The best, and not struck since. */
export const isBelieved = ({ standing, isStruck }: Pick<ShownAttempt, 'standing' | 'isStruck'>): boolean =>
  wasBest({ standing }) && !isStruck

/** The best of all that were one; null: none was. */
export function bestOf(attempts: readonly ShownAttempt[], direction: Direction): number | null {
  let best: number | null = null
  for (const { score, ...attempt } of attempts)
    if (isBelieved(attempt) && score !== null && (best === null || isBetter(score, best, direction)))
      best = score
  return best
}

/** How many runs these threads have made, also those that are not shown. `attempts`: the newest first. */
export const runsOf = (attempts: readonly ShownAttempt[]): number =>
  [...new Set(attempts.map(({ threadId }) => threadId))].reduce(
    (sum, id) => sum + (attempts.find(({ threadId }) => threadId === id)?.run ?? 0),
    0,
  )

/** The best of each thread, the best first. */
export function leaders(
  attempts: readonly ShownAttempt[],
  direction: Direction,
): readonly { readonly name: string; readonly best: number; readonly runs: number }[] {
  const names = [...new Set(attempts.map(({ threadName }) => threadName))]
  return names
    .flatMap((name) => {
      const own = attempts.filter(({ threadName }) => threadName === name)
      const best = bestOf(own, direction)
      return best === null ? [] : [{ name, best, runs: runsOf(own) }]
    })
    .toSorted((a, b) => (direction === 'lower' ? a.best - b.best : b.best - a.best))
}

type Line =
  | { readonly kind: 'attempt'; readonly attempt: ShownAttempt }
  | { readonly kind: 'asked'; readonly intervention: Intervention }

/** Both newest first; what was asked stands above the newest run that it told of. */
export function linesOf(
  attempts: readonly ShownAttempt[],
  interventions: readonly Intervention[],
): readonly Line[] {
  const asked = interventions.map((intervention): Line => ({ kind: 'asked', intervention }))
  const runs = attempts.map((attempt): Line => ({ kind: 'attempt', attempt }))
  const place = (line: Line): number =>
    line.kind === 'attempt' ? line.attempt.number : line.intervention.attempt + 0.5
  return [...asked, ...runs].toSorted((a, b) => place(b) - place(a))
}

const cell = (value: string | number | null): string => {
  // A spreadsheet takes these for a formula.
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Oldest first, for a spreadsheet. */
export const csvOf = (attempts: readonly ShownAttempt[]): string =>
  [
    'number,thread,run,score,class,standing,commit,title,at',
    ...attempts
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, threadName, run, score, class: of, standing, isStruck, commit, title, at }) =>
        [
          number,
          threadName,
          run,
          score,
          of,
          isStruck ? 'struck' : standing,
          commit,
          title,
          new Date(at).toISOString(),
        ]
          .map(cell)
          .join(','),
      ),
  ].join('\n')
