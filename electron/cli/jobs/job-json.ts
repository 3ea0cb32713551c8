import type { JobView } from '../../../shared/contract/jobs.ts'
import type { JobRun } from '../../../shared/jobs/job.ts'
import { shownVariable } from '../../../shared/base/secrets/shown-variable.ts'
import { iso } from '../kit/text.ts'

export const jobJson = (j: JobView) => ({
  id: j.id,
  name: j.name,
  thread: { id: j.threadId, number: j.threadNumber, name: j.threadName },
  schedule: j.schedule,
  words: j.words,
  action:
    j.action.kind === 'command'
      ? {
          ...j.action,
          env: Object.fromEntries(
            Object.entries(j.action.env).map(([name, value]) => [name, shownVariable(name, value)]),
          ),
        }
      : j.action,
  catchUp: j.catchUp,
  graceMs: j.graceMs,
  spread: j.spread,
  wake: j.wake,
  paused: j.pause === null ? null : { by: j.pause.by, at: iso(j.pause.at) },
  nextDueAt: iso(j.nextDueAt),
  problem: j.problem,
  failures: j.failures,
  waitsForApproval: j.waitsForApproval,
  lastRun: j.lastRun === null ? null : jobRunJson(j.lastRun),
})

export const jobRunJson = (r: JobRun) => ({
  dueAt: iso(r.dueAt),
  state: r.state,
  byHand: r.byHand,
  attempt: r.attempt,
  count: r.count,
  run: r.runId,
  startedAt: iso(r.startedAt),
  finishedAt: iso(r.finishedAt),
  summary: r.summary,
})
