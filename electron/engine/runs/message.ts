import { advicePrompt, messagePrompt, withEvents } from '../../../shared/runs/prompt/prompt.ts'
import { newSessionBlock } from '../../../shared/runs/prompt/new-session-block.ts'
import { withWayOut } from '../../../shared/runs/prompt/larger-model.ts'
import { renderEvents } from '../../../shared/events/system-event.ts'
import { DAY } from '../../../shared/base/time.ts'
import { effectiveIntervalMs } from '../../../shared/threads/thread.ts'
import { isPerson, isThreadNumber } from '../agents/rights.ts'
import { liveSession, messagesResume, sessionNamed } from '../agents/sessions.ts'
import type { ConversationRecord } from '../ports/run-record.ts'
import type { StoredSession } from '../ports/records.ts'
import { measuredWork } from '../attempts/told/measured-work.ts'
import { zoneOf } from '../schedule/pace.ts'
import { call } from './call/call.ts'
import { measure } from './measure.ts'
import { on, type Begun, type Ended } from './context.ts'
import { ended } from './ended.ts'
import { admit } from './gates/admit.ts'
import { judgeAnswer, type CalledQuestion } from './judge.ts'
import { openQuestion, type Question } from './open.ts'
import { record } from './record.ts'
import { usdLeftOf } from './call/turn.ts'

/** A message and its answer; a person's own goes on with the thread's session where there is one. */
export const message = (begun: Begun): Promise<Ended> => admit(begun).then(on(answer)).then(record)

async function answer(begun: Begun): Promise<Ended> {
  const { signal } = begun
  const session = sessionOf(begun)
  const end = await ask(questionOf(begun, session))
  const isForgotten = end.end.verdict.fault?.code === 'agent.no_session' && session !== null
  // The runner no longer knows the session: the message is answered all the same, once, in a fresh one.
  return isForgotten && !signal.aborted ? ask(questionOf(begun, null)) : end
}

/** A person's goes on where the last one ended, an intervention in the session of the run that it is about. */
function sessionOf({ run, thread, context }: Begun): StoredSession | null {
  if (isPerson(run.sender)) return liveSession(thread, context, run.startedAt)
  const id = context.desk.interventionOf(run)?.session ?? null
  return id === null ? null : sessionNamed(id, thread, run.startedAt)
}

const ask = (question: Question): Promise<Ended> =>
  openQuestion(question).then(on(call)).then(on(measure)).then(on(judgeMessageRun))

function questionOf(begun: Begun, session: StoredSession | null): Question {
  const { run, thread, context } = begun
  const events = renderEvents(run.events, run.dropped, zoneOf(thread, context.ports))
  const usdLeft = isPerson(run.sender) ? null : usdLeftOf(run, thread, context)
  return {
    ...begun,
    prompt: withWayOut(withEvents(wordsOf(begun, session), events), thread.agent, 'message'),
    // An intervention asks for the work of a daily turn, unattended.
    request: { kind: context.desk.interventionOf(run) === null ? 'message' : 'daily', session, usdLeft },
  }
}

/** Reports of heartbeats older than this are not what a message in a new session is about. */
const RECENT_REPORT_MS = DAY

function wordsOf(begun: Begun, session: StoredSession | null): string {
  const { run, thread, context } = begun
  const text = run.message ?? ''
  const { sender } = run
  if (context.desk.interventionOf(begun.run) !== null)
    return session === null ? [...newSession(begun), text].join('\n\n') : text
  const { ports, settings, store } = context
  const now = ports.clock.now()
  const intervalMs = effectiveIntervalMs(thread, settings.dormantAfterMs, now)
  const to = { role: thread.role, intervalMs }
  if (!isThreadNumber(sender)) {
    const byPerson = isPerson(sender)
    const since = session?.lastActivityAt ?? now - RECENT_REPORT_MS
    const last = byPerson ? store.conversation.lastReport(thread.id, since) : null
    const report = last === null ? null : { text: last.text, agoMs: Math.max(0, now - last.at) }
    return messagePrompt(text, to, { isResumed: session !== null, byPerson, report })
  }
  const from = store.threads.list().find(({ number }) => String(number) === sender)
  return advicePrompt(text, { number: sender ?? '', name: from?.name ?? 'removed' }, to)
}

/** Empty: it is not measured any more. */
function newSession({ thread, context }: Begun): readonly string[] {
  const { number, name, repoPath, agent } = thread
  const measured = measuredWork(thread.id, context.store)
  const isProgram = agent.kind === 'command'
  return measured === null ? [] : [newSessionBlock({ number, name, repoPath, measured, isProgram })]
}

function judgeMessageRun(called: CalledQuestion): Ended {
  const { result } = called.answer
  const { conversation, ...parts } = judgeAnswer(called)
  const consumed = result.status === 'completed'
  const knowledge = consumed && result.text.trim() !== '' ? result.text : null
  const session = sessionAfter(called)
  return ended(called, {
    ...parts,
    conversation: { ...conversation, knowledge, session },
    marks: { consumed },
  })
}

function sessionAfter({ run, thread, context, turn, answer }: CalledQuestion): ConversationRecord['session'] {
  const { turn: used, fault } = answer.result
  if (messagesResume(thread) && isPerson(run.sender) && used?.sessionId != null)
    return {
      runner: turn.start.runner,
      id: used.sessionId,
      lastActivityAt: context.ports.clock.now(),
      totals: used.totals,
      resumed: turn.session?.id ?? null,
    }
  return fault?.code === 'agent.no_session' && isPerson(run.sender) ? null : 'keep'
}
