import type { Instant } from '../../../shared/base/time.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { AgentResult } from '../ports/agents.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { RunContext } from '../runs/context.ts'
import { executeRun } from '../runs/run.ts'
import type { ActiveRun } from './active-runs.ts'
import { claimNext, type ClaimParts } from './claim.ts'
import { givePlacesBack, takePlace } from './places.ts'

/** Takes one item after the other out of the queue and begins its run, until nothing may start. */
export function startWhatMay(parts: ClaimParts, now: Instant): void {
  givePlacesBack(parts)
  for (;;) {
    const run = claimNext(parts, now)
    if (run === null) return
    begin(parts, run)
  }
}

/** Does a run that is claimed; when it is over, tells what it left and ticks. */
export function begin(parts: ClaimParts, run: ClaimedRun): void {
  const { ports, pulse, alerts, active } = parts
  const { id: runId, threadId, kind, reasons } = run
  ports.log('info', 'run.started', { threadId, runId, kind, reasons })
  active.begin(
    run,
    (own) => executeRun(run, contextOf(parts, own), own.signal),
    () => {
      alerts.afterRun(run)
      pulse.announce(threadId)
      pulse.tick()
    },
  )
}

/** Settings are those of the start: a run does not change its mind on the way. */
function contextOf(parts: ClaimParts, own: ActiveRun): RunContext {
  const { ports, store, documents, claims, environment, pulse, budget, resting, jobs, alerts, advice, desk } =
    parts
  const wholeOutput = ports.outputs?.begin(own.run.id) ?? null
  return {
    ports,
    store,
    settings: pulse.settings(),
    documents,
    claims,
    budget,
    resting,
    jobs,
    desk,
    advice,
    environment,
    cleanup: [() => void wholeOutput?.end()],
    wholeOutput: wholeOutput && {
      end: () => wholeOutput.end(),
      push(bytes) {
        own.silence.sign()
        return wholeOutput.push(bytes)
      },
    },
    silence: own.silence,
    onDeadline(deadline) {
      own.deadline = deadline
    },
    isEnding: () => !pulse.isRunning(),
    onProgress: (progress) => {
      own.silence.sign()
      own.progress = progress
      pulse.announce(own.run.threadId)
    },
    onOutput(text) {
      own.silence.sign()
      own.output.push(text)
    },
    onLongWait(of) {
      own.place = { is: 'left', for: of }
      store.runs.keepPlan(own.run.id)
      pulse.tick()
    },
    takePlace: () => takePlace(own, parts),
    onResult: (thread: Thread, result: AgentResult) => {
      const notice = resting.learn(thread.agent, result, own.run.id)
      if (notice !== null) alerts.tell(notice)
      pulse.announce(null)
    },
  }
}
