import type { JobPreview, JobView } from '../../../shared/contract/jobs.ts'
import { formatDuration, type Instant } from '../../../shared/base/time.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { plain, relative } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'
import { findJob } from './find-job.ts'
import { jobJson } from './job-json.ts'
import { CATCH_UP_WORD, isTriedAgain, JOB_RUN_WORD, stateWords } from './job-words.ts'
import { showAction, showCommand, showFires } from './show-spec.ts'

export async function showJob(cx: Context, name: string, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const j = await findJob(client, name)
  if (json) return cx.out.json(jobJson(j))
  const { threadId, action } = j
  const preview = await client.jobs.preview({
    schedule: j.schedule,
    id: j.id,
    executes: { threadId, action },
  })
  cx.out.line(`${cx.out.colors.bold(plain(j.name))}  ${j.id}`)
  cx.out.table([
    ['Thread', `${j.threadNumber} ${j.threadName}`],
    ['When', j.words],
    ['Next', stateWords(j, cx.now())],
    [
      'Missed',
      `${CATCH_UP_WORD[j.catchUp]}${j.catchUp === 'grace' ? ` (${formatDuration(j.graceMs)})` : ''}`,
    ],
    ['Spread', j.spread ? 'up to five minutes after a full hour' : 'exactly on time'],
    [
      'Wake',
      j.wake === 'now'
        ? 'its event asks for a beat'
        : 'its event waits for the next beat; run by hand, it asks for one',
    ],
    ...approvalRow(j, preview),
    ...(j.failures > 0 ? [['Failures', `${j.failures} in a row`]] : []),
    // What waits stands behind Next; of the try before it nothing else is known here.
    ...(j.lastRun === null || j.lastRun.state === 'waiting'
      ? []
      : [['Last', lastWords(j.lastRun, cx.now())]]),
  ])
  if (j.pause === null && !(j.schedule.kind === 'at' && isTriedAgain(j.lastRun)))
    showFires(cx, j, preview, faceOf(snapshot.fleet))
  const folder = snapshot.threads.find((t) => t.id === j.threadId)?.repoPath ?? ''
  showAction(cx, j.action, folder)
  if (preview.command !== null) showCommand(cx, preview.command, folder)
}

/** Where a person is asked, now or at the next start. */
function approvalRow(j: JobView, { command }: JobPreview): string[][] {
  const how = `threadbeat job approve ${j.id}`
  if (j.waitsForApproval) return [['Approval', `waits for yours: ${how}`]]
  return command === null || command.fileHash === null || command.approvedAt !== null
    ? []
    : [['Approval', `not approved as it is now, its next start asks: ${how}`]]
}

function lastWords(run: NonNullable<JobView['lastRun']>, now: Instant): string {
  const when = relative(run.startedAt ?? run.dueAt, now)
  return `${when}, ${JOB_RUN_WORD[run.state]}${run.summary === null ? '' : `: ${run.summary}`}`
}
