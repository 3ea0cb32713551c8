import type { ClaimedRun } from '../ports/records.ts'
import type { Begun, RunContext } from './context.ts'
import { broken, ended } from './ending.ts'
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

/** One run, from its claim until it is on record. Never rejects: a bug ends the run that it is in. */
export async function executeRun(run: ClaimedRun, context: RunContext, signal: AbortSignal): Promise<void> {
  const { ports, store, cleanup } = context
  try {
    const thread = store.threads.get(run.threadId)
    if (thread === null) return // removed between claim and start: its rows went with it
    const begun: Begun = { run, thread, startedMs: ports.clock.monotonicMs(), context, signal }
    try {
      await KINDS[run.kind](begun)
    } finally {
      for (const letGo of cleanup) letGo()
    }
  } catch (error) {
    recordBug(run, context, signal, error)
  }
}

/** An assumption broke inside one run: that run is broken, the rest goes on. */
function recordBug(run: ClaimedRun, context: RunContext, signal: AbortSignal, error: unknown): void {
  const { ports, store } = context
  const about = { runId: run.id, threadId: run.threadId }
  ports.log('error', 'bug.caught', { ...about, stack: error instanceof Error ? error.stack : undefined })
  const summary = `Something in Threadbeat broke: ${messageOf(error)}`
  try {
    const thread = store.threads.get(run.threadId)
    if (thread === null) return
    const begun: Begun = { run, thread, startedMs: ports.clock.monotonicMs(), context, signal }
    const verdict = { ...broken({ code: 'bug', message: messageOf(error) }), summary }
    record(ended(begun, { verdict }))
  } catch (again) {
    // The history cannot be written now; the next tick that can settles the run.
    ports.log('error', 'store.failed', { runId: run.id, message: messageOf(again) })
  }
}
