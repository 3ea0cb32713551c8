import { create } from 'zustand'
import type { ThreadId } from '../../shared/base/ids.ts'

/** What the window itself remembers; nothing of it is history, and nothing survives the window. */
interface UiState {
  /** Threads whose beat was asked for here and is not yet seen in the live data. */
  readonly asked: ReadonlySet<ThreadId>
  // scan: the folder chooser opens at once; folders: looked through at once
  readonly adding: { readonly open: boolean; readonly scan: boolean; readonly folders: readonly string[] }
  readonly shortcuts: boolean
  readonly palette: boolean
  /** Messages that are being written. */
  readonly drafts: ReadonlyMap<ThreadId, string>
  setAsked(id: ThreadId, asked: boolean): void
  openAdding(options?: { scan?: boolean; folders?: readonly string[] }): void
  closeAdding(): void
  showShortcuts(open: boolean): void
  /** Find in all HEARTBEAT.md is open. */
  readonly finding: boolean
  showFinding(open: boolean): void
  showPalette(open: boolean): void
  setDraft(id: ThreadId, text: string): void
}

const NOT_ADDING = { open: false, scan: false, folders: [] }

export const useUi = create<UiState>((set) => ({
  asked: new Set(),
  adding: NOT_ADDING,
  shortcuts: false,
  palette: false,
  drafts: new Map(),
  setAsked: (id, asked) =>
    set((s) => {
      if (s.asked.has(id) === asked) return s
      const next = new Set(s.asked)
      if (asked) next.add(id)
      else next.delete(id)
      return { asked: next }
    }),
  openAdding: (options) =>
    set({
      adding: { ...NOT_ADDING, open: true, scan: options?.scan ?? false, folders: options?.folders ?? [] },
    }),
  closeAdding: () => set({ adding: NOT_ADDING }),
  showShortcuts: (shortcuts) => set({ shortcuts }),
  finding: false,
  showFinding: (finding) => set({ finding }),
  showPalette: (palette) => set({ palette }),
  setDraft: (id, text) => set((s) => ({ drafts: new Map(s.drafts).set(id, text) })),
}))
