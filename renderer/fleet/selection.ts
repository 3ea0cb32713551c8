import { create } from 'zustand'
import type { ThreadId } from '../../shared/base/ids.ts'

/** Rows that a person chose, to do one thing to all of them. Nothing of it survives the window. */
interface Selection {
  readonly ids: ReadonlySet<ThreadId>
  /** Where a range begins. */
  readonly anchor: ThreadId | null
  toggle(id: ThreadId): void
  /** From the anchor to `id` in the order of `all`; what was chosen before stays. */
  extendTo(id: ThreadId, all: readonly ThreadId[]): void
  set(ids: readonly ThreadId[]): void
  clear(): void
}
const NONE: ReadonlySet<ThreadId> = new Set()

export const useSelection = create<Selection>((set) => ({
  ids: NONE,
  anchor: null,
  toggle: (id) =>
    set((s) => {
      const ids = new Set(s.ids)
      if (!ids.delete(id)) ids.add(id)
      return { ids, anchor: id }
    }),
  extendTo: (id, all) =>
    set((s) => {
      const from = s.anchor === null ? -1 : all.indexOf(s.anchor)
      const to = all.indexOf(id)
      if (from === -1 || to === -1) return { ids: new Set([...s.ids, id]), anchor: id }
      return { ids: new Set([...s.ids, ...all.slice(Math.min(from, to), Math.max(from, to) + 1)]) }
    }),
  set: (ids) => set({ ids: new Set(ids), anchor: ids[0] ?? null }),
  clear: () => set((s) => (s.ids.size === 0 ? s : { ids: NONE, anchor: null })),
}))
