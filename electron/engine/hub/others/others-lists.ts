import { readList, type RemoteList } from '../../../../shared/hub/list.ts'
import { readOffered, type OfferedSuggestion } from '../../../../shared/hub/offered.ts'
import { readSuggested, type RemoteSuggestion } from '../../../../shared/hub/suggested.ts'
import type { Machine } from '../../../../shared/hub/machine.ts'
import type { OthersDetails } from '../../../../shared/hub/others/others.ts'
import type { RemoteAdvice } from '../../../../shared/hub/status.ts'
import type { HubSession } from '../../ports/hub.ts'

/** More is not kept, whatever machines tell. */
const MOST_LISTS = 200
const MOST_OFFERED = 200
const MOST_SUGGESTED = 1000

type Way = Pick<HubSession, 'send'>

/** Lists of other machines that may be read, and their suggestions, as the hub had them last; in memory alone. */
export interface OthersLists {
  /** `own`: this machine. What was known before is forgotten. */
  begin(own: string): void
  end(): void
  /** The revision up to which they were read. */
  cursor(): number
  /** From the beginning: the hub came back from an older copy, and has again what is over. */
  readAgain(): void
  /**
   * What came after the cursor, oldest first; what may not be read any more leaves. True: what is open there, or may be
   * read, may be other than it was.
   */
  take(advice: readonly RemoteAdvice[]): boolean
  /** Whoever is not among them leaves. */
  keepOnly(machines: readonly Pick<Machine, 'id'>[]): void
  /** The newest first. */
  all(): readonly RemoteList[]
  /** null: it may not be read, or was not told since the start. */
  of(machine: string, thread: string): RemoteList | null
  /** What was offered from here, the newest news first. */
  offered(): readonly OfferedSuggestion[]
  /** Of whose threads they are, and what is open there; the newest news first. */
  details(): Pick<OthersDetails, 'suggestions' | 'lists'>
  /** By which lines are offered; where it has ended that is a fault. null: there was none yet. */
  connected(session: Way): void
  session(): Way | null
}

export function createOthersLists(): OthersLists {
  // In the order of their coming: the last is the newest.
  const lists = new Map<string, RemoteList>()
  const offered = new Map<string, OfferedSuggestion>()
  const suggested = new Map<string, RemoteSuggestion>()
  let way: Way | null = null
  let own: string | null = null
  let cursor = 0
  function forget(): void {
    lists.clear()
    offered.clear()
    suggested.clear()
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
    readAgain: () => void (cursor = 0),
    take(advice) {
      if (own === null) return false
      cursor = advice.at(-1)?.rev ?? cursor
      for (const one of advice.filter(({ machine }) => machine !== own))
        if (one.kind === 'list') keep(lists, one, readList(one), MOST_LISTS)
        else {
          keep(offered, one, one.body['offeredBy'] === own ? readOffered(one) : null, MOST_OFFERED)
          keep(suggested, one, readSuggested(one), MOST_SUGGESTED)
        }
      return advice.some(({ machine }) => machine !== own)
    },
    keepOnly(machines) {
      const ids = new Set(machines.map(({ id }) => id))
      for (const of of [lists, offered, suggested])
        for (const [key, { machine }] of of) if (!ids.has(machine)) of.delete(key)
    },
    all: () => [...lists.values()].reverse(),
    of: (machine, thread) => lists.get(`${machine} ${thread}`) ?? null,
    offered: () => [...offered.values()].reverse(),
    details: () => ({
      suggestions: [...suggested.values()].reverse(),
      lists: [...lists.values()].map(({ machine, thread }) => ({ machine, thread })).reverse(),
    }),
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
