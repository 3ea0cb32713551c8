import type { JobView } from '../../../shared/contract/jobs.ts'
import type { JobAction, JobRun, JobSpec } from '../../../shared/jobs/job.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { relative } from '../kit/text.ts'

export const CATCH_UP_WORD: Record<JobSpec['catchUp'], string> = {
  skip: 'not made up for',
  once: 'made up for once',
  grace: 'made up for once while it is fresh',
}

export const JOB_RUN_WORD: Record<JobRun['state'], string> = {
  waiting: 'waiting',
  running: 'running',
  ok: 'ok',
  failed: 'failed',
  skipped: 'skipped',
  missed: 'missed',
}

/** A failed due time waits for its next try. */
export const isTriedAgain = (run: JobView['lastRun']): boolean =>
  run !== null && run.attempt > 1 && (run.state === 'waiting' || run.state === 'running')

/** Whether and when it runs next, or why not. */
export function stateWords(job: JobView, now: Instant): string {
  const words = timeWords(job, now)
  if (!job.waitsForApproval) return words
  return words === DONE ? 'waits for approval' : `${words}, waits for approval`
}

function timeWords({ problem, pause, nextDueAt, lastRun }: JobView, now: Instant): string {
  if (problem !== null) return `cannot: ${problem}`
  if (pause !== null) return pause.by === 'failures' ? 'paused: it failed too often' : 'paused'
  if (lastRun !== null && isTriedAgain(lastRun)) {
    const when = lastRun.state === 'running' || nextDueAt === null ? '' : `${relative(nextDueAt, now)}, `
    return `${when}tried again after a failure (try ${lastRun.attempt})`
  }
  if (nextDueAt !== null) return relative(nextDueAt, now)
  if (lastRun?.state === 'running') return 'runs now'
  return lastRun?.state === 'waiting' ? 'waits for its turn' : DONE
}
const DONE = 'done'

/** "command: npm audit" */
export function actionWords(action: JobAction): string {
  switch (action.kind) {
    case 'event':
      return `event: ${action.text}`
    case 'agent':
      return `agent: ${action.prompt}`
    case 'command':
      return `command: ${action.argv.join(' ')}`
    case 'reflect':
      return 'reflect: looks back and writes knowledge pages'
  }
}
