import { entriesOf } from '../../../../shared/attempts/daily/dated-page.ts'
import { REFLECTIONS_PAGE } from '../../../../shared/knowledge/page.ts'
import { DAY, type Instant } from '../../../../shared/base/time.ts'
import type { ThreadReflections } from '../../../../shared/runs/prompt/week-block.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { toldOf } from '../../playbook/master/other-threads.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { minuteOf } from './local-time.ts'

const WEEK_MS = 7 * DAY

interface WeekParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'threads' | 'knowledge'>
}

/**
 * What the daily beats of all trusted threads wrote down since `from`, for the master to draw conclusions from; empty:
 * the week is not over, or nothing that may be told was written down. `from` null: the master's first week has not begun.
 */
export function weekOver(from: Instant | null, at: Instant, parts: WeekParts): readonly ThreadReflections[] {
  if (from === null || at - from < WEEK_MS) return []
  return parts.store.threads
    .list()
    .filter(({ trustedAt, removeAt }) => trustedAt !== null && removeAt === null)
    .map((thread) => reflectionsOf(thread, from, parts))
    .filter(({ entries }) => entries.length > 0)
}

/** Line by line, without what looks like an attack. */
function reflectionsOf(thread: Thread, from: Instant, { ports, store }: WeekParts): ThreadReflections {
  const page = store.knowledge.pages(thread.id).find(({ title }) => title === REFLECTIONS_PAGE)
  const since = minuteOf(thread, from, ports)
  const told = entriesOf(page?.text ?? '')
    .filter(({ on }) => on >= since)
    .map(({ on, text }) => ({ on, ...toldOf(text) }))
  return {
    number: thread.number,
    name: thread.name,
    entries: told.filter(({ text }) => text !== '').map(({ on, text }) => ({ on, text })),
    withheld: told.reduce((sum, { withheld }) => sum + withheld, 0),
  }
}
