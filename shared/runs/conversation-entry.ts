import type { RunId } from '../base/ids.ts'
import type { Instant } from '../base/time.ts'
import type { Hold } from '../queue/queue.ts'
import type { Attachment, RunOutcome } from './run.ts'

/** One entry of a thread's conversation. */
export interface ConversationEntry {
  readonly id: string // of the run, or of the item while it waits
  readonly kind: 'message' | 'report' // report: what a heartbeat found
  readonly at: number // written, or reported
  readonly from: string // 'user', a thread's number, or 'agent' for a report
  readonly fromName: string // You, a thread's name, or the runner's
  readonly text: string // of the message; for a report: what it says
  readonly state: 'waiting' | 'running' | 'answered' | 'failed' | 'interrupted' | 'stopped' | 'reported'
  readonly hold: Hold | null // while waiting; null: it waits no more, or starts next
  readonly reply: string | null // null: none yet; '' : answered without a word
  readonly repliedAt: number | null // null: not yet
  readonly runId: RunId | null // null: it waits, or was taken back
  readonly outcome: RunOutcome | null // null: its run has not ended
  readonly summary: string | null // null: its run has not ended
  readonly attachments: readonly Attachment[]
}

/** A message, or a heartbeat that had something to tell, as it is on record. */
export interface TalkRecord {
  readonly id: RunId
  readonly kind: 'message' | 'heartbeat' | 'job'
  readonly message: string | null // of messages
  readonly sender: string | null // 'user' or a thread's number; null: the user
  readonly senderName: string | null // of a thread that is still there
  readonly at: Instant // written
  readonly finishedAt: Instant | null
  readonly outcome: RunOutcome | null // null: running
  readonly summary: string | null
  readonly reply: string
  readonly report: string | null // of heartbeats
  readonly runner: string
  readonly attachments: readonly Attachment[] | null // null: the details are gone
}

export const talkEntry = (talk: TalkRecord): ConversationEntry => ({
  ...(talk.kind === 'message' ? messageOf(talk) : reportOf(talk)),
  id: talk.id,
  hold: null,
  runId: talk.id,
  outcome: talk.outcome,
  summary: talk.summary,
  attachments: talk.attachments ?? [],
})

type Part = Pick<
  ConversationEntry,
  'kind' | 'at' | 'from' | 'fromName' | 'text' | 'state' | 'reply' | 'repliedAt'
>

function messageOf({ message, sender, senderName, at, finishedAt, outcome, reply }: TalkRecord): Part {
  const from = sender ?? 'user'
  return {
    kind: 'message',
    at,
    from,
    fromName: from === 'user' ? 'You' : (senderName ?? `Thread ${from}`),
    text: message ?? '',
    state: outcome === null ? 'running' : (END_STATE[outcome] ?? 'answered'),
    reply: outcome === null ? null : reply,
    repliedAt: finishedAt,
  }
}

const reportOf = ({ report, runner, at, finishedAt }: TalkRecord): Part => ({
  kind: 'report',
  at: finishedAt ?? at,
  from: 'agent',
  fromName: runner,
  text: report ?? '',
  state: 'reported',
  reply: null,
  repliedAt: null,
})

const END_STATE: Partial<Record<RunOutcome, ConversationEntry['state']>> = {
  broken: 'failed',
  blocked: 'failed',
  stopped: 'stopped',
  skipped: 'stopped',
  interrupted: 'interrupted',
}
