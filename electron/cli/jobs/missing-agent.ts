import type { JobView } from '../../../shared/contract/jobs.ts'
import { jobNeedsAgent } from '../../../shared/jobs/job.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { Context } from '../kit/context.ts'
import { chooseAgentWords } from '../threads/kept.ts'
import { plain } from '../kit/text.ts'

/** A job that prompts an agent waits for one where its thread has local checks; it says so at once. */
export function noteMissingAgent(
  cx: Context,
  job: Pick<JobView, 'threadId' | 'action'>,
  { threads }: Snapshot,
): void {
  const thread = threads.find((t) => t.id === job.threadId)
  if (thread?.agent.kind !== 'local' || !jobNeedsAgent(job)) return
  cx.out.note(
    `${thread.number} ${plain(thread.name)} has no agent, so the job waits for one. ${chooseAgentWords(thread)}`,
  )
}
