import { create } from 'zustand'
import type { ThreadId } from '../../shared/base/ids.ts'

export interface BeatAnswer {
  readonly short: string // beside the name of its thread
  readonly whole: string // for people who listen
}

/** What the window itself remembers; nothing of it is history, and nothing survives the window. */
interface UiState {
  /** Threads whose beat was asked for here and is not yet seen in the live data. */
  readonly asked: ReadonlySet<ThreadId>
  /** What came of a beat that was asked for here, as long as its row in the fleet says so. */
  readonly answers: ReadonlyMap<ThreadId, BeatAnswer>
  // scan: the folder chooser opens at once; folders: looked through at once
  readonly adding: { readonly open: boolean; readonly scan: boolean; readonly folders: readonly string[] }
  readonly shortcuts: boolean
  readonly palette: boolean
  /** Whose threads, alerts and history the pages show: 'here', 'all', or the id of another machine. */
  readonly machine: string
  /** Messages that are being written. */
  readonly drafts: ReadonlyMap<ThreadId, string>
  setAsked(id: ThreadId, asked: boolean): void
  /** null: no more. */
  setAnswer(id: ThreadId, answer: BeatAnswer | null): void
  openAdding(options?: { scan?: boolean; folders?: readonly string[] }): void
  closeAdding(): void
  showShortcuts(open: boolean): void
  /** Find in all HEARTBEAT.md is open. */
  readonly finding: boolean
  showFinding(open: boolean): void
  showPalette(open: boolean): void
  showMachine(machine: string): void
  setDraft(id: ThreadId, text: string): void
}

const NOT_ADDING = { open: false, scan: false, folders: [] }

export const useUi = create<UiState>((set) => ({
  asked: new Set(),
  answers: new Map(),
  adding: NOT_ADDING,
  shortcuts: false,
  palette: false,
  machine: 'here',
  drafts: new Map(),
  setAsked: (id, asked) =>
    set((s) => {
      if (s.asked.has(id) === asked) return s
      const next = new Set(s.asked)
      if (asked) next.add(id)
      else next.delete(id)
      return { asked: next }
    }),
  setAnswer: (id, answer) =>
    set((s) => {
      const next = new Map(s.answers)
      if (answer === null) next.delete(id)
      else next.set(id, answer)
      return { answers: next }
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
  showMachine: (machine) => set({ machine }),
  setDraft: (id, text) => set((s) => ({ drafts: new Map(s.drafts).set(id, text) })),
}))
