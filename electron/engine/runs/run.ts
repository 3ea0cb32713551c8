import { fault } from '../../../shared/base/faults.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Begun, RunContext } from './context.ts'
import { createDeadline, RunIsOver, type Deadline, type Overdue } from '../pulse/deadline.ts'
import { broken, ended, STOPPED } from './ended.ts'
import { heartbeat } from './heartbeat.ts'
import { job } from './job.ts'
import { message } from './message.ts'
import { record } from './record.ts'
import { messageOf } from '../../../shared/base/error-message.ts'

const KINDS: Readonly<Record<ClaimedRun['kind'], (begun: Begun) => Promise<unknown>>> = {
  heartbeat,
  message,
  job,
}

/**
 * One run, from its claim until it is on record. Never rejects: a bug ends the run that it is in. Comes back
 * at its deadline at the latest, also where a step of it does not.
 */
export function executeRun(run: ClaimedRun, context: RunContext, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isOver = false
    const attempt: Attempt = {
      run,
      context,
      deadline: createDeadline(context.ports.clock, signal, (why) => {
        settle(attempt, (begun) => giveUp(begun, why))
        over()
      }),
    }
    context.onDeadline(attempt.deadline)
    function over(): void {
      if (isOver) return
      isOver = true
      attempt.deadline.clear()
      for (const letGo of context.cleanup) letGo()
      resolve()
    }
    void work(attempt).then(over)
  })
}

interface Attempt {
  readonly run: ClaimedRun
  readonly context: RunContext
  readonly deadline: Deadline
}

async function work(attempt: Attempt): Promise<void> {
  const { run, context } = attempt
  try {
    const begun = begunOf(attempt)
    if (begun !== null) await KINDS[run.kind](begun)
  } catch (error) {
    if (error instanceof RunIsOver) return
    const about = { runId: run.id, threadId: run.threadId }
    const stack = error instanceof Error ? error.stack : undefined
    context.ports.log('error', 'bug.caught', { ...about, stack })
    settle(attempt, (begun) => recordBug(begun, error))
  }
}

/** null: the thread was removed between claim and start, and its rows went with it. */
function begunOf({ run, context, deadline }: Attempt): Begun | null {
  const thread = context.store.threads.get(run.threadId)
  if (thread === null) return null
  return { run, thread, context, signal: deadline.signal, deadline }
}

/** Where the history cannot be written now, the next tick that can settles the run. */
function settle(attempt: Attempt, write: (begun: Begun) => void): void {
  const { run, context, deadline } = attempt
  try {
    const begun = begunOf(attempt)
    if (begun !== null && !deadline.isRecorded()) write(begun)
  } catch (error) {
    context.ports.log('error', 'store.failed', { runId: run.id, message: messageOf(error) })
  }
}

function giveUp(begun: Begun, why: Overdue): void {
  const verdict = why.kind === 'stopped' ? STOPPED : broken(fault('run.overdue', why.message))
  record(ended(begun, { verdict }))
}

/** An assumption broke inside one run: that run is broken, the rest goes on. */
function recordBug(begun: Begun, error: unknown): void {
  const summary = `Something in Threadbeat broke: ${messageOf(error)}`
  record(ended(begun, { verdict: { ...broken({ code: 'bug', message: messageOf(error) }), summary } }))
}
