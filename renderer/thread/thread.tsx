import { Tabs } from '@base-ui/react/tabs'
import { ChevronLeft, Ellipsis, HeartPulse, Pause, Play } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { formatDuration } from '../../shared/base/time.ts'
import { useBridge, type AppContext } from '../client/bridge.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { BypassChip } from '../parts/bypass.tsx'
import { StateChip } from '../parts/chips.tsx'
import { GitGlance } from '../parts/git-glance.tsx'
import { StateGlyph } from '../parts/glyph.tsx'
import { Menu, type MenuEntry } from '../kit/menu.tsx'
import { Empty, Skeleton } from '../kit/parts.tsx'
import { PauseMenu } from '../parts/pause/pause-menu.tsx'
import { RunList } from '../runs/run-list.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { Conversation } from '../conversation/conversation.tsx'
import { THREAD } from './copy.ts'
import { RunningTime } from '../parts/running-time.tsx'
import { MissingFolder } from './missing-folder.tsx'
import { OpenMenu } from './open-menu.tsx'
import { beatThread } from '../commands/actions/beat.tsx'
import { resume } from '../commands/actions/pause.ts'
import { revealFolder } from '../commands/actions/threads.tsx'
import { trustThread } from '../commands/actions/trust.tsx'
import { threadEntry } from '../commands/thread-menu.ts'
import { bind, useKeys } from '../commands/scopes.ts'
import {
  PAGE_COMMANDS,
  TAB_COMMANDS,
  THREAD as COMMANDS,
  type ThreadCommand,
} from '../commands/thread-commands.ts'
import { stateSentence } from './state-sentence.ts'
import { AskedTags } from '../parts/tags-dialog.tsx'
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
import { homePath } from '../kit/text/shown-path.ts'
import { ThreadSettings } from './settings/thread-settings.tsx'
import { useMinute } from '../kit/time.ts'
import { useUi } from '../client/ui-state.ts'
import { Standing } from '../wakes/standing.tsx'
import { Timeline } from '../wakes/timeline.tsx'
import { ThreadOverview } from './thread-overview.tsx'

