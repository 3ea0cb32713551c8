import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApprovalView } from '../../shared/agents/approval.ts'
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
  const command = shown.data?.command ?? null
  const standing = approvalStanding(job, command)
  const name = revealHidden(job.name)
  return (
    <Dialog
      open
      onClose={onClose}
      width={680}
      title={isAsking(standing) ? COPY.title(name) : COPY.titleOnly(name)}
      description={standing === null ? undefined : COPY.about[standing]}
      footer={
        <Answers
          job={job}
          command={command}
          isAsking={isAsking(standing)}
          unread={shown.error}
          onAgain={() => void shown.refetch()}
          onClose={onClose}
        />
      }
    >
      {shown.data === undefined && shown.error === null && <Skeleton rows={2} height={40} />}
      {shown.data !== undefined && thread !== undefined && (
        <JobAsItRuns spec={job} thread={thread} words={sentence(job.words)} command={command} />
      )}
    </Dialog>
  )
}

type Standing = keyof typeof COPY.about

/** null: it cannot be told yet, or nothing is read because the thread is not trusted. */
function approvalStanding({ waitsForApproval }: JobView, command: ApprovalView | null): Standing | null {
  if (waitsForApproval) return 'waits'
  if (command === null) return null
  if (command.fileHash === null) return 'needsNone'
  return command.approvedAt === null ? 'asks' : 'approved'
}

const isAsking = (standing: Standing | null): boolean => standing === 'waits' || standing === 'asks'

interface AnswersProps {
  readonly job: JobView
  readonly command: ApprovalView | null // null: not read
  readonly isAsking: boolean
  readonly unread: Error | null // why it could not be read; null: it was, or still is
  readonly onAgain: () => void
  readonly onClose: () => void
}

function Answers({ job: { id }, command, isAsking, unread, onAgain, onClose }: AnswersProps): ReactNode {
  const { api } = useBridge()
  const stale = [api.jobs.key()]
  const approve = useWrite(api.jobs.approve, {
    stale,
    showsFailure: true,
    done: ({ starts }) => (starts === null ? COPY.doneNoNext : COPY.done[starts]),
  })
  const revoke = useWrite(api.jobs.revoke, { stale, showsFailure: true, done: COPY.takenBack })
  const problem = approve.error ?? revoke.error ?? unread
  const isBusy = approve.isPending || revoke.isPending || problem !== null
  return (
    <>
      {problem !== null && (
        <p role="alert" className="mr-auto max-w-[60%] text-12 text-urgent">
          {messageOf(problem)}{' '}
          <Button
            size="s"
            onClick={() => {
              approve.reset()
              revoke.reset()
              onAgain()
            }}
          >
            {COPY.again}
          </Button>
        </p>
      )}
      {command !== null && (command.approvedAt !== null || command.changed) && (
        <Button
          look="ghost"
          title={COPY.takeBackHelp}
          disabled={isBusy}
          onClick={() => revoke.mutate({ id }, { onSuccess: onClose })}
        >
          {COPY.takeBack}
        </Button>
      )}
      <Button onClick={onClose}>{isAsking ? COPY.notNow : COPY.close}</Button>
      {isAsking && (
        <Button
          look="primary"
          disabled={command === null || isBusy}
          onClick={() => {
            if (command !== null)
              approve.mutate({ id, hash: command.hash, confirmed: true }, { onSuccess: onClose })
          }}
        >
          {COPY.approve}
        </Button>
      )}
    </>
  )
}
