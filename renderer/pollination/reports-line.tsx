import { useMemo, type ReactNode } from 'react'
import { reportsOf, reportsText, type ReportsView } from '../../shared/views/reports.ts'
import { useBridge } from '../client/bridge.ts'
import { useLive } from '../client/live.ts'
import { navigate, PLACES, threadPath } from '../client/navigation.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import { Button } from '../kit/button.tsx'
import { tableTime, useMinute } from '../kit/time.ts'
import { POLLINATION_COPY as COPY } from './copy.ts'

const NAMED_SHORT = 3

/**
 * Who has reported to the master, in one sentence; below it those that should have. Without a master nothing.
 * `isShort`: only what is amiss, and of that the first.
 */
export function ReportsLine({ isShort = false }: { isShort?: boolean }): ReactNode {
  const named = isShort ? NAMED_SHORT : Infinity
  const threads = useLive((live) => live.threads)
  const now = useMinute()
  const reports = useMemo(() => reportsOf(threads.values(), now), [threads, now])
  const isAllWell = reports !== null && reports.reported === reports.expected
  if (reports === null || (isShort && isAllWell)) return null
  const { silent } = reports
  const more = silent.length - named
  return (
    <section aria-label={COPY.reports} className="mb-4 text-12 text-ink-2">
      <p>{reportsText(reports)}</p>
      {silent.length > 0 && (
        <ul>
          {silent.slice(0, named).map((thread) => (
            <Silent key={thread.id} thread={thread} now={now} />
          ))}
          {more > 0 && (
            <li>
              <Button size="s" look="ghost" onClick={() => navigate(PLACES.pollination)}>
                {COPY.moreSilent(more)}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function Silent({ thread, now }: { thread: ReportsView['silent'][number]; now: number }): ReactNode {
  const app = useBridge()
  return (
    <li className="flex flex-wrap items-center gap-2 leading-7">
      <span>
        <strong className="font-semibold text-ink">{thread.name}</strong>{' '}
        {COPY.silentSince(tableTime(thread.silentSince, now))}
      </span>
      <Button size="s" aria-label={COPY.beatOf(thread.name)} onClick={() => beatThread(app, thread, 'daily')}>
        {COPY.beat}
      </Button>
      <Button
        size="s"
        look="ghost"
        aria-label={COPY.diagnoseOf(thread.name)}
        onClick={() => navigate(threadPath(thread.id))}
      >
        {COPY.diagnose}
      </Button>
    </li>
  )
}