// The editor is half of the window's code, and most visits do without it.
const HeartbeatEditor = lazy(async () => ({
  default: (await import('../playbook/editor.tsx')).HeartbeatEditor,
}))

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
  const messages = thread.waiting.filter((w) => w.kind === 'message').length
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
        <Tabs.List className="mb-4 flex gap-1 border-b border-line">
          {THREAD_TABS.map((t) => (
            <Tabs.Tab
              key={t}
              value={t}
              title={tabKeys(t).replace('+', ' ')}
              className="-mb-px flex h-9 items-center gap-2 border-b-2 border-transparent px-3 text-13 text-ink-2 hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink"
            >
              {TAB_WORD[t]}
              {t === 'settings' && thread.approvalsWanted > 0 && (
                <Count n={thread.approvalsWanted} what={THREAD.tabs.commands} />
              )}
              {t === 'overview' && thread.permissionsWanted > 0 && (
                <Count n={thread.permissionsWanted} what={THREAD.tabs.permissions} />
              )}
              {t === 'conversation' && messages > 0 && (
                <span className="rounded-full bg-neutral-tint px-1.5 text-11 text-ink-2">
                  {messages}
                  <span className="sr-only">{THREAD.tabs.waiting}</span>
                </span>
              )}
              {t === 'activity' && thread.events > 0 && (
                <span className="rounded-full bg-neutral-tint px-1.5 text-11 text-ink-2">
                  {thread.events}
                  <span className="sr-only">{THREAD.tabs.waiting}</span>
                </span>
              )}
              {t === 'settings' && (thread.config?.problems.length ?? 0) > 0 && (
                <Count n={thread.config?.problems.length ?? 0} what={THREAD.tabs.config} />
              )}
              {t === 'file' && (thread.doc?.problems ?? 0) > 0 && (
                <Count n={thread.doc?.problems ?? 0} what="problems" />
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <ThreadOverview thread={thread} />
        </Tabs.Panel>
        <Tabs.Panel value="file" className="flex min-h-0 flex-1 flex-col outline-none">
          <Suspense fallback={<Skeleton rows={10} height={32} />}>
            <HeartbeatEditor key={id} thread={thread} />
          </Suspense>
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
      </Tabs.Root>
    </div>
  )
}

const Count = ({ n, what }: { n: number; what: string }): ReactNode => (
  <span className="rounded-full bg-alert-tint px-1.5 text-11 text-alert">
    {n}
    <span className="sr-only"> {what}</span>
  </span>
)

function ThreadHeader({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  const isAsked = useUi((s) => s.asked.has(thread.id))
  const now = useMinute(thread.last?.finishedAt)
  return (
    <header>
      <button
        type="button"
        onClick={() => navigate(PLACES.threads)}
        className="-ml-1 mb-1 flex items-center rounded-control px-1 text-12 text-ink-3 hover:text-ink"
      >
        <ChevronLeft size={14} /> Threads
      </button>
      <div className="flex items-start gap-4 max-[760px]:flex-wrap">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="flex min-w-0 items-center gap-3">
              <StateGlyph state={thread.state} size={20} />
              <h1 className="truncate text-20 font-semibold tracking-[-0.01em]">{thread.name}</h1>
            </span>
            <StateChip state={thread.state} />
            <BypassChip thread={thread} long />
            <RunningTime thread={thread} />
          </div>
          <p className="selectable mt-1 line-clamp-2 max-w-[90ch] text-13 text-ink-2">
            <Ticks text={stateSentence(thread, now)} />
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-12 text-ink-3">
            <button
              type="button"
              className="truncate rounded-[3px] font-mono hover:text-accent hover:underline"
              title={THREAD.head.reveal}
              onClick={() => revealFolder(app, thread.id)}
            >
              {homePath(thread.repoPath)}
            </button>
            <GitGlance git={thread.git} />
            <span>{runnerName(thread.agent)}</span>
            <span>
              {thread.intervalMs === 0 ? 'off' : THREAD.head.every(formatDuration(thread.intervalMs))}
            </span>
            <span>{THREAD.head.number(thread.number)}</span>
            {thread.tags.map((tag) => (
              <button
                key={tag}
                type="button"
                title={THREAD.head.tagged(tag)}
                className="min-h-6 rounded-full border border-line px-2 text-11 hover:border-line-strong"
                onClick={() => navigate(`${PLACES.threads}?tag=${encodeURIComponent(tag)}`)}
              >
                {tag}
              </button>
            ))}
          </p>
          <Standing thread={thread} />
          <AskedTags />
        </div>
        <div className="flex shrink-0 flex-wrap gap-2">
          <OpenMenu thread={thread} />
          {thread.pause !== null ? (
            <Button onClick={() => resume(app, thread)}>
              <Play size={14} /> Resume
            </Button>
          ) : (
            <PauseMenu
              thread={thread}
              trigger={
                <Button>
                  <Pause size={14} /> Pause
                </Button>
              }
            />
          )}
          {thread.trusted ? (
            <Button look="primary" disabled={isAsked} onClick={() => beatThread(app, thread)}>
              <HeartPulse size={15} />{' '}
              {thread.running !== null
                ? thread.running.kind !== 'heartbeat'
                  ? THREAD.head.watchRun
                  : THREAD.head.watchBeat
                : isAsked || thread.waiting.some((w) => w.class === 'manual')
                  ? 'Queued'
                  : THREAD.head.beat}{' '}
              <Kbd keys="B" />
            </Button>
          ) : (
            <Button look="primary" onClick={() => void trustThread(app, thread)}>
              Trust…
            </Button>
          )}
          <Menu
            trigger={
              <Button size="icon" className="!size-8" aria-label="More">
                <Ellipsis size={16} />
              </Button>
            }
            entries={menuOf(app, thread)}
          />
        </div>
      </div>
    </header>
  )
}

const MENU: readonly (readonly ThreadCommand[])[] = [
  [COMMANDS.beatQuick, COMMANDS.beatHourly, COMMANDS.beatDaily],
  [COMMANDS.write, COMMANDS.edit, COMMANDS.pin, COMMANDS.tags],
  [COMMANDS.remove],
]
/** Its key stands beside no line here: they are those of the page. */
const menuOf = (app: AppContext, thread: ThreadView): readonly (MenuEntry | null)[] =>
  MENU.flatMap((group, i) => [
    ...(i === 0 ? [] : [null]),
    ...group.map((command): MenuEntry => {
      const { keys: _, ...entry } = threadEntry(app, command, thread)
      return entry
    }),
  ])
