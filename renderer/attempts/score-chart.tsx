import type { ReactNode } from 'react'
import type { Intervention } from '../../shared/attempts/attempt.ts'
import { isBetter, type Direction } from '../../shared/attempts/gain.ts'
import { useWidth } from '../kit/use-width.ts'
import { ATTEMPTS_COPY as COPY } from './copy.ts'
import { scoreText, isBelieved, type ShownAttempt } from './scores.ts'

const HEIGHT = 180
const PAD = 12
const LEFT = 64

interface Props {
  readonly attempts: readonly ShownAttempt[] // oldest first
  readonly interventions: readonly Intervention[]
  readonly direction: Direction
  readonly best: number
  readonly noise: number | null // null: not measured
}

/** Scores over runs, with the best so far as a line, the noise around it, and what was asked between them. */
export function ScoreChart(props: Props): ReactNode {
  const { attempts, interventions, best, noise } = props
  const [frame, width] = useWidth<HTMLDivElement>()
  const plot = plotOf(props, width)
  return (
    <div ref={frame} className="mx-4 my-3">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={COPY.chart(attempts.length, scoreText(best))}
        className="block"
      >
        {noise !== null && noise > 0 && (
          <rect
            x={LEFT}
            width={Math.max(0, width - LEFT)}
            y={Math.min(plot.y(best + noise), plot.y(best - noise))}
            height={Math.abs(plot.y(best + noise) - plot.y(best - noise))}
            className="fill-[var(--accent)] opacity-10"
          />
        )}
        {[...new Set([plot.high, plot.low])].map((value) => (
          <text key={value} x={0} y={plot.y(value) + 4} className="fill-[var(--text-3)] text-11 tabular-nums">
            {scoreText(value)}
          </text>
        ))}
        {askedAt(attempts, interventions).map(({ place, intervention }) => (
          <line
            key={intervention.number}
            x1={plot.x(place + 0.5)}
            x2={plot.x(place + 0.5)}
            y1={0}
            y2={HEIGHT}
            strokeDasharray="2 3"
            className="stroke-[var(--border-strong)]"
          >
            <title>{COPY.given(intervention)}</title>
          </line>
        ))}
        <path d={plot.bestLine} fill="none" strokeWidth={1.5} className="stroke-[var(--accent)]" />
        {attempts.map((attempt, i) => (
          <Mark key={attempt.number} attempt={attempt} x={plot.x(i)} y={plot.y} />
        ))}
      </svg>
      <p aria-hidden className="mt-1 text-11 text-ink-3">
        {COPY.legend}
      </p>
    </div>
  )
}

const isCounted = ({ class: of, isStruck }: ShownAttempt): boolean => of === 'real' && !isStruck

function Mark({
  attempt,
  x,
  y,
}: {
  attempt: ShownAttempt
  x: number
  y: (score: number) => number
}): ReactNode {
  const { score, class: of, run, title } = attempt
  const words = `${run}: ${score === null ? COPY.noScore(of) : scoreText(score)}${title === '' ? '' : `, ${title}`}`
  if (score === null)
    return (
      <text x={x} y={HEIGHT - 2} textAnchor="middle" className="fill-[var(--broken)] text-11">
        ✕<title>{words}</title>
      </text>
    )
  const look = isCounted(attempt) ? 'fill-[var(--text)]' : 'fill-[var(--surface)] stroke-[var(--text-3)]'
  return (
    <circle cx={x} cy={y(score)} r={3} className={look}>
      <title>{words}</title>
    </circle>
  )
}

const clamped = (share: number): number => Math.min(1, Math.max(0, share))

/** Behind which attempt each stands; those before the first that is shown are left out. */
const askedAt = (attempts: readonly ShownAttempt[], interventions: readonly Intervention[]) =>
  interventions.flatMap((intervention) => {
    const place = attempts.findIndex(({ number }) => number === intervention.attempt)
    return place === -1 ? [] : [{ place, intervention }]
  })

function plotOf({ attempts, direction }: Props, width: number) {
  const scored = attempts.filter(({ score }) => score !== null)
  const counted = scored.filter(isCounted)
  // What does not count stands at the edge where it is out of range, and presses nothing together.
  const scores = (counted.length > 0 ? counted : scored).map(({ score }) => score!)
  const low = Math.min(...scores)
  const high = Math.max(...scores)
  const step = (width - LEFT - PAD) / Math.max(1, attempts.length)
  const x = (i: number): number => LEFT + step * (i + 0.5)
  // Scores that are all the same lie in the middle.
  const share = (score: number): number =>
    high === low && score === low ? 0.5 : clamped((score / 2 - low / 2) / (high / 2 - low / 2)) // halves: no overflow
  const y = (score: number): number => PAD + (HEIGHT - 3 * PAD) * (1 - share(score))
  const points: string[] = []
  let best: number | null = null
  attempts.forEach(({ score, ...attempt }, i) => {
    if (!isBelieved(attempt) || score === null || (best !== null && !isBetter(score, best, direction))) return
    points.push(best === null ? `M${x(i)} ${y(score)}` : `H${x(i)}V${y(score)}`)
    best = score
  })
  return { low, high, x, y, bestLine: `${points.join('')}${best === null ? '' : `H${width}`}` }
}
