import type { ThreadId } from '../../../shared/base/ids.ts'
import type { ThreadState, ThreadView } from '../../../shared/views/thread-view.ts'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { FLEET } from '../copy.ts'
import { rankOf } from './order.ts'
import type { Grouping } from './query.ts'

export interface FleetGroup {
  readonly key: string
  readonly word: string
  readonly ids: readonly ThreadId[]
  readonly worst: ThreadState
}
/** One line of the list: a header, or a thread. */
export type FleetItem =
  | { readonly kind: 'group'; readonly group: FleetGroup; readonly isFolded: boolean }
  | { readonly kind: 'row'; readonly id: ThreadId }

/** Above so many threads the quiet ones are folded away until someone wants them. */
const FOLDS_QUIET_OVER = 40

const parentOf = (path: string): string => path.replace(/[\\/]+$/, '').replace(/[\\/][^\\/]*$/, '') || '/'

function keyOf(t: ThreadView, by: Exclude<Grouping, 'none'>): readonly [key: string, word: string] {
  if (by === 'state') return [t.state, STATE_WORD[t.state]]
  // A thread stands in one place: the first of its tags is its main one.
  if (by === 'tag') return t.tags[0] === undefined ? ['', FLEET.noTag] : [t.tags[0], t.tags[0]]
  return [parentOf(t.repoPath), parentOf(t.repoPath)]
}

/** Groups in the order in which the first of their threads stands; inside, the order as it is. */
export function groupsOf(
  ids: readonly ThreadId[],
  threads: ReadonlyMap<ThreadId, ThreadView>,
  by: Exclude<Grouping, 'none'>,
): readonly FleetGroup[] {
  const groups = new Map<string, { word: string; ids: ThreadId[]; worst: ThreadView }>()
  for (const id of ids) {
    const thread = threads.get(id)
    if (thread === undefined) continue
    const [key, word] = keyOf(thread, by)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { word, ids: [id], worst: thread })
    else {
      group.ids.push(id)
      if (rankOf(thread) < rankOf(group.worst)) group.worst = thread
    }
  }
  return [...groups].map(([key, g]) => ({
    key: `${by}:${key}`,
    word: g.word,
    ids: g.ids,
    worst: g.worst.state,
  }))
}

/** `folds`: what a person folded or unfolded by hand, by the group's key. */
export function itemsOf(
  ids: readonly ThreadId[],
  threads: ReadonlyMap<ThreadId, ThreadView>,
  by: Grouping,
  folds: ReadonlyMap<string, boolean>,
): readonly FleetItem[] {
  if (by === 'none') return ids.map((id) => ({ kind: 'row', id }))
  return groupsOf(ids, threads, by).flatMap((group): FleetItem[] => {
    const isFolded = folds.get(group.key) ?? (group.key === 'state:quiet' && threads.size > FOLDS_QUIET_OVER)
    return [
      { kind: 'group', group, isFolded },
      ...(isFolded ? [] : group.ids.map((id): FleetItem => ({ kind: 'row', id }))),
    ]
  })
}
