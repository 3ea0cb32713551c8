import { Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConversationEntry } from '../../shared/runs/conversation-entry.ts'
import type { ItemId } from '../../shared/base/ids.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { Hold } from '../../shared/queue/queue.ts'
import { isForAgent } from '../../shared/queue/for-agent.ts'
import { HOLD_WORD } from '../../shared/views/words.ts'
import { OUTCOME_WORD } from '../../shared/runs/outcome-words.ts'
import { useBridge } from '../client/bridge.ts'
import { cancelItem, sendAgain, stopRun } from '../commands/actions/stop.ts'
import { AgentText } from '../kit/text/agent-text.tsx'
import { Attachments } from '../runs/agent/attachments.tsx'
import { Button } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { FateChip } from '../parts/chips.tsx'
import { navigate, runPath } from '../client/navigation.ts'
import { fullTime, tableTime, titleTime, useMinute, useSecond } from '../kit/time.ts'
import { formatDuration } from '../../shared/base/time.ts'
import { CONVERSATION as COPY } from './copy.ts'

/** `place`: in the queue, from 1; null: not known, or not waiting. */
export function Entry({
  entry,
  thread,
  place,
}: {
  entry: ConversationEntry
  thread: ThreadView
  place: number | null
}): ReactNode {
  if (entry.kind === 'report') return <ReportEntry entry={entry} thread={thread} />
  const isMine = entry.from === 'user'
  return (
    <li className="flex flex-col gap-2">
      <article
        aria-label={`${isMine ? 'You' : COPY.entry.otherThread(entry.fromName)}: ${entry.text.slice(0, 80)}`}
        className={`flex max-w-[85%] flex-col gap-0.5 ${isMine ? 'items-end self-end' : 'items-start self-start'}`}
      >
        <Head entry={entry} name={isMine ? 'You' : entry.fromName} at={entry.at}>
          {!isMine && <Chip tone="neutral">{COPY.entry.advice(entry.from)}</Chip>}
        </Head>
        <p
          className={
            'selectable rounded-card border px-3 py-1.5 text-13 whitespace-pre-wrap ' +
            '[overflow-wrap:anywhere] ' +
            `${isMine ? 'border-transparent bg-accent-tint' : 'border-dashed border-line-strong bg-surface'}`
          }
        >
          {entry.text}
        </p>
      </article>
      <Answer entry={entry} thread={thread} place={place} />
    </li>
  )
}

function Head({
  entry,
  name,
  at,
  children,
}: {
  entry: ConversationEntry
  name: string
  at: number
  children?: ReactNode
}): ReactNode {
  const now = useMinute()
  const time = <span title={titleTime(at)}>{tableTime(at, now)}</span>
  return (
    <p className="flex items-center gap-2 text-12 text-ink-3">
      <span className="font-medium text-ink-2">{name}</span>
      {children}
      {entry.runId === null ? (
        time
      ) : (
        <button
          type="button"
          className="rounded-[3px] hover:text-accent hover:underline"
          aria-label={COPY.entry.openRunOf(fullTime(at))}
          onClick={() => entry.runId !== null && navigate(runPath(entry.runId))}
        >
          {time} · run
        </button>
      )}
    </p>
  )
}

function ReportEntry({ entry, thread }: { entry: ConversationEntry; thread: ThreadView }): ReactNode {
  return (
    <li>
      <article
        aria-label={COPY.entry.report(entry.text.slice(0, 80))}
        className="card flex flex-col gap-1.5 rounded-card border border-line bg-surface px-3.5 py-2.5"
      >
        <Head entry={entry} name="Heartbeat" at={entry.at}>
          {entry.outcome !== null && <FateChip fate={entry.outcome} />}
        </Head>
        <AgentText text={entry.text} />
        {entry.runId !== null && (
          <Attachments runId={entry.runId} threadId={thread.id} files={entry.attachments} />
        )}
      </article>
    </li>
  )
}

function Answer({
  entry,
  thread,
  place,
}: {
  entry: ConversationEntry
  thread: ThreadView
  place: number | null
}): ReactNode {
  switch (entry.state) {
    case 'waiting':
      return <WaitingLine entry={entry} thread={thread} place={place} />
    case 'running':
      return <RunningLine entry={entry} thread={thread} />
    case 'failed':
    case 'interrupted':
    case 'stopped':
      return <AskAgain entry={entry} />
    case 'answered':
    case 'reported':
      return (
        <article aria-label={`Answer: ${(entry.reply ?? '').slice(0, 80)}`} className="flex flex-col gap-1.5">
          <Head entry={entry} name={runnerName(thread.agent)} at={entry.repliedAt ?? entry.at}>
            {entry.outcome !== null && entry.outcome !== 'quiet' && <FateChip fate={entry.outcome} />}
          </Head>
          {entry.reply === null || entry.reply === '' ? (
            <p className="text-13 text-ink-3">{entry.summary ?? COPY.entry.silent}</p>
          ) : (
            <AgentText text={entry.reply} />
          )}
          {entry.runId !== null && (
            <Attachments runId={entry.runId} threadId={thread.id} files={entry.attachments} />
          )}
        </article>
      )
  }
}

