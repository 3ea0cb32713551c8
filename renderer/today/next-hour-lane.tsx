import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { kindWords } from '../parts/foreseen-words.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { TODAY } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { useMinute } from '../kit/time.ts'
import { laneOf, quietBands, type LaneTick } from './next-hour.ts'

const { nextHour } = TODAY
const MOST_STACKED = 6

/** One thin line, a tick for each due time; crowded minutes stand higher. */
export function NextHour(): ReactNode {
  const { api } = useBridge()
  const quiet = useFleet((fleet) => fleet.settings.quietHours)
  const now = useMinute()
  // A little further than is shown, so that the lane stays full until the next look.
  const pausedUntil = useFleet((fleet) => (fleet.pause === null ? null : (fleet.pause.until ?? 'resumed')))
  const { data, refetch } = useQuery({
    ...api.foresee.queryOptions({ input: { hours: 1.25 } }),
    refetchInterval: 5 * MINUTE,
    placeholderData: (old) => old,
  })
  useEffect(() => void refetch(), [pausedUntil, quiet, refetch])
  // Its place is there before its ticks are, so that what stands below never jumps.
  const ticks = data === undefined ? [] : laneOf(data, now)
  const summary = data === undefined ? '' : summaryOf(ticks)
  return (
    <section aria-labelledby="next-hour" className="mb-3.5 flex h-6 items-center gap-3 text-12 text-ink-3">
      <h2 id="next-hour" className="shrink-0">
        {nextHour.title}
      </h2>
      <ol aria-label={nextHour.title} className="relative h-4 min-w-0 flex-1 border-b border-line-strong">
        {quietBands(data?.quiet ?? [], now).map((band) => (
          <li
            key={band.from}
            aria-label={nextHour.quiet}
            title={nextHour.quiet}
            className="hatched absolute inset-y-0 text-line"
            style={{ left: `${band.from * 100}%`, width: `${(band.to - band.from) * 100}%` }}
          />
        ))}
        {ticks.map((tick) => (
          <Tick key={tick.minute} tick={tick} />
        ))}
      </ol>
      <span className="shrink-0">{summary}</span>
      <Button size="s" look="ghost" className="!h-6" onClick={() => navigate(PLACES.ahead)}>
        {nextHour.open}
      </Button>
    </section>
  )
}

function Tick({ tick }: { tick: LaneTick }): ReactNode {
  const { minute, count } = tick
  const named = tick.named.slice(0, 6).map((e) => nextHour.entry(e.threadName, kindWords(e), e.held))
  const text = nextHour.tick(minute, named, count - named.length)
  return (
    <li
      title={text}
      aria-label={text}
      className="group absolute bottom-0 flex h-4 w-2.5 -translate-x-1/2 items-end justify-center"
      style={{ left: `${(minute * MINUTE * 100) / HOUR}%` }}
    >
      <span
        className={'w-[3px] rounded-t-[1px] group-hover:bg-accent ' + `${lookOf(tick)}`}
        style={{ height: `${30 + (Math.min(count, MOST_STACKED) / MOST_STACKED) * 70}%` }}
      />
    </li>
  )
}

function lookOf({ count, jobs, held }: LaneTick): string {
  if (held === count) return 'border border-dashed border-line-strong'
  return jobs > 0 ? 'bg-accent' : 'bg-neutral-fill'
}

function summaryOf(ticks: readonly LaneTick[]): string {
  if (ticks.length === 0) return nextHour.none
  const sum = (of: (tick: LaneTick) => number): number => ticks.reduce((n, tick) => n + of(tick), 0)
  const [all, jobs, held] = [sum((t) => t.count), sum((t) => t.jobs), sum((t) => t.held)]
  return [nextHour.summary(all - jobs, jobs), held > 0 && nextHour.held(held)].filter(Boolean).join(' · ')
}
