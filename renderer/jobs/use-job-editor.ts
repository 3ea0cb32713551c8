import { useState } from 'react'
import { toast } from '../kit/shown/toast.ts'
import type { ApprovalView } from '../../shared/agents/approval.ts'
import type { JobView } from '../../shared/contract/jobs.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { executes, type JobSpec } from '../../shared/jobs/job.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useLive } from '../client/live.ts'
import { JOB_EDITOR_COPY as COPY } from './copy.ts'
import { draftOf, emptyDraft, readDraft, type DraftProblems, type JobDraft } from './draft.ts'

export interface Editing {
  readonly job: JobView | null // null: a new one
  readonly start?: Partial<JobDraft> | undefined
}

interface Review {
  readonly spec: JobSpec
  readonly words: string
  readonly command: ApprovalView | null // null: none, or its thread is not trusted
}

export interface JobEditing {
  readonly draft: JobDraft
  readonly change: (part: Partial<JobDraft>) => void
  readonly problems: DraftProblems
  readonly thread: ThreadView | undefined
  /** What is to be confirmed. null: nothing yet, the draft is written. */
  readonly review: Review | null
  readonly back: () => void
  /** What went wrong with all of it. null: nothing. */
  readonly error: string | null
  readonly isBusy: boolean
  readonly next: () => Promise<void>
  /** `reviewed`: what a person has seen of it; null: it executes nothing. */
  readonly save: (spec: JobSpec, reviewed: Pick<Review, 'command'> | null) => Promise<void>
}

/** A job as it is written: read, shown to be confirmed where it executes something, and saved. */
export function useJobEditor(
  editing: Editing,
  threadId: ThreadId | undefined,
  onSaved: (job: JobView) => void,
): JobEditing {
  const { client } = useBridge()
  const threads = useLive((live) => live.threads)
  const [draft, setDraft] = useState<JobDraft>(() => firstDraft(editing, threadId, [...threads.keys()]))
  const [problems, setProblems] = useState<DraftProblems>({})
  const [review, setReview] = useState<JobEditing['review']>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const thread = draft.threadId === '' ? undefined : threads.get(draft.threadId)
  const change = (part: Partial<JobDraft>): void => {
    setDraft((d) => ({ ...d, ...part }))
    setProblems({})
    setError(null)
  }

  const save: JobEditing['save'] = async (spec, reviewed) => {
    if (thread === undefined) return
    setBusy(true)
    const input = {
      threadId: thread.id,
      spec,
      ...(editing.job !== null && { id: editing.job.id }),
      ...(reviewed !== null && { confirmed: true as const, hash: reviewed.command?.hash }),
    }
    try {
      const saved = await client.jobs.save(input)
      toast(editing.job === null ? COPY.planned(spec.name) : COPY.saved(spec.name))
      onSaved(saved)
    } catch (cause) {
      setReview(null)
      setError(messageOf(cause))
    } finally {
      setBusy(false)
    }
  }
  /** The engine is asked once more, so that nothing is confirmed that it would refuse. */
  const next = async (): Promise<void> => {
    const read = readDraft(draft)
    setProblems(read.problems)
    setError(null)
    const { spec } = read
    if (spec === null) return
    setBusy(true)
    try {
      const executed = thread !== undefined && { executes: { threadId: thread.id, action: spec.action } }
      const { problem, words, command } = await client.jobs.preview({ schedule: spec.schedule, ...executed })
      if (problem !== null) setProblems({ schedule: problem })
      else if (executes(spec.action)) setReview({ spec, words, command })
      else await save(spec, null)
    } catch (cause) {
      setError(messageOf(cause))
    } finally {
      setBusy(false)
    }
  }
  const back = (): void => setReview(null)
  return { draft, change, problems, thread, review, back, error, isBusy, next, save }
}

function firstDraft(
  { job, start }: Editing,
  threadId: ThreadId | undefined,
  threads: readonly ThreadId[],
): JobDraft {
  if (job !== null) return draftOf(job, Date.now())
  const [only = '', ...others] = threads
  return { ...emptyDraft(threadId ?? (others.length === 0 ? only : ''), Date.now()), ...start }
}
