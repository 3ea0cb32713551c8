import { ChevronLeft, Ellipsis, HeartPulse, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { formatDuration } from '../../shared/base/time.ts'
import { useBridge, type AppContext } from '../client/bridge.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { useUi } from '../client/ui-state.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import { resume } from '../commands/actions/pause.ts'
import { revealFolder } from '../commands/actions/threads.tsx'
import { trustThread } from '../commands/actions/trust.tsx'
import { THREAD as COMMANDS, type ThreadCommand } from '../commands/thread-commands.ts'
import { threadEntry } from '../commands/thread-menu.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { Menu, type MenuEntry } from '../kit/menu.tsx'
import { FolderPath } from '../kit/text/folder-path.tsx'
import { Ticks } from '../kit/text/ticks.tsx'
import { useMinute } from '../kit/time.ts'
import { BypassChip } from '../parts/bypass.tsx'
import { StateChip } from '../parts/chips.tsx'
import { GitGlance } from '../parts/git-glance.tsx'
import { StateGlyph } from '../parts/glyph.tsx'
import { ReviewButton } from '../parts/approval/review-button.tsx'
import { PauseMenu } from '../parts/pause/pause-menu.tsx'
import { RunningTime } from '../parts/running-time.tsx'
import { AskedTags } from '../parts/tags-dialog.tsx'
import { Standing } from '../wakes/standing.tsx'
import { THREAD } from './copy.ts'
import { OpenMenu } from './open-menu.tsx'
import { stateSentence } from './state-sentence.ts'

/** Which thread it is, how it stands, and what can be done. */
export function ThreadHeader({ thread }: { thread: ThreadView }): ReactNode {
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
            <ReviewButton thread={thread} />
          </div>
          <p dir="auto" className="selectable mt-1 line-clamp-2 max-w-[90ch] text-13 text-ink-2">
            <Ticks text={stateSentence(thread, now)} />
          </p>
          <Facts thread={thread} />
          <Standing thread={thread} />
          <AskedTags />
        </div>
        <Buttons thread={thread} />
      </div>
    </header>
  )
}

function Facts({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-12 text-ink-3">
      <button
        type="button"
        className="max-w-full min-w-0 rounded-[3px] font-mono hover:text-accent hover:underline"
        title={THREAD.head.reveal}
        onClick={() => revealFolder(app, thread.id)}
      >
        <FolderPath path={thread.repoPath} />
      </button>
      {thread.git !== null && <GitGlance git={thread.git} className="text-ink-2" />}
      <span>{runnerName(thread.agent)}</span>
      <span>{thread.intervalMs === 0 ? 'off' : THREAD.head.every(formatDuration(thread.intervalMs))}</span>
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
  )
}

function Buttons({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  return (
    <div className="flex shrink-0 flex-wrap gap-2 max-[760px]:shrink">
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
      <BeatButton thread={thread} />
      <Menu
        trigger={
          <Button size="icon" className="!size-8" aria-label="More">
            <Ellipsis size={16} />
          </Button>
        }
        entries={menuOf(app, thread)}
      />
    </div>
  )
}

function BeatButton({ thread }: { thread: ThreadView }): ReactNode {
  const app = useBridge()
  const isAsked = useUi((s) => s.asked.has(thread.id))
  if (!thread.trusted)
    return (
      <Button look="primary" onClick={() => void trustThread(app, thread)}>
        Trust…
      </Button>
    )
  return (
    <Button look="primary" disabled={isAsked} onClick={() => beatThread(app, thread)}>
      <HeartPulse size={15} /> {beatWord(thread, isAsked)} <Kbd keys="B" />
    </Button>
  )
}

function beatWord({ running, waiting }: ThreadView, isAsked: boolean): string {
  if (running !== null) return running.kind === 'heartbeat' ? THREAD.head.watchBeat : THREAD.head.watchRun
  return isAsked || waiting.some((w) => w.class === 'manual') ? 'Queued' : THREAD.head.beat
}

const MENU: readonly (readonly ThreadCommand[])[] = [
  [COMMANDS.beatQuick, COMMANDS.beatHourly, COMMANDS.beatDaily],
  [COMMANDS.write, COMMANDS.edit, COMMANDS.attempts, COMMANDS.pin, COMMANDS.tags],
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
