import type { SessionView } from '../../../shared/contract/conversation.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { SessionMode } from '../../../shared/threads/modes.ts'
import { shortMomentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { iso, plain, relative } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'

export const sessionCommand: Define = (command, cx) =>
  command
    .description('the session that a thread’s agent goes on with')
    .argument('<thread>', THREAD_WORDS)
    .option('--forget', 'end it: the next message begins a new one')
    .option('--json', 'for programs')
    .action((name: string, o: { forget?: true; json?: true }) => session(cx, name, o))

async function session(
  cx: Context,
  name: string,
  { forget, json }: { forget?: true; json?: true },
): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const stored = await client.conversation.session({ id: thread.id })
  if (forget === true) await client.conversation.forget({ id: thread.id })
  if (json === true)
    return cx.out.json(stored === null || forget === true ? null : sessionJson(stored, thread))
  const who = `${thread.number} ${plain(thread.name)}`
  if (forget === true)
    return cx.out.line(
      stored === null
        ? `${who} had no session.`
        : `The session of ${who} is over; the next message begins a new one.`,
    )
  if (stored === null) return cx.out.line(`${who} has no session: ${NO_SESSION[thread.session]}.`)
  showSession(cx, stored, thread, faceOf(snapshot.fleet))
}

const NO_SESSION: Record<SessionMode, string> = {
  messages: 'the next message begins one',
  resume: 'the next message begins one, or a beat that you ask for',
  oneshot: 'each run has a fresh one',
}

const sessionJson = (stored: SessionView, thread: ThreadView) => ({
  ...stored,
  lastActivityAt: iso(stored.lastActivityAt),
  expiresAt: iso(stored.expiresAt),
  mode: thread.session,
})

function showSession(cx: Context, stored: SessionView, thread: ThreadView, face: ClockFace): void {
  cx.out.table([
    ['Session', stored.id],
    ['Runner', runnerName(thread.agent)],
    ['Last used', relative(stored.lastActivityAt, cx.now())],
    [
      'Over',
      `${relative(stored.expiresAt, cx.now())}, at ${shortMomentText(stored.expiresAt, cx.now(), face)}, if no ` +
        'message uses it',
    ],
    [
      'Used by',
      {
        messages: 'messages; beats begin anew',
        resume: 'messages and beats',
        oneshot: `nobody: each run has a fresh one, until: threadbeat set session messages --thread ${thread.number}`,
      }[thread.session],
    ],
  ])
}
