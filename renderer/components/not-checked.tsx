import { useMemo, type ReactNode } from 'react'
import { notChecked } from '../fleet/not-checked.ts'
import { useLive } from '../live.ts'
import { navigate, threadPath } from '../navigation.ts'
import { useUi } from '../ui-state.ts'
import { StateGlyph } from './glyph.tsx'

const NAMED = 4

/** Its own line, so that "quiet" can never hide what nobody looked at. */
export function NotCheckedLine(): ReactNode {
  const threads = useLive((live) => live.threads)
  const setFilter = useUi((s) => s.setFilter)
  const late = useMemo(() => notChecked(threads.values()), [threads])
  if (late.length === 0) return null
  const more = late.length - NAMED
  return (
    <section aria-label="Not checked on time" className="mb-4 flex items-start gap-2 rounded-card border border-dashed border-line px-3 py-1.5 text-12 text-ink-2">
      <span aria-hidden className="mt-0.5"><StateGlyph state="overdue" /></span>
      <p className="leading-5">
        Not checked on time:{' '}
        {late.slice(0, NAMED).map(({ thread, why }, i) => (
          <span key={thread.id}>
            {i > 0 && ', '}
            <button type="button" className="rounded-[3px] font-semibold text-ink hover:underline" onClick={() => navigate(threadPath(thread.id))}>{thread.name}</button> {why}
          </span>
        ))}
        {more > 0 && <>{' '}and <button type="button" className="rounded-[3px] font-semibold text-ink hover:underline" onClick={() => setFilter('overdue')}>{more} more</button></>}
      </p>
    </section>
  )
}
