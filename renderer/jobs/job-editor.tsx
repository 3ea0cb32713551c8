import { useMemo, useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import type { JobView } from '../../shared/contract/jobs.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { executes, type JobSpec } from '../../shared/jobs/job.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { inputClass, Select, Switch } from '../kit/field.tsx'
import { JOB_EDITOR_COPY as COPY, JOB_WORDS } from './copy.ts'
import { useLive } from '../client/live.ts'
import { ActionFields } from './action-fields.tsx'
import { JobAsItRuns } from './as-it-runs.tsx'
import { Choice } from './choice.tsx'
import { draftOf, emptyDraft, readDraft, type DraftProblems, type JobDraft } from './draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'

export interface Editing {
  readonly job: JobView | null // null: a new one
  readonly start?: Partial<JobDraft> | undefined
}

const LABEL = 'grid grid-cols-[100px_1fr] items-center gap-3 text-13'

/** Two steps: what and when; then, where something is executed, exactly that, to be confirmed. */
export function JobEditor({
  editing,
  threadId,
  onClose,
  onSaved,
}: {
  editing: Editing
  threadId: ThreadId | undefined
  onClose: () => void
  onSaved: (job: JobView) => void
}): ReactNode {
  const { client } = useBridge()
  const threads = useLive((live) => live.threads)
  const names = useMemo(
    () =>
      Object.fromEntries(
        [...threads.values()].sort((a, b) => a.name.localeCompare(b.name)).map((t) => [t.id, t.name]),
      ) as Record<string, string>,
    [threads],
  )
  const [draft, setDraft] = useState<JobDraft>(() =>
    editing.job === null
      ? {
          ...emptyDraft(threadId ?? (threads.size === 1 ? [...threads.keys()][0]! : ''), Date.now()),
          ...editing.start,
        }
      : draftOf(editing.job, Date.now()),
  )
  const [problems, setProblems] = useState<DraftProblems>({})
  const [review, setReview] = useState<{ readonly spec: JobSpec; readonly words: string } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const thread = draft.threadId === '' ? undefined : threads.get(draft.threadId)
  const change = (with_: Partial<JobDraft>): void => {
    setDraft((d) => ({ ...d, ...with_ }))
    setProblems({})
    setError(null)
  }

  const save = async (spec: JobSpec, confirmed: boolean): Promise<void> => {
    if (thread === undefined) return
    setBusy(true)
    const input = {
      threadId: thread.id,
      spec,
      ...(editing.job !== null && { id: editing.job.id }),
      ...(confirmed && { confirmed: true as const }),
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
      const { problem, words } = await client.jobs.preview({ schedule: spec.schedule })
      if (problem !== null) setProblems({ schedule: problem })
      else if (executes(spec.action)) setReview({ spec, words })
      else await save(spec, false)
    } catch (cause) {
      setError(messageOf(cause))
    } finally {
      setBusy(false)
    }
  }

  const isReviewed = review !== null && thread !== undefined
  return (
    <Dialog
      open
      onClose={onClose}
      width={680}
      title={
        isReviewed
          ? COPY.review(thread.name)
          : editing.job === null
            ? COPY.new
            : COPY.change(editing.job.name)
      }
      description={isReviewed ? COPY.reviewHelp : COPY.help}
      footer={
        <>
          {error !== null && (
            <p role="alert" className="mr-auto max-w-[60%] text-12 text-urgent">
              {error}
            </p>
          )}
          {isReviewed ? (
            <Button onClick={() => setReview(null)}>Back</Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          {isReviewed ? (
            <Button look="primary" disabled={isBusy} onClick={() => void save(review.spec, true)}>
              {COPY.allow}
            </Button>
          ) : (
            <Button look="primary" disabled={isBusy} onClick={() => void next()}>
              {draft.action === 'event' ? 'Save' : 'Review…'}
            </Button>
          )}
        </>
      }
    >
      {isReviewed ? (
        <JobAsItRuns spec={review.spec} thread={thread} words={sentence(review.words)} />
      ) : (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(e) => {
            e.preventDefault()
            void next()
          }}
        >
          <div className="flex flex-col gap-2.5">
            <div className={LABEL}>
              <span className="text-ink-2">Thread</span>
              {editing.job === null ? (
                <Select<string>
                  label="Thread"
                  value={draft.threadId}
                  options={draft.threadId === '' ? { '': 'Choose…', ...names } : names}
                  onChange={(id) => change({ threadId: id as ThreadId })}
                />
              ) : (
                <span className="font-medium">{thread?.name ?? editing.job.threadName}</span>
              )}
            </div>
            {problems.threadId !== undefined && <Problem text={problems.threadId} />}
            <label className={LABEL}>
              <span className="text-ink-2">Name</span>
              <input
                className={`${inputClass} w-full`}
                autoFocus
                value={draft.name}
                placeholder={COPY.nameHint}
                spellCheck={false}
                aria-invalid={problems.name !== undefined}
                onChange={(e) => change({ name: e.target.value })}
              />
            </label>
            {problems.name !== undefined && <Problem text={problems.name} />}
          </div>
          <ScheduleFields draft={draft} error={problems.schedule} change={change} />
          <ActionFields
            draft={draft}
            thread={thread}
            problem={problems.action}
            limitProblem={problems.limit}
            change={change}
          />
          <Circumstances draft={draft} problem={problems.grace} change={change} />
          <button type="submit" hidden />
        </form>
      )}
    </Dialog>
  )
}

const sentence = (words: string): string =>
  words === '' ? COPY.atItsTimes : words.slice(0, 1).toUpperCase() + words.slice(1)
const Problem = ({ text }: { text: string }): ReactNode => (
  <p role="alert" className="ml-[112px] text-12 text-urgent">
    {text}
  </p>
)

/** What its result does, and what becomes of times that pass while nothing can run. */
function Circumstances({
  draft: d,
  problem,
  change,
}: {
  draft: JobDraft
  problem: string | undefined
  change: (with_: Partial<JobDraft>) => void
}): ReactNode {
  return (
    <div className="flex flex-col gap-2.5">
      <div className={LABEL}>
        <span className="text-ink-2">{d.action === 'event' ? COPY.text : COPY.result}</span>
        <Choice
          label={d.action === 'event' ? COPY.text : COPY.result}
          value={d.wake}
          options={JOB_WORDS.wake}
          onChange={(wake) => change({ wake })}
        />
      </div>
      <div className={`${LABEL} items-start`}>
        <span className="pt-1 text-ink-2">{COPY.missed}</span>
        <div>
          <Choice
            label={COPY.missed}
            value={d.catchUp}
            options={JOB_WORDS.catchUp}
            onChange={(catchUp) => change({ catchUp })}
          />
          <p className="mt-1 text-12 text-ink-3">
            {JOB_WORDS.catchUpMeaning[d.catchUp]}
            {d.catchUp === 'grace' && (
              <input
                aria-label={COPY.oldest}
                className={`${inputClass} ml-2 h-7 w-24`}
                value={d.grace}
                aria-invalid={problem !== undefined}
                onChange={(e) => change({ grace: e.target.value })}
              />
            )}
          </p>
          {problem !== undefined && (
            <p role="alert" className="text-12 text-urgent">
              {problem}
            </p>
          )}
        </div>
      </div>
      {d.kind === 'cron' && (
        <div className={LABEL}>
          <span className="text-ink-2">Spread</span>
          <div className="flex items-center gap-3">
            <Switch label={COPY.spread} checked={d.spread} onChange={(spread) => change({ spread })} />
            <span className="text-12 text-ink-3">{COPY.spreadHelp}</span>
          </div>
        </div>
      )}
    </div>
  )
}
