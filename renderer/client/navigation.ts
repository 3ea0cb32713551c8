import { useSyncExternalStore } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { JobId, RunId, ThreadId } from '../../shared/base/ids.ts'

/**
 * Where a place is; everything after the `#`. The query stays inside the hash, so that going back restores
 * it.
 */
export const PLACES = {
  today: '/',
  threads: '/threads',
  inbox: '/inbox',
  history: '/history',
  queue: '/queue',
  jobs: '/jobs',
  ahead: '/ahead',
  settings: '/settings',
  agents: '/agents',
  pollination: '/suggestions',
  firstRun: '/first-run',
  wall: '/wall',
} as const
export type Place = keyof typeof PLACES

export type ThreadTab = 'overview' | 'file' | 'runs' | 'conversation' | 'activity' | 'settings'
export const THREAD_TABS: readonly ThreadTab[] = [
  'overview',
  'file',
  'runs',
  'conversation',
  'activity',
  'settings',
]
export const tabKeys = (tab: ThreadTab): string => `Alt+${THREAD_TABS.indexOf(tab) + 1}`

export const threadPath = (id: ThreadId, tab: ThreadTab = 'overview'): string =>
  `/thread/${id}${tab === 'overview' ? '' : `?tab=${tab}`}`
export const attemptsPath = (id: ThreadId): string => `/thread/${id}/attempts`
export const runPath = (id: RunId): string => `/run/${id}`
export const slotPath = (id: ThreadId, dueAt: number): string => `/thread/${id}/slot/${dueAt}`

/** The page of a bar of a thread's strip. */
export function barPath({ id, strip }: Pick<ThreadView, 'id' | 'strip'>, index: number): string {
  const runId = strip.runs[index] ?? null
  return runId === null ? slotPath(id, strip.at[index] ?? 0) : runPath(runId)
}

/** `id`: its runs are open; `thread`: only jobs of this thread. */
export const jobsPath = (
  query: { readonly id?: JobId | undefined; readonly thread?: ThreadId | undefined } = {},
): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  return pairs.length === 0
    ? PLACES.jobs
    : `${PLACES.jobs}?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`
}

/** The place of a flag in its thread's HEARTBEAT.md. */
export const flagPath = (id: ThreadId, flag: string): string =>
  `${threadPath(id, 'file')}&flag=${encodeURIComponent(flag)}`

/** Where a saved view leads. */
export const viewPath = (query: string): string =>
  query === '' ? PLACES.threads : `${PLACES.threads}?${query.replace(/^\?/, '')}`

const hash = (): string => `/${location.hash.replace(/^#?\/?/, '')}`
const pathOf = (place: string): string => place.split('?')[0] ?? '/'
const searchOf = (place: string): string => place.split('?')[1] ?? ''

/** Asked before leaving a page with unsaved work; resolves to whether to go. null: nothing to lose. */
type LeaveGuard = () => Promise<boolean>
let guard: LeaveGuard | null = null
export function guardLeaving(ask: LeaveGuard): () => void {
  guard = ask
  return () => {
    if (guard === ask) guard = null
  }
}

/** Reads the code of the page at a path; null: it is there. Never rejects. */
type LoadPage = (path: string) => Promise<void> | null
let loadPage: LoadPage = () => null
/** A place is shown when its page is loaded; until then the one before it is. Returns what ends that. */
export function loadBeforeShown(load: LoadPage): () => void {
  loadPage = load
  return () => void (loadPage = () => null)
}

/** The address. */
let here = typeof location === 'undefined' ? '/' : hash()
/** What of it the window shows; behind it while a page is loaded. */
let shown = here
const listeners = new Set<() => void>()

function onHashChange(): void {
  const there = hash()
  if (there === here) return
  if (guard !== null) {
    // The browser has gone already: put the address back, then ask.
    history.pushState(null, '', `#${here}`)
    void goUnlessKept(there, false)
    return
  }
  arrive(there)
}

function arrive(there: string): void {
  here = there
  const loading = loadPage(pathOf(there))
  if (loading === null) show(there)
  else void loading.then(() => here === there && show(there))
}

function show(there: string): void {
  shown = there
  for (const listener of listeners) listener()
}

async function goUnlessKept(to: string, replace: boolean): Promise<void> {
  if (guard !== null && !(await guard())) return
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`)
  arrive(to)
}

export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (to === here) return
  void goUnlessKept(to, options.replace ?? false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    addEventListener('hashchange', onHashChange)
    onHashChange() // the app may have asked for another place while the page was being read
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('hashchange', onHashChange)
  }
}

export const shownPath = (): string => pathOf(shown)

/** wouter's location hook over the hash. */
export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(subscribe, shownPath), navigate]
}
useHashPath.hrefs = (href: string): string => `#${href}`

export const useHashSearch = (): URLSearchParams =>
  new URLSearchParams(useSyncExternalStore(subscribe, () => searchOf(shown)))
