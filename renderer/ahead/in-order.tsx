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
const ADDED = 100
const GRID = 'grid grid-cols-[84px_minmax(100px,170px)_110px_minmax(0,1fr)] items-baseline gap-3'
const GRID_OWN = 'grid grid-cols-[84px_110px_minmax(0,1fr)] items-baseline gap-3'

type Shown = 'apart' | 'rare' | 'all'

/** One line each, as far as it is listed: at first without what is like every other beat. */
export function InOrder({ foresight, named }: { foresight: Foresight; named: boolean }): ReactNode {
  const [count, setCount] = useState(LISTED)
  const [shown, setShown] = useState<Shown>('apart')
  const { apart, apartMore } = foresight
  const rare = apart.filter((e) => e.kind !== 'beat')
  const ordinary = foresight.entries.length + foresight.more - apart.length - apartMore
  const entries = { apart, rare, all: foresight.entries }[shown]
  const ways: readonly Shown[] = rare.length > 0 ? ['apart', 'rare', 'all'] : ['apart', 'all']
  return (
    <section aria-labelledby="order-title">
      <SectionTitle id="order-title">{COPY.order}</SectionTitle>
      <div role="group" aria-label={COPY.show.label} className="mb-2 flex gap-1.5">
        {ways.map((way) => (
          <Pill key={way} pressed={shown === way} onClick={() => setShown(way)}>
            {COPY.show[way]}
          </Pill>
        ))}
      </div>
      <Card>
        <ol>
          {entries.slice(0, count).map((e, i) => (
            <Entry key={`${e.at}-${e.threadId}-${e.kind}-${i}`} entry={e} named={named} />
          ))}
        </ol>
        <Others
          entries={entries}
          count={count}
          more={shown === 'all' ? foresight.more : apartMore}
          ordinary={shown === 'all' ? 0 : ordinary}
          onMore={() => setCount((n) => n + ADDED)}
        />
      </Card>
    </section>
  )
}

interface OthersProps {
  readonly entries: readonly Foreseen[]
  readonly count: number
  readonly more: number
  readonly ordinary: number
  readonly onMore: () => void
}

/** What is not in the list, and the way to it. */
function Others({ entries, count, more, ordinary, onMore }: OthersProps): ReactNode {
  const now = useMinute()
  const last = entries.at(-1)
  if (entries.length <= count && more === 0 && ordinary === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-3 px-4 py-2 text-12 text-ink-3">
      {entries.length > count && (
        <Button size="s" onClick={onMore}>
          {COPY.showMore(Math.min(ADDED, entries.length - count))}
        </Button>
      )}
      {more > 0 && last !== undefined && <span>{COPY.notListed(more, tableTime(last.at, now))}</span>}
      {ordinary > 0 && <span>{COPY.ordinary(ordinary)}</span>}
    </p>
  )
}

function Entry({ entry: e, named }: { entry: Foreseen; named: boolean }): ReactNode {
  const now = useMinute()
  return (
    <li className={`${named ? GRID : GRID_OWN} border-b border-line px-4 py-1.5 text-13`}>
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
