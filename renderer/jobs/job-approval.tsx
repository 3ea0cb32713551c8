import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import type { JobView } from '../../shared/contract/jobs.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useThread } from '../client/live.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Skeleton } from '../kit/parts.tsx'
import { JobAsItRuns } from './as-it-runs.tsx'
import { JOB_APPROVAL_COPY as COPY } from './copy.ts'
import { sentence } from './words.ts'

/** What the command of a job would execute now, beside what was approved, and the answers to it. */
export function JobApproval({ job, onClose }: { job: JobView; onClose: () => void }): ReactNode {
  const { api } = useBridge()
  const { id, threadId, action, schedule } = job
  const thread = useThread(threadId)
  const input = { id, schedule, executes: { threadId, action } }
  // Exactly what was shown is approved: it is not exchanged under the person's hand.
  const shown = useQuery(
    api.jobs.preview.queryOptions({ input, staleTime: Infinity, gcTime: 0, refetchOnMount: 'always' }),
  )
  const approve = useWrite(api.jobs.approve, {
    stale: [api.jobs.key()],
    showsFailure: true,
    done: ({ nextDueAt }) => COPY.done(nextDueAt !== null),
  })
  const command = shown.data?.command ?? null
  const problem = approve.error ?? shown.error
  return (
    <Dialog
      open
      onClose={onClose}
      width={680}
      title={COPY.title(revealHidden(job.name))}
      description={COPY.about}
      footer={
        <>
          {problem !== null && (
            <p role="alert" className="mr-auto max-w-[60%] text-12 text-urgent">
              {messageOf(problem)}{' '}
              <Button
                size="s"
                onClick={() => {
                  approve.reset()
                  void shown.refetch()
                }}
              >
                {COPY.again}
              </Button>
            </p>
          )}
          <Button onClick={onClose}>{COPY.notNow}</Button>
          <Button
            look="primary"
            disabled={command === null || approve.isPending || problem !== null}
            onClick={() => {
              if (command !== null)
                approve.mutate({ id, hash: command.hash, confirmed: true }, { onSuccess: onClose })
            }}
          >
            {COPY.approve}
          </Button>
        </>
      }
    >
      {shown.data === undefined && problem === null && <Skeleton rows={2} height={40} />}
      {shown.data !== undefined && thread !== undefined && (
        <JobAsItRuns spec={job} thread={thread} words={sentence(job.words)} command={command} />
      )}
    </Dialog>
  )
}
