import { useState, type ReactNode } from 'react'
import type { Foreseen, Foresight } from '../../shared/contract/beats.ts'
import { jobsPath, navigate, threadPath } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { Pill } from '../kit/pill.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { tableTime, titleTime, useMinute } from '../kit/time.ts'
import { AHEAD_COPY as COPY } from '../queue/copy.ts'
import { kindWords } from '../parts/foreseen-words.ts'

const LISTED = 20
const GRID = 'grid grid-cols-[84px_minmax(100px,170px)_110px_minmax(0,1fr)] items-baseline gap-3'
const GRID_OWN = 'grid grid-cols-[84px_110px_minmax(0,1fr)] items-baseline gap-3'

/** All of it, one line each, as far as it is listed. */
export function InOrder({ foresight, named }: { foresight: Foresight; named: boolean }): ReactNode {
  const [count, setCount] = useState(LISTED)
  const now = useMinute()
  const rare = foresight.entries.filter((e) => e.kind !== 'beat')
  const [isRare, setRare] = useState(false)
  const entries = isRare ? rare : foresight.entries
  return (
    <section aria-labelledby="order-title">
      <SectionTitle id="order-title">{COPY.order}</SectionTitle>
      {rare.length > 0 && (
        <div role="group" aria-label="Show" className="mb-2 flex gap-1.5">
          <Pill pressed={!isRare} onClick={() => setRare(false)}>
            Everything
          </Pill>
          <Pill pressed={isRare} onClick={() => setRare(true)}>
            {COPY.rare}
          </Pill>
        </div>
      )}
      <Card>
        <ol>
          {entries.slice(0, count).map((e, i) => (
            <Entry key={`${e.at}-${e.threadId}-${e.kind}-${i}`} entry={e} named={named} />
          ))}
        </ol>
        {(entries.length > count || foresight.more > 0) && (
          <p className="flex items-center gap-3 border-t border-line px-4 py-2 text-12 text-ink-3">
            {entries.length > count && (
              <Button size="s" onClick={() => setCount((n) => n + 100)}>
                {COPY.showMore(Math.min(100, entries.length - count))}
              </Button>
            )}
            {foresight.more > 0 && (
              <span>
                {COPY.notListed(foresight.more, tableTime(foresight.entries.at(-1)?.at ?? foresight.to, now))}
              </span>
            )}
          </p>
        )}
      </Card>
    </section>
  )
}

function Entry({ entry: e, named }: { entry: Foreseen; named: boolean }): ReactNode {
  const now = useMinute()
  return (
    <li className={`${named ? GRID : GRID_OWN} border-b border-line px-4 py-1.5 text-13 last:border-b-0`}>
      <span className="tabular-nums" title={titleTime(e.at)}>
        {tableTime(e.at, now)}
      </span>
      {named && (
        <button
          type="button"
          title={e.threadName}
          className="truncate rounded-[3px] text-left font-medium hover:underline"
          onClick={() => navigate(threadPath(e.threadId))}
        >
          {e.threadName}
        </button>
      )}
      <span className="text-12 text-ink-2">{kindWords(e)}</span>
      <span className="min-w-0 text-12 text-ink-2">
        {e.jobId === null ? (
          <Ticks text={e.text} />
        ) : (
          <button
            type="button"
            className="rounded-[3px] text-left font-medium text-ink hover:underline"
            onClick={() => navigate(jobsPath({ id: e.jobId ?? undefined }))}
          >
            {e.text}
          </button>
        )}
        {e.held !== null && <span className="text-alert">{COPY.heldFor(e.held)}</span>}
      </span>
    </li>
  )
}
