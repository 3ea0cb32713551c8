import type { ReactNode } from 'react'
import { Route, useLocation } from 'wouter'
import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import { later, type Later, type Loading } from '../client/later.tsx'
import { PLACES } from '../client/navigation.ts'
import { AboutHere, WithOthers } from '../hub/with-others.tsx'
import { Today } from '../today/today.tsx'

type Params = Readonly<Record<string, string>>
interface Page {
  /** Of the address, with `:names` of what differs. */
  readonly path: string
  /** What must be loaded; absent: it is in the first script. */
  readonly code?: Loading
  /** It shows whichever machine is chosen; absent: this one alone. */
  readonly isOfMachines?: true
  readonly show: (params: Params) => ReactNode
}

const TODAY: Page = {
  path: PLACES.today,
  isOfMachines: true,
  show: () => (
    <WithOthers page="today">
      <Today />
    </WithOthers>
  ),
}
const Slot = later(async () => (await import('../runs/slot.tsx')).SlotPage)
const Thread = later(async () => (await import('../thread/thread.tsx')).ThreadPage)
const Attempts = later(async () => (await import('../attempts/attempts-page.tsx')).AttemptsPage)
const Run = later(async () => (await import('../runs/run.tsx')).RunPage)
const Settings = later(async () => (await import('../settings/settings.tsx')).SettingsPage)
const LinkSheet = later(async () => (await import('./link-sheet.tsx')).LinkSheet)

/** A page that its address says all about. */
const page = (path: string, code: Later<object>): Page => {
  const Shown = code
  return { path, code, show: () => <Shown /> }
}
/** The same, of this machine or of others. */
const pageOfMachines = (name: 'threads' | 'inbox' | 'history' | 'pollination', code: Later<object>): Page => {
  const Shown = code
  return {
    path: PLACES[name],
    code,
    isOfMachines: true,
    show: () => (
      <WithOthers page={name}>
        <Shown />
      </WithOthers>
    ),
  }
}

/** Every page. Only Today is in the first script of the window; the others are read after it, or when one is asked for. */
const PAGES: readonly Page[] = [
  TODAY,
  pageOfMachines(
    'threads',
    later(async () => (await import('../fleet/threads.tsx')).ThreadsPage),
  ),
  page(
    PLACES.queue,
    later(async () => (await import('../queue/queue.tsx')).QueuePage),
  ),
  page(
    PLACES.jobs,
    later(async () => (await import('../jobs/jobs.tsx')).JobsPage),
  ),
  page(
    PLACES.ahead,
    later(async () => (await import('../ahead/ahead.tsx')).AheadPage),
  ),
  pageOfMachines(
    'history',
    later(async () => (await import('../history/history.tsx')).HistoryPage),
  ),
  pageOfMachines(
    'inbox',
    later(async () => (await import('../inbox/inbox.tsx')).InboxPage),
  ),
  pageOfMachines(
    'pollination',
    later(async () => (await import('../pollination/pollination.tsx')).PollinationPage),
  ),
  page(
    PLACES.firstRun,
    later(async () => (await import('../first-run/first-run.tsx')).FirstRunPage),
  ),
  page(
    PLACES.wall,
    later(async () => (await import('../fleet/wall.tsx')).WallPage),
  ),
  page(
    PLACES.agents,
    later(async () => (await import('../agents/agents.tsx')).AgentsPage),
  ),
  page(PLACES.settings, Settings),
  page(`${PLACES.settings}/:section`, Settings),
  {
    path: '/thread/:id/slot/:at',
    code: Slot,
    show: ({ id, at }) => <Slot id={id as ThreadId} at={Number(at)} />,
  },
  {
    path: '/thread/:id/attempts',
    code: Attempts,
    show: ({ id }) => <Attempts key={id} id={id as ThreadId} />,
  },
  { path: '/thread/:id', code: Thread, show: ({ id }) => <Thread key={id} id={id as ThreadId} /> },
  { path: '/run/:id', code: Run, show: ({ id }) => <Run key={id} id={id as RunId} /> },
  {
    path: '/link',
    code: LinkSheet,
    show: () => (
      <>
        <Today />
        <LinkSheet />
      </>
    ),
  },
]
const PATTERNS = PAGES.map((p) => ({
  ...p,
  pattern: new RegExp(`^${p.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i'),
}))
/** An address that nobody knows shows Today. */
const pageAt = (path: string): Page & { readonly pattern: RegExp } =>
  PATTERNS.find(({ pattern }) => pattern.test(path)) ?? { ...TODAY, pattern: /^/ }

/** Reads the code of the page at a path; null: it is there. A failure is said by the page. */
export function loadPage(path: string): Promise<void> | null {
  const { code } = pageAt(path)
  return code === undefined || code.isLoaded() ? null : code.load().catch(() => undefined)
}

export function Pages(): ReactNode {
  const [path] = useLocation()
  const { pattern, show, isOfMachines = false } = pageAt(path)
  return (
    <>
      {!isOfMachines && path !== PLACES.wall && <AboutHere />}
      <Route path={pattern}>{show}</Route>
    </>
  )
}
