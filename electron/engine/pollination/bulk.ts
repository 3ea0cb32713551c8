import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { ProposedView, WeighedView } from '../../../shared/contract/pollination.ts'
import { keepsAway, OPEN_OF_ONE_THREAD, RECORDS_READ } from '../../../shared/pollination/lines/life.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { mayGiveWay, withdraw } from './settle.ts'
import type { Compared, ComparedFleet } from './fleet.ts'
import { cannotHave, groundsOf, type OwnLine } from './own-lines.ts'

/** A person proposes a line to many threads. It is written nowhere: each thread gets a suggestion. */
export interface Bulk {
  /** Thread by thread, in the order of their numbers: whether it would be proposed. */
  weigh(line: OwnLine, ids: readonly ThreadId[]): Promise<readonly WeighedView[]>
  /** To those that can have it at this moment. */
  propose(line: OwnLine, ids: readonly ThreadId[]): Promise<readonly ProposedView[]>
}

interface Weighed extends WeighedView {
  /** null: it could not be read. */
  readonly to: Compared | null
}
type Rooms = Pick<Store, 'threads' | 'pollination' | 'together'>

export function createBulk(
  compared: () => Promise<ComparedFleet>,
  { clock, repositories }: Pick<Ports, 'clock' | 'repositories'>,
  store: Rooms,
): Bulk {
  async function weighAll(
    line: OwnLine,
    ids: readonly ThreadId[],
    fleet: ComparedFleet,
  ): Promise<readonly Weighed[]> {
    const rules = store.pollination.rules()
    const asked = new Set(ids)
    const weighed: Weighed[] = []
    for (const { id: threadId, number, name } of store.threads.list()) {
      if (!asked.has(threadId)) continue
      const to = fleet.threads.find((one) => one.threadId === threadId) ?? null
      const unread = fleet.unread.find((one) => one.number === number)?.why ?? 'it is not trusted'
      const why = to === null ? unread : await cannotHave(line, to, rules, repositories)
      weighed.push({ threadId, number, name, why, to })
    }
    return weighed
  }

  return {
    async weigh(line, ids) {
      const weighed = await weighAll(line, ids, await compared())
      const now = clock.now()
      return weighed.map(({ to: _, ...one }) => ({
        ...one,
        why: one.why ?? heldBack(line, one.threadId, store, now),
      }))
    },
    async propose(line, ids) {
      const fleet = await compared()
      const weighed = await weighAll(line, ids, fleet)
      const now = clock.now()
      return store.together(() =>
        weighed.map(({ to, ...one }) => {
          const why = one.why ?? heldBack(line, one.threadId, store, now)
          if (why !== null || to === null) return { ...one, why, suggestion: null }
          const { threadId, number: threadNumber, name: threadName } = one
          makeRoom(threadId, 'it made room for what you proposed', now, store.pollination)
          const thread = { threadId, threadNumber, threadName }
          const grounds = groundsOf(line, to, fleet.threads)
          const suggestion = store.pollination.propose({
            ...thread,
            ...line,
            ...grounds,
            origin: 'person',
            proposedAt: now,
          })
          return { ...one, why: null, suggestion }
        }),
      )
    },
  }
}

/** What the comparer of lists suggests gives way to what somebody proposes, what rests on fewest lists first. */
export function makeRoom(
  threadId: ThreadId,
  why: string,
  now: Instant,
  pollination: Rooms['pollination'],
): void {
  const open = pollination.open().filter((record) => record.threadId === threadId)
  if (open.length < OPEN_OF_ONE_THREAD) return
  const [weakest] = open.filter(mayGiveWay).toSorted((a, b) => a.sources.length - b.sources.length)
  if (weakest !== undefined) withdraw(weakest, why, now, pollination)
}

/**
 * Why the record keeps it from being proposed now, as the end of a sentence; null: nothing does. How many are new in a day
 * is no matter where a person proposes them.
 */
function heldBack(
  { pattern }: OwnLine,
  threadId: ThreadId,
  { pollination }: Rooms,
  now: Instant,
): string | null {
  const open = pollination.open().filter((record) => record.threadId === threadId)
  const same = open.find((record) => record.pattern === pattern)
  if (same !== undefined) return `it is suggested to it already, as suggestion ${same.number}`
  const no = pollination
    .list(threadId, RECORDS_READ)
    .find((record) => record.pattern === pattern && record.state === 'declined' && keepsAway(record, now))
  if (no !== undefined) return `it was declined as suggestion ${no.number}, less than 30 days ago`
  const staying = open.filter((record) => !mayGiveWay(record)).length
  return staying < OPEN_OF_ONE_THREAD
    ? null
    : `${staying} that people or other machines proposed are open for it, and at most ${OPEN_OF_ONE_THREAD} may be`
}
