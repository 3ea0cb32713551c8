import type { ApprovedJob } from '../../../shared/contract/jobs.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { exact, plain } from '../kit/text.ts'
import { findJob } from './find-job.ts'
import { showAction, showCommand } from './show-spec.ts'

/** Shows what the command of a job would execute now, and approves exactly that. */
export async function approveJob(cx: Context, name: string, isSure: boolean): Promise<void> {
  const { client, snapshot, alone } = await snapshotOf(cx)
  const job = await findJob(client, name)
  const { id, threadId, schedule, action } = job
  const { command } = await client.jobs.preview({ id, schedule, executes: { threadId, action } })
  const thread = snapshot.threads.find((t) => t.id === threadId)
  if (action.kind !== 'command') throw new CliError(`${plain(job.name)} runs no command.`)
  if (command === null)
    throw new CliError(`${plain(job.threadName)} is not trusted, so nothing of it is read: threadbeat trust.`)
  cx.out.line(`${exact(job.name)} of ${job.threadNumber} ${exact(job.threadName)}: ${job.words}`)
  showAction(cx, action, thread?.repoPath ?? '')
  showCommand(cx, command, thread?.repoPath ?? '')
  const isApproved = command.fileHash === null || command.approvedAt !== null
  if (isApproved && !job.waitsForApproval) return cx.out.line('It is approved as it is.')
  await requireYes(isSure, 'Approve this command, exactly as shown?', 'Nothing was approved.')
  const { starts } = await client.jobs.approve({ id, hash: command.hash, confirmed: true })
  cx.out.line(
    `Approved. ${starts === null ? `It starts by itself no more: threadbeat job run ${id}` : STARTS[starts]}`,
  )
  if (starts === 'held' && alone !== null)
    cx.out.note('Threadbeat is not running; no job runs until it is started.')
}

const STARTS: Record<NonNullable<ApprovedJob['starts']>, string> = {
  now: 'It starts now.',
  held: 'Its time came while it waited: it starts as soon as nothing holds it.',
  next: 'It starts at its next time.',
}

/** Takes back what was approved of its command, of each content that the files had. */
export async function revokeJob(cx: Context, name: string): Promise<void> {
  const { client } = await cx.session()
  const { id } = await findJob(client, name)
  const job = await client.jobs.revoke({ id })
  cx.out.line(
    `The command of ${plain(job.name)} is not approved any more: its next start asks again. So does all else of ` +
      `${job.threadNumber} ${plain(job.threadName)} that runs the same arguments.`,
  )
}
