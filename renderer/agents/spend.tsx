import { useState, type ReactNode } from 'react'
import type { SpendReport } from '../../shared/contract/agents.ts'
import { count, short } from '../kit/text/amounts.ts'
import { money } from '../../shared/base/amounts.ts'
import { Card } from '../kit/parts.tsx'
import { localDate } from '../kit/time.ts'
import { SPEND_COPY as COPY } from './copy.ts'
import { useLive } from '../client/live.ts'
import { navigate, threadPath } from '../client/navigation.ts'

export function Spend({ report }: { report: SpendReport }): ReactNode {
  const { today } = report
  return (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,4fr)] gap-4 max-[1080px]:grid-cols-1">
      <Card className="px-4 py-3">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
          <Figure
            what={COPY.starts}
            value={count(today.starts)}
            note={today.tomorrow === null ? undefined : COPY.startsTomorrow(today.tomorrow.starts)}
          />
          <Figure what={COPY.saved} value={count(today.startsSaved)} note={COPY.savedNote} />
          <Figure what="Tokens" value={short(today.tokens)} note={COPY.tokensNote} />
          <Figure
            what="Money"
            value={money(today.usd)}
            note={`${today.tomorrow === null || today.usd === 0 ? COPY.moneyNote : COPY.moneyTomorrow(money(today.tomorrow.usd))}${today.planUsd > 0 ? COPY.byPlan(money(today.planUsd)) : ''}`}
          />
        </dl>
      </Card>
      <Days days={report.byDay} />
      {report.byThread.length > 0 && <ByThread rows={report.byThread} />}
    </div>
  )
}

const Figure = ({
  what,
  value,
  note,
}: {
  what: string
  value: string
  note?: string | undefined
}): ReactNode => (
  <div>
    <dt className="text-12 text-ink-3">{what}</dt>
    <dd className="text-20 font-semibold tabular-nums">
      {value}
      {note !== undefined && <span className="block text-12 font-normal text-ink-3">{note}</span>}
    </dd>
  </div>
)

type Day = SpendReport['byDay'][number]
const MEASURES = { starts: 'Starts', tokens: 'Tokens', usd: 'Money' } as const
type Measure = keyof typeof MEASURES
const day = (at: number): string => localDate(at, { weekday: 'short', year: false })

function Days({ days }: { days: readonly Day[] }): ReactNode {
  const [measure, setMeasure] = useState<Measure>('starts')
  const isUsed = days.some((d) => d.starts > 0 || d.saved > 0)
  return (
    <Card className="flex min-w-0 flex-col px-4 py-3">
      <div className="mb-2 flex items-center gap-2">
        <h3 className="text-12 text-ink-3">{COPY.days}</h3>
        {isUsed && <Measures value={measure} onChange={setMeasure} />}
      </div>
      {isUsed ? (
        <Bars days={days} measure={measure} />
      ) : (
        <p className="flex h-24 items-center justify-center text-12 text-ink-3">{COPY.none}</p>
      )}
      {isUsed && (
        <p className="mt-1 flex justify-between text-11 text-ink-3">
          <span>{day(days[0]!.at)}</span>
          {measure === 'starts' && (
            <span aria-hidden className="flex items-center gap-1.5">
              <i className="size-2 bg-accent" /> started{' '}
              <i className="hatched ml-2 size-2 border border-line text-(--tick)" /> saved
            </span>
          )}
          <span>today</span>
        </p>
      )}
    </Card>
  )
}

function Measures({ value, onChange }: { value: Measure; onChange: (m: Measure) => void }): ReactNode {
  return (
    <div role="group" aria-label="Show" className="ml-auto flex gap-1">
      {(Object.keys(MEASURES) as Measure[]).map((m) => (
        <button
          key={m}
          type="button"
          aria-pressed={m === value}
          onClick={() => onChange(m)}
          className={
            'h-6 rounded-full px-2.5 text-12 ' +
            `${m === value ? 'bg-neutral-tint font-medium text-ink' : 'text-ink-2 hover:text-ink'}`
          }
        >
          {MEASURES[m]}
        </button>
      ))}
    </div>
  )
}

function wordsOf(d: Day, measure: Measure): string {
  if (measure === 'starts') return COPY.dayStarts(d.starts, d.saved)
  return measure === 'tokens' ? COPY.dayTokens(short(d.tokens)) : money(d.usd)
}

/** Saved starts are hatched above the real ones: pattern, not colour, tells them apart. */
function Bars({ days, measure }: { days: readonly Day[]; measure: Measure }): ReactNode {
  const saved = (d: Day): number => (measure === 'starts' ? d.saved : 0)
  const most = Math.max(1e-9, ...days.map((d) => d[measure] + saved(d)))
  return (
    <ol className="flex h-24 flex-1 items-end gap-1.5 border-b border-line">
      {days.map((d) => (
        <li
          key={d.at}
          title={`${day(d.at)}: ${wordsOf(d, measure)}`}
          className="flex h-full min-w-0 flex-1 flex-col justify-end"
        >
          <span className="sr-only">
            {day(d.at)}: {wordsOf(d, measure)}
          </span>
          <span
            aria-hidden
            className="hatched rounded-t-[2px] border border-b-0 border-line text-(--tick)"
            style={{
              height: `${(saved(d) / most) * 100}%`,
              display: saved(d) === 0 ? 'none' : undefined,
            }}
          />
          <span
            aria-hidden
            className={`bg-accent ${saved(d) === 0 ? 'rounded-t-[2px]' : ''}`}
            style={{ height: `${(d[measure] / most) * 100}%` }}
          />
        </li>
      ))}
    </ol>
  )
}

const GRID = 'grid grid-cols-[minmax(0,1fr)_80px_80px_110px_90px] items-center gap-3 px-4'

function ByThread({ rows }: { rows: SpendReport['byThread'] }): ReactNode {
  const threads = useLive((live) => live.threads)
  return (
    <Card className="col-span-full">
      <div role="table" aria-label={COPY.byThread}>
        <div role="row" className={`${GRID} h-8 border-b border-line text-11 font-medium text-ink-3`}>
          {COPY.columns.map((h, i) => (
            <span key={h} role="columnheader" className={i === 0 ? '' : 'text-right'}>
              {h}
            </span>
          ))}
        </div>
        {rows.map((r) => (
          <div
            key={r.threadId}
            role="row"
            className={`${GRID} h-9 border-b border-line text-13 tabular-nums last:border-b-0 hover:bg-hover`}
          >
            <span role="cell" className="min-w-0 truncate has-[button]:overflow-visible">
              {threads.has(r.threadId) ? (
                <button
                  type="button"
                  className="max-w-full truncate rounded-[3px] font-medium hover:underline"
                  onClick={() => navigate(threadPath(r.threadId))}
                >
                  {r.name}
                </button>
              ) : (
                <span className="text-ink-2">{r.threadId === '' ? COPY.tests : r.name}</span>
              )}
            </span>
            <span role="cell" className="text-right">
              {count(r.starts)}
            </span>
            <span role="cell" className="text-right text-ink-2">
              {count(r.saved)}
            </span>
            <span role="cell" className="text-right text-ink-2">
              {short(r.tokens)}
            </span>
            <span role="cell" className="text-right">
              {r.usd === 0 ? (
                <span className="text-ink-3" title={r.ownServer ? COPY.ownServer : COPY.noPrice}>
                  –
                </span>
              ) : (
                money(r.usd)
              )}
            </span>
          </div>
        ))}
      </div>
    </Card>
  )
}
