import { advicePrompt, messagePrompt, withEvents } from '../../../shared/runs/prompt.ts'
import { renderEvents } from '../../../shared/events/system-event.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { askAgent } from './agent-call.ts'
import { isPerson, isThreadNumber, liveSession, resumesSession, usdLeftOf } from './agent-turn.ts'
import type { Finish, RunContext } from './execute-run.ts'
import { zoneOf } from '../schedule/pace.ts'
import type { ConversationRecord } from '../ports/ending.ts'
import type { ClaimedRun, StoredSession } from '../ports/records.ts'
import type { EndParts } from './ending.ts'

/** A message and its answer; a person's own goes on with the thread's session where there is one. */
export async function workMessage(
  run: ClaimedRun,
  thread: Thread,
  context: RunContext,
  finish: Finish,
  signal: AbortSignal,
): Promise<void> {
  const { ports, store } = context
  const text = run.message ?? ''
  const isOwn = isPerson(run.sender)
  const stored = isOwn ? liveSession(thread, context, run.startedAt) : null
  let end = await answer(stored)
  // The runner no longer knows the session: the message is answered all the same, once, in a fresh one.
  if (end.verdict.fault?.code === 'agent.no_session' && stored !== null && !signal.aborted)
    end = await answer(null)
  finish(end)

  async function answer(session: StoredSession | null): Promise<EndParts> {
    const prompt = withEvents(
      asked(session !== null),
      renderEvents(run.events, run.dropped, zoneOf(thread, ports)),
    )
    const { turn, result, end } = await askAgent(
      run,
      thread,
      prompt,
      { kind: 'message', session, usdLeft: isOwn ? null : usdLeftOf(run, thread, context) },
      context,
      signal,
    )
    const kept: ConversationRecord['session'] =
      resumesSession(thread) && isOwn && result.turn?.sessionId != null
        ? {
            runner: turn.start.runner,
            id: result.turn.sessionId,
            lastActivityAt: ports.clock.now(),
            totals: result.turn.totals,
            resumed: session?.id ?? null,
          }
        : result.fault?.code === 'agent.no_session'
          ? null
          : 'keep'
    const completed = result.status === 'completed'
    return {
      ...end,
      conversation: {
        ...end.conversation,
        session: kept,
        knowledge: completed && result.text.trim() !== '' ? result.text : null,
      },
      marks: { consumed: completed },
    }
  }

  function asked(resumed: boolean): string {
    if (!isThreadNumber(run.sender)) return messagePrompt(text, thread.role, resumed)
    const sender = store.threads.list().find((t) => String(t.number) === run.sender)
    return advicePrompt(text, { number: run.sender ?? '', name: sender?.name ?? 'removed' }, thread.role)
  }
}
