import type { ReactNode } from 'react'
import type { Foresight } from '../../shared/contract/beats.ts'
import { HOUR, type Instant } from '../../shared/base/time.ts'
import type { Span } from '../../shared/schedule/closed-spans.ts'
import { useFleet } from '../client/live.ts'
import { HOURS_COPY as COPY } from '../queue/copy.ts'
import { clockTime, tableTime } from '../kit/time.ts'
import { fullHours, INK_FROM, isMidnight, isNumbered } from './hours.ts'

interface Of {
  readonly foresight: Foresight
  readonly hours: number
}
const share = (at: Instant, { foresight, hours }: Of): string =>
  `${((at - foresight.from) / (hours * HOUR)) * 100}%`

/** Full hours of the clock, every third one with its number; it stays in sight while rows go by. */
export function Axis({ named, ...of }: Of & { readonly named: boolean }): ReactNode {
  const { from, to } = of.foresight
  const numbered = fullHours(from, of.hours).filter(
    (at) => isNumbered(at) && at > from + 1.2 * HOUR && at < to - 0.8 * HOUR,
  )
  return (
    <div
      aria-hidden
      className="sticky top-0 z-10 flex h-7 items-end rounded-t-card bg-surface pb-1 text-11 text-ink-3"
    >
      {named && <span className="w-40 shrink-0 max-[1000px]:w-30" />}
      <div className={`relative mr-4 h-4 flex-1 ${named ? '' : 'ml-4'}`}>
        <span className="absolute left-0 font-medium text-ink">{COPY.now}</span>
        {numbered.map((at) => (
          <span
            key={at}
            className={`absolute -translate-x-1/2 whitespace-nowrap tabular-nums ${isMidnight(at) ? 'font-medium text-ink' : ''}`}
            style={{ left: share(at, of) }}
          >
            {isMidnight(at) ? tableTime(at, from) : clockTime(at)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** What lies behind the cells of a row: quiet hours, hours in which its beats do not start, and midnight. */
export function Scale({ closed, ...of }: Of & { readonly closed: readonly Span[] }): ReactNode {
  const { from, quiet } = of.foresight
  const midnight = fullHours(from, of.hours).find(isMidnight)
  const band = (span: Span, look: string): ReactNode => (
    <i
      key={`${look}-${span.from}`}
      className={`absolute inset-y-0 ${look}`}
      style={{ left: share(span.from, of), right: `calc(100% - ${share(span.to, of)})` }}
    />
  )
  return (
    <i aria-hidden>
      {closed.map((span) => band(span, 'bg-sunken'))}
      {quiet.map((span) => band(span, 'hatched text-line'))}
      {midnight !== undefined && (
        <i
          className="absolute inset-y-0 z-1 -ml-px border-l-2 border-line-strong"
          style={{ left: share(midnight, of) }}
        />
      )}
    </i>
  )
}

export function Legend({ foresight }: { readonly foresight: Foresight }): ReactNode {
  const areResting = useFleet((fleet) => fleet.settings.quietPausesBeats)
  const part = (words: string, sign: ReactNode): ReactNode => (
    <span className="flex items-center gap-1.5">
      {sign} {words}
    </span>
  )
  return (
    <span className="hours flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-3">
      {part(
        COPY.legend.beats(INK_FROM.at(-1)!),
        INK_FROM.map((_, i) => <i key={i} data-ink={i + 1} className="size-3" />),
      )}
      {part(COPY.legend.job, <i data-mark="job" />)}
      {part(COPY.legend.timed, <i data-mark="timed" />)}
      {part(COPY.legend.daily, <i data-mark="daily" className="!static !w-3" />)}
      {part(COPY.legend.held, <i data-ink="0" data-held className="size-3" />)}
      {foresight.quiet.length > 0 &&
        part(
          areResting ? COPY.legend.quietRest : COPY.legend.quiet,
          <i className="hatched h-3 w-5 text-line-strong" />,
        )}
      {foresight.threads.some((t) => t.closed.length > 0) &&
        part(COPY.legend.closed, <i className="h-3 w-5 border border-line bg-sunken" />)}
    </span>
  )
}