const LINE = 'flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-12 text-ink-3'
const ordinal = (n: number): string =>
  `${n}${n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`

function WaitingLine({
  entry,
  thread,
  place,
}: {
  entry: ConversationEntry
  thread: ThreadView
  place: number | null
}): ReactNode {
  const app = useBridge()
  const isBehindBeat = entry.hold === 'thread_busy' && thread.running?.kind === 'heartbeat'
  const isKept = isForAgent(entry)
  const why = isBehindBeat ? COPY.entry.behindBeat : holdWords(entry)
  return (
    <p className={LINE}>
      <span>
        {place === null || isKept ? why : COPY.entry.inQueue(place === 1 ? null : ordinal(place), why)}
      </span>
      {isBehindBeat && (
        <Button size="s" onClick={() => void (thread.running !== null && stopRun(app, thread.running.runId))}>
          <Square size={10} fill="currentColor" /> {COPY.entry.stopBeat}
        </Button>
      )}
      <Button size="s" onClick={() => cancelItem(app, entry.id as ItemId)}>
        {isKept ? COPY.entry.takeBack : 'Cancel'}
      </Button>
    </p>
  )
}

const KEPT: Partial<Record<Hold, string>> = { no_agent: COPY.entry.kept }
const holdWords = ({ hold }: ConversationEntry): string =>
  hold === null ? COPY.entry.startsNext : (KEPT[hold] ?? HOLD_WORD[hold])

function RunningLine({ entry, thread }: { entry: ConversationEntry; thread: ThreadView }): ReactNode {
  const app = useBridge()
  const now = useSecond(true)
  const running = thread.running !== null && thread.running.runId === entry.runId ? thread.running : null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12">
      <span className="font-medium text-accent">
        {COPY.entry.working(
          runnerName(thread.agent),
          running === null ? null : formatDuration(Math.max(0, now - running.startedAt)),
        )}
      </span>
      {running?.progress?.current != null && (
        <span className="max-w-[50ch] truncate font-mono text-ink-3">{running.progress.current}</span>
      )}
      {entry.runId !== null && (
        <Button size="s" onClick={() => entry.runId !== null && navigate(runPath(entry.runId))}>
          Watch
        </Button>
      )}
      {entry.runId !== null && (
        <Button size="s" onClick={() => void (entry.runId !== null && stopRun(app, entry.runId))}>
          <Square size={10} fill="currentColor" /> Stop
        </Button>
      )}
    </p>
  )
}

/** Part of it may have been done, so nothing is repeated before a person says so. */
function AskAgain({ entry }: { entry: ConversationEntry }): ReactNode {
  const app = useBridge()
  const { runId } = entry
  const end = (entry.summary ?? COPY.entry.noEnd).replace(/[^.!?…]$/, '$&.')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-line bg-surface px-3.5 py-2 text-13">
      <Chip tone={entry.state === 'failed' ? 'broken' : 'neutral'}>{endWord(entry)}</Chip>
      <p className="selectable min-w-48 flex-1 text-ink-2">
        {isUnstarted(entry) ? COPY.entry.unstarted(end) : COPY.entry.unfinished(end)}
      </p>
      {runId !== null && (
        <Button size="s" onClick={() => navigate(runPath(runId))}>
          {COPY.entry.openRun}
        </Button>
      )}
      {runId !== null && (
        <Button size="s" onClick={() => void sendAgain(app, runId)}>
          {COPY.entry.runAgain}
        </Button>
      )}
    </div>
  )
}

/** Taken back, or given up, while it waited. */
const isUnstarted = ({ outcome }: ConversationEntry): boolean => outcome === 'skipped'

function endWord(entry: ConversationEntry): string {
  const { state, outcome } = entry
  if (isUnstarted(entry)) return OUTCOME_WORD.skipped
  if (state === 'failed') return outcome === null ? 'Failed' : OUTCOME_WORD[outcome]
  return state === 'stopped' ? 'Stopped' : 'Interrupted'
}
