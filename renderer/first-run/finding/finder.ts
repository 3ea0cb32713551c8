import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { ScanMessage } from '../../../shared/contract/threads.ts'
import { messageOf } from '../../client/attempt.ts'
import type { Client } from '../../client/bridge.ts'
import { FINDER } from './copy.ts'

const PRESELECTED = 5
export type Found = Extract<ScanMessage, { kind: 'found' }>
type Done = Extract<ScanMessage, { kind: 'done' }>
type Scan =
  | { readonly state: 'none' }
  | { readonly state: 'scanning'; readonly folders: number; readonly at: string }
  | { readonly state: 'done'; readonly done: Done | null } // done null: stopped early

/** Looking for repositories: what was found so far, and what of it is chosen. */
export interface Finder {
  readonly path: string // as typed
  readonly scan: Scan
  readonly found: readonly Found[] // newest first
  readonly chosen: ReadonlySet<string>
  /** So many of the newest were chosen when the search ended; 0: a person had chosen. */
  readonly preselected: number
  readonly problem: string | null
  setPath(path: string): void
  choose(chosen: ReadonlySet<string>): void
  say(problem: string | null): void
  /** Resolves when the search ended, was stopped, or another began. */
  look(client: Client, roots: readonly string[]): Promise<void>
  /** By the system's own chooser. */
  ask(client: Client): Promise<void>
  stop(): void
}
export type UseFinder = UseBoundStore<StoreApi<Finder>>

export function createFinder(): UseFinder {
  let cancel: AbortController | null = null
  return create<Finder>((set, get) => ({
    path: '',
    scan: { state: 'none' },
    found: [],
    chosen: new Set(),
    preselected: 0,
    problem: null,
    setPath: (path) => set({ path }),
    choose: (chosen) => set({ chosen }),
    say: (problem) => set({ problem }),
    async look(client, roots) {
      if (roots.length === 0) return
      cancel?.abort()
      const own = (cancel = new AbortController())
      const chosenBefore = get().chosen
      set({ problem: null, preselected: 0, scan: { state: 'scanning', folders: 0, at: roots[0] ?? '' } })
      const list: Found[] = []
      let done: Done | null = null
      try {
        for await (const message of await client.threads.scan(
          { roots: [...roots] },
          { signal: own.signal },
        )) {
          if (cancel !== own) return
          if (message.kind === 'progress')
            set({ scan: { state: 'scanning', folders: message.folders, at: message.at } })
          else if (message.kind === 'found') {
            list.push(message)
            set({ found: list.toSorted((a, b) => b.lastChangedAt - a.lastChangedAt) })
          } else done = message
        }
      } catch (cause) {
        if (!own.signal.aborted) set({ problem: messageOf(cause) })
      }
      if (cancel !== own) return
      const found = list.toSorted((a, b) => b.lastChangedAt - a.lastChangedAt)
      set({ scan: { state: 'done', done }, found })
      // What a person chose meanwhile stands.
      if (get().chosen !== chosenBefore) return
      const newest = found.filter((f) => !f.alreadyAdded).slice(0, PRESELECTED)
      set({ chosen: new Set(newest.map((f) => f.path)), preselected: newest.length })
    },
    async ask(client) {
      try {
        await get().look(client, await client.shell.chooseFolders())
      } catch (cause) {
        set({ problem: FINDER.typeInstead(messageOf(cause)) })
      }
    },
    stop: () => cancel?.abort(),
  }))
}
