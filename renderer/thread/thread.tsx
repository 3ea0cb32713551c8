import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { Button } from '../kit/button.tsx'
import { Empty, Skeleton } from '../kit/parts.tsx'
import { RunList } from '../runs/run-list.tsx'
import { Conversation } from '../conversation/conversation.tsx'
import { THREAD } from './copy.ts'
import { MissingFolder } from './missing-folder.tsx'
import { bind, useKeys } from '../commands/scopes.ts'
import { PAGE_COMMANDS, TAB_COMMANDS } from '../commands/thread-commands.ts'
import { later } from '../client/later.tsx'
import { useThread } from '../client/live.ts'
import {
  navigate,
  PLACES,
  tabKeys,
  THREAD_TABS,
  threadPath,
  useHashSearch,
  type ThreadTab,
} from '../client/navigation.ts'
import { ThreadSettings } from './settings/thread-settings.tsx'
import { Timeline } from '../wakes/timeline.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { ThreadOverview } from './thread-overview.tsx'

// The editor is half of the window's code, and most visits do without it.
const HeartbeatEditor = later(async () => (await import('../playbook/editor.tsx')).HeartbeatEditor, {
  meanwhile: <Skeleton rows={10} height={32} />,
  isLarge: true,
})

const TAB_WORD: Record<ThreadTab, string> = {
  overview: 'Overview',
  file: 'HEARTBEAT.md',
  runs: 'Runs',
  conversation: 'Conversation',
  activity: 'Activity',
  settings: 'Settings',
}

export function ThreadPage({ id }: { id: ThreadId }): ReactNode {
  const thread = useThread(id)
  const asked = useHashSearch().get('tab') as ThreadTab | null
  const tab = asked !== null && THREAD_TABS.includes(asked) ? asked : 'overview'
  const here = (): ThreadView | null => thread ?? null
  // A list on the page has keys of its own, and hears them first.
  useKeys([...TAB_COMMANDS, ...PAGE_COMMANDS].map((command) => bind(command, here)))
  if (thread === undefined) {
    return (
      <Empty
        title={THREAD.gone.title}
        text={THREAD.gone.text}
        actions={<Button onClick={() => navigate(PLACES.today)}>{THREAD.gone.back}</Button>}
      />
    )
  }
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-1 flex-col px-7 pt-4 pb-8 max-[1000px]:px-5">
      <ThreadHeader thread={thread} />
      <div className="mt-3 empty:hidden [&>[role=status]]:mb-0">
        <MissingFolder thread={thread} />
      </div>
      <Tabs.Root
        value={tab}
        onValueChange={(to) => navigate(threadPath(id, to as ThreadTab), { replace: true })}
        className="mt-3 flex flex-1 flex-col"
      >
        <TabList thread={thread} />
        <Panels thread={thread} />
      </Tabs.Root>
    </div>
  )
}

function TabList({ thread }: { thread: ThreadView }): ReactNode {
  return (
    <Tabs.List className="mb-4 flex flex-wrap gap-x-1 border-b border-line">
      {THREAD_TABS.map((t) => (
        <Tabs.Tab
          key={t}
          value={t}
          title={tabKeys(t).replace('+', ' ')}
          className="-mb-px flex h-9 items-center gap-2 border-b-2 border-transparent px-3 text-13 text-ink-2 hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink"
        >
          {TAB_WORD[t]}
          <TabCounts tab={t} thread={thread} />
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

/** What waits behind a tab. */
function TabCounts({ tab, thread }: { tab: ThreadTab; thread: ThreadView }): ReactNode {
  switch (tab) {
    case 'overview':
      return <Count n={thread.permissionsWanted} what={THREAD.tabs.permissions} />
    case 'file':
      return <Count n={thread.doc?.problems ?? 0} what={THREAD.tabs.problems} />
    case 'conversation':
      return <Waiting n={thread.waiting.filter((w) => w.kind === 'message').length} />
    case 'activity':
      return <Waiting n={thread.events} />
    case 'settings':
      return (
        <>
          <Count n={thread.approvalsWanted} what={THREAD.tabs.commands} />
          <Count n={thread.config?.problems.length ?? 0} what={THREAD.tabs.config} />
        </>
      )
    case 'runs':
      return null
  }
}

const Waiting = ({ n }: { n: number }): ReactNode =>
  n > 0 && (
    <span className="rounded-full bg-neutral-tint px-1.5 text-11 text-ink-2">
      {n}
      <span className="sr-only">{THREAD.tabs.waiting}</span>
    </span>
  )

const Count = ({ n, what }: { n: number; what: (n: number) => string }): ReactNode =>
  n > 0 && (
    <span className="rounded-full bg-alert-tint px-1.5 text-11 text-alert">
      {n}
      <span className="sr-only"> {what(n)}</span>
    </span>
  )

function Panels({ thread }: { thread: ThreadView }): ReactNode {
  const { id } = thread
  return (
    <>
      <Tabs.Panel value="overview">
        <ThreadOverview thread={thread} />
      </Tabs.Panel>
      <Tabs.Panel value="file" className="flex min-h-0 flex-1 flex-col outline-none">
        <HeartbeatEditor key={id} thread={thread} />
      </Tabs.Panel>
      <Tabs.Panel value="runs">
        <RunList threadId={id} />
      </Tabs.Panel>
      <Tabs.Panel value="conversation" className="flex min-h-0 flex-1 flex-col outline-none">
        <Conversation thread={thread} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <Timeline thread={thread} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <ThreadSettings thread={thread} />
      </Tabs.Panel>
    </>
  )
}
