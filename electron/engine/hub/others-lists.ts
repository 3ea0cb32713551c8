import { readList, type RemoteList } from '../../../shared/hub/list.ts'
import type { Machine } from '../../../shared/hub/machine.ts'
import type { RemoteAdvice } from '../../../shared/hub/status.ts'

/** More is not kept, whatever machines tell. */
const MOST_LISTS = 200

/** Lists of other machines that may be read, as the hub had them last; in memory alone. */
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
}

export function createOthersLists(): OthersLists {
  // In the order of their coming: the last is the newest.
  const lists = new Map<string, RemoteList>()
  let own: string | null = null
  let cursor = 0
  function forget(): void {
    lists.clear()
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
      for (const one of advice.filter(({ machine, kind }) => kind === 'list' && machine !== own)) {
        const key = `${one.machine} ${one.id}`
        const read = readList(one)
        lists.delete(key)
        if (read !== null) lists.set(key, read)
      }
      for (const key of lists.keys()) {
        if (lists.size <= MOST_LISTS) break
        lists.delete(key)
      }
    },
    keepOnly(machines) {
      const ids = new Set(machines.map(({ id }) => id))
      for (const [key, { machine }] of lists) if (!ids.has(machine)) lists.delete(key)
    },
    all: () => [...lists.values()].reverse(),
  }
}
