import { useMemo, type ReactNode } from 'react'
import type { ThreadState } from '../../shared/views/thread-view.ts'
import { TODAY } from './copy.ts'
import { notChecked, type NotCheckedGroup } from './unchecked.ts'
import { useFleet, useLive } from '../client/live.ts'
import { navigate, PLACES, threadPath } from '../client/navigation.ts'
import { useMinute } from '../kit/time.ts'
import { StateGlyph } from '../parts/glyph.tsx'

const NAMED = 3
const GLYPH: Partial<Record<NotCheckedGroup['standing'], ThreadState>> = {
  late: 'overdue',
  budget: 'overdue',
  never: 'new',
  unsettled: 'waiting',
  'quiet-hours': 'waiting',
}

/**
 * Its own lines, so that "quiet" can never hide what nobody looked at: by name, as far as there is room.
 */
export function NotCheckedLine(): ReactNode {
  const threads = useLive((live) => live.threads)
  const isAllPaused = useFleet((fleet) => fleet.pause !== null)
  const now = useMinute()
  const groups = useMemo(() => {
    const nothingRan = [...threads.values()].every((t) => t.last === null)
    // What a banner above the page says of every thread needs no names.
    return notChecked(threads.values(), now).filter(
      (g) => !(g.standing === 'paused' && isAllPaused) && !(g.standing === 'never' && nothingRan),
    )
  }, [threads, isAllPaused, now])
  if (groups.length === 0) return null
  return (
    <section
      aria-label={TODAY.notChecked.title}
      className="mb-4 flex items-start gap-2 rounded-card border border-dashed border-line px-3 py-1 text-12 text-ink-2"
    >
      <span aria-hidden className="mt-1">
        <StateGlyph state={GLYPH[groups[0]!.standing] ?? 'paused'} />
      </span>
      <ul className="flex min-w-0 flex-wrap gap-x-5">
        {groups.map((group) => (
          <Group key={group.standing} group={group} />
        ))}
      </ul>
    </section>
  )
}

function Group({ group: { word, filter, threads } }: { group: NotCheckedGroup }): ReactNode {
  const more = threads.length - NAMED
  return (
    <li className="leading-6">
      {word}:{' '}
      {threads.slice(0, NAMED).map(({ thread, why }, i) => (
        <span key={thread.id}>
          {i > 0 && ', '}
          <button
            type="button"
            className="min-h-6 rounded-[3px] font-semibold text-ink hover:underline"
            onClick={() => navigate(threadPath(thread.id))}
          >
            {thread.name}
          </button>
          {why !== '' && ` ${why}`}
        </span>
      ))}
      {more > 0 && (
        <>
          {' '}
          {TODAY.notChecked.and}{' '}
          <button
            type="button"
            className="min-h-6 rounded-[3px] font-semibold text-ink hover:underline"
            onClick={() => navigate(`${PLACES.threads}${filter === 'all' ? '' : `?state=${filter}`}`)}
          >
            {TODAY.notChecked.more(more)}
          </button>
        </>
      )}
    </li>
  )
}
