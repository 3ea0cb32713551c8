import type { JobView } from '../../../shared/contract/jobs.ts'
import { jobNeedsAgent } from '../../../shared/jobs/job.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import type { Client } from '../kit/socket-client.ts'
import { plain } from '../kit/text.ts'
import { findJob } from './find-job.ts'
import { noteMissingAgent } from './missing-agent.ts'

export async function runJob(cx: Context, name: string): Promise<void> {
  const { client, snapshot, alone } = await snapshotOf(cx)
  const job = await findJob(client, name)
  const isKept =
    jobNeedsAgent(job) && snapshot.threads.find((t) => t.id === job.threadId)?.agent.kind === 'local'
  await client.jobs.run({ id: job.id })
  tell(cx, job, isKept ? 'is kept, and starts when it has an agent' : 'is started', alone !== null)
  noteMissingAgent(cx, job, snapshot)
}
export const pauseJob = (cx: Context, name: string): Promise<void> =>
  act(cx, name, (client, { id }) => client.jobs.pause({ id }), 'is paused')
export const resumeJob = (cx: Context, name: string): Promise<void> =>
  act(cx, name, (client, { id }) => client.jobs.resume({ id }), 'goes on')

async function act(
  cx: Context,
  name: string,
  call: (client: Client, job: JobView) => Promise<unknown>,
  words: string,
): Promise<void> {
  const { client, alone } = await cx.session()
  const job = await findJob(client, name)
  await call(client, job)
  tell(cx, job, words, alone !== null)
}

function tell(cx: Context, job: JobView, words: string, isAlone: boolean): void {
  cx.out.line(`${plain(job.name)} of ${job.threadNumber} ${plain(job.threadName)} ${words}.`)
  if (isAlone) cx.out.note('Threadbeat is not running; no job runs until it is started.')
}

export async function removeJob(cx: Context, name: string, isSure: boolean): Promise<void> {
  const { client } = await cx.session()
  const job = await findJob(client, name)
  await requireYes(
    isSure,
    `Remove the job ${plain(job.name)} of ${job.threadNumber} ${plain(job.threadName)} and its history?`,
    'Nothing was removed.',
  )
  await client.jobs.remove({ id: job.id })
  cx.out.line(`Removed ${plain(job.name)}.`)
}
