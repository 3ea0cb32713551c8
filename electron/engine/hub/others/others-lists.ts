import { readList, type RemoteList } from '../../../../shared/hub/list.ts'
import { readOffered, type OfferedSuggestion } from '../../../../shared/hub/offered.ts'
import type { Machine } from '../../../../shared/hub/machine.ts'
import type { RemoteAdvice } from '../../../../shared/hub/status.ts'
import type { HubSession } from '../../ports/hub.ts'

/** More is not kept, whatever machines tell. */
const MOST_LISTS = 200
const MOST_OFFERED = 200

type Way = Pick<HubSession, 'send'>

/** Lists of other machines that may be read, and how what was offered to them stands, as the hub had it last; in memory alone. */
export interface OthersLists {
  /** `own`: this machine. What was known before is forgotten. */
  begin(own: string): void
  end(): void
  /** The revision up to which they were read. */
  cursor(): number
  /** What came after the cursor, oldest first; what may not be read any more leaves. */
  take(advice: readonly RemoteAdvice[]): void
  /** Whoever is not among them leaves. */
  keepOnly(machines: readonly Pick<Machine, 'id'>[]): void
  /** The newest first. */
  all(): readonly RemoteList[]
  /** What was offered from here, the newest news first. */
  offered(): readonly OfferedSuggestion[]
  /** By which lines are offered; where it has ended that is a fault. null: there was none yet. */
  connected(session: Way): void
  session(): Way | null
}

export function createOthersLists(): OthersLists {
  // In the order of their coming: the last is the newest.
  const lists = new Map<string, RemoteList>()
  const offered = new Map<string, OfferedSuggestion>()
  let way: Way | null = null
  let own: string | null = null
  let cursor = 0
  function forget(): void {
    lists.clear()
    offered.clear()
    way = null
    cursor = 0
  }
  return {
    begin(machine) {
      forget()
      own = machine
    },
    end() {
      forget()
      own = null
    },
    cursor: () => cursor,
    take(advice) {
      if (own === null) return
      cursor = advice.at(-1)?.rev ?? cursor
      for (const one of advice.filter(({ machine }) => machine !== own))
        if (one.kind === 'list') keep(lists, one, readList(one), MOST_LISTS)
        else keep(offered, one, readOffered(one), MOST_OFFERED)
    },
    keepOnly(machines) {
      const ids = new Set(machines.map(({ id }) => id))
      for (const of of [lists, offered])
        for (const [key, { machine }] of of) if (!ids.has(machine)) of.delete(key)
    },
    all: () => [...lists.values()].reverse(),
    offered: () => [...offered.values()].reverse(),
    connected: (session) => void (way = session),
    session: () => way,
  }
}

/** The newest stands last; what is beyond the room goes from the oldest on. */
function keep<T>(of: Map<string, T>, { machine, id }: RemoteAdvice, read: T | null, most: number): void {
  const key = `${machine} ${id}`
  of.delete(key)
  if (read !== null) of.set(key, read)
  for (const oldest of of.keys()) {
    if (of.size <= most) break
    of.delete(oldest)
  }
}
