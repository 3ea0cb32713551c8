import { useMemo, useState } from 'react'
import { useBridge } from '../client/bridge.ts'
import { PALETTE } from './copy.ts'
import { entriesOf, runEntry, type Entry, type EntryKind } from './entries.ts'
import { find, indexOf, readRecent, type Index } from './search.ts'

export interface Group {
  readonly title: string | null // null: found by typing, best first
  readonly entries: readonly Entry[]
}

/** What was typed, what it finds, and the line that is pointed at. */
export interface Finding {
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly groups: readonly Group[]
  readonly lines: readonly Entry[] // of all groups
  readonly at: number // of the lines: the one that Enter takes
  readonly point: (line: number) => void
}

export function useFinding(): Finding {
  const bridge = useBridge()
  const { live } = bridge
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const recent = useMemo(() => readRecent(), [])
  // As it was when the palette opened: lines do not move under the hand. Read once, not followed.
  const index = useMemo((): Index => {
    const { fleet, threads } = live.getState()
    return indexOf(fleet === null ? [] : entriesOf(bridge, fleet, threads.values()))
  }, [bridge, live])
  const groups = useMemo(() => groupsOf(index, query, recent), [index, query, recent])
  const lines = useMemo(() => groups.flatMap((g) => g.entries), [groups])
  return {
    query,
    setQuery: (next) => {
      setQuery(next)
      setActive(0)
    },
    groups,
    lines,
    at: Math.min(active, Math.max(0, lines.length - 1)),
    point: setActive,
  }
}

/** Nothing typed: what was used lately, then places and actions. Typed: the best first. */
function groupsOf(index: Index, query: string, recent: readonly string[]): readonly Group[] {
  const run = runEntry(query)
  if (query.trim() !== '')
    return [{ title: null, entries: [...(run === null ? [] : [run]), ...find(index, query, recent)] }].filter(
      (g) => g.entries.length > 0,
    )
  const known = new Map(index.entries.map((e) => [e.id, e]))
  const lately = recent.flatMap((id) => known.get(id) ?? runEntry(id.replace(/^run:/, '')) ?? [])
  const isLate = new Set(lately.map((e) => e.id))
  const of = (...kinds: readonly EntryKind[]): Entry[] =>
    index.entries.filter((e) => kinds.includes(e.kind) && !e.id.includes(':') && !isLate.has(e.id))
  return [
    { title: PALETTE.groups.recent, entries: lately },
    { title: PALETTE.groups.places, entries: of('place') },
    { title: PALETTE.groups.actions, entries: of('action') },
  ].filter((g) => g.entries.length > 0)
}
