import { atATime } from '../../../shared/base/at-a-time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, type Instant } from '../../../shared/base/time.ts'
import { isTaken, RECORDS_READ, type SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import type { ListedThread } from '../../../shared/pollination/lines/line-advice.ts'
import { HALF_YEAR_MS, type History } from '../../../shared/pollination/state.ts'
import type { SuggestionMode } from '../../../shared/threads/modes.ts'
import { suggestionsOf, type Thread } from '../../../shared/threads/thread.ts'
import { listedLines, type ListedLine } from '../playbook/listed-lines.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { trustedPlace } from '../threads/trusted-place.ts'

const HALF_YEARS = 8
/** Where nothing changed, only time makes another reading of the past. */
const KEPT_MS = DAY
const AT_A_TIME = 1

/** A thread with its list and what its repository was, oldest first; the last state is now. */
export interface Compared extends ListedThread {
  readonly threadId: ThreadId
  readonly repoPath: string
  readonly suggestions: SuggestionMode // as it is kept
  readonly isLocal: boolean // it has local checks, and no agent
  readonly hasList: boolean // its HEARTBEAT.md is there
  readonly lines: readonly ListedLine[]
  readonly history: History
  /** What was suggested to it, the last change first. */
  readonly records: readonly SuggestionRecord[]
}
export interface ComparedFleet {
  readonly threads: readonly Compared[]
  readonly unread: readonly { readonly number: number; readonly name: string; readonly why: string }[]
}

interface Kept {
  readonly outline: string | null
  readonly at: Instant
  readonly history: History | string // why it could not be read
}

type Rooms = Pick<Store, 'threads' | 'pollination'>
type Worlds = Pick<Ports, 'clock' | 'files' | 'repositories'>

/** Reads the fleet; what a repository was is kept while nothing changes there. Nothing of an untrusted one is read. */
export function createFleet(ports: Worlds, store: Rooms): () => Promise<ComparedFleet> {
  const kept = new Map<string, Kept>()
  const inTurn = atATime(AT_A_TIME)

  async function historyOf(thread: Thread, now: Instant): Promise<History | string> {
    const { repoPath } = thread
    const place = await trustedPlace({ ports, store }, thread)
    if (place.is !== 'trusted') return place.is === 'exchanged' ? place.text : place.fault.message
    const { git: outline } = await ports.repositories.outline(repoPath)
    const known = kept.get(repoPath)
    const isFresh = known !== undefined && Math.abs(now - known.at) < KEPT_MS
    if (isFresh && outline !== null && known.outline === outline) return known.history
    const times = Array.from({ length: HALF_YEARS }, (_, i) => now - (HALF_YEARS - 1 - i) * HALF_YEAR_MS)
    const states = await ports.repositories.pastStates(repoPath, times)
    // Also that it could not be read, which may have taken as long.
    const history = states.ok ? states.value : states.error.message
    kept.set(repoPath, { outline, at: now, history })
    return history
  }

  return async () => {
    const now = ports.clock.now()
    const threads: Compared[] = []
    const unread: ComparedFleet['unread'][number][] = []
    const trusted = store.threads.list().filter((t) => t.trustedAt !== null && t.removeAt === null)
    await Promise.all(
      trusted.map((thread) =>
        inTurn(async () => {
          const { id: threadId, number, name, repoPath } = thread
          const history = await historyOf(thread, now)
          if (typeof history === 'string') return void unread.push({ number, name, why: history })
          const listed = await listedLines(thread, { ports, store })
          // One that is not there lists nothing; what one lists that cannot be read as a whole nobody knows.
          if (!listed.ok && listed.error.code !== 'file.missing')
            return void unread.push({ number, name, why: listed.error.message })
          const { lines, paused } = listed.ok ? listed.value : { lines: [], paused: [] }
          const records = store.pollination.list(threadId, RECORDS_READ)
          const adopted = new Set(records.flatMap((one) => (isTaken(one) ? [one.pattern] : [])))
          const state = history.at(-1) ?? null
          threads.push({
            threadId,
            number,
            name,
            repoPath,
            suggestions: await modeOf(thread, ports),
            isLocal: thread.agent.kind === 'local',
            hasList: listed.ok,
            lines,
            paused,
            records,
            adopted,
            history,
            state,
          })
        }),
      ),
    )
    const byNumber = (a: { readonly number: number }, b: { readonly number: number }): number =>
      a.number - b.number
    return { threads: threads.toSorted(byNumber), unread: unread.toSorted(byNumber) }
  }
}

/** A list that git tracks is left as it is by heartbeats, so there a person decides. */
async function modeOf(thread: Thread, { repositories }: Worlds): Promise<SuggestionMode> {
  const mode = suggestionsOf(thread)
  if (mode !== 'agent') return mode
  const tracked = await repositories.isTracked(thread.repoPath)
  return tracked.ok && tracked.value ? 'person' : 'agent'
}
