import { useMemo, type ReactNode } from 'react'
import type { JobView } from '../../shared/contract/jobs.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { useLive } from '../client/live.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { ActionFields } from './action-fields.tsx'
import { JobAsItRuns } from './as-it-runs.tsx'
import { Circumstances } from './circumstances.tsx'
import { JOB_EDITOR_COPY as COPY } from './copy.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { sentence } from './words.ts'
import { useJobEditor, type Editing, type JobEditing } from './use-job-editor.ts'

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
  const edit = useJobEditor(editing, threadId, onSaved)
  const { review, thread } = edit
  const isReviewed = review !== null && thread !== undefined
  return (
    <Dialog
      open
      onClose={onClose}
      width={680}
      title={isReviewed ? COPY.review(thread.name) : titleOf(editing)}
      description={isReviewed ? COPY.reviewHelp : COPY.help}
      footer={
        <>
          {edit.error !== null && (
            <p role="alert" className="mr-auto max-w-[60%] text-12 text-urgent">
              {edit.error}
            </p>
          )}
          {isReviewed ? <ConfirmButtons edit={edit} /> : <WriteButtons edit={edit} onClose={onClose} />}
        </>
      }
    >
      {isReviewed ? (
        <JobAsItRuns
          spec={review.spec}
          thread={thread}
          words={sentence(review.words)}
          command={review.command}
        />
      ) : (
        <JobForm editing={editing} edit={edit} />
      )}
    </Dialog>
  )
}

const titleOf = ({ job }: Editing): string => (job === null ? COPY.new : COPY.change(job.name))

function ConfirmButtons({ edit: { review, back, isBusy, save } }: { edit: JobEditing }): ReactNode {
  return (
    <>
      <Button onClick={back}>Back</Button>
      <Button
        look="primary"
        disabled={isBusy}
        onClick={() => review !== null && void save(review.spec, review)}
      >
        {COPY.allow}
      </Button>
    </>
  )
}

function WriteButtons({ edit, onClose }: { edit: JobEditing; onClose: () => void }): ReactNode {
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" disabled={edit.isBusy} onClick={() => void edit.next()}>
        {edit.draft.action === 'event' ? 'Save' : 'Review…'}
      </Button>
    </>
  )
}

interface FormProps {
  readonly editing: Editing
  readonly edit: JobEditing
}

function JobForm({ editing, edit }: FormProps): ReactNode {
  const { draft, problems, thread, change } = edit
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(e) => {
        e.preventDefault()
        void edit.next()
      }}
    >
      <div className="flex flex-col gap-2.5">
        <ThreadField editing={editing} edit={edit} />
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
      <ScheduleFields id={editing.job?.id} draft={draft} error={problems.schedule} change={change} />
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
  )
}

function ThreadField({ editing, edit: { draft, thread, change } }: FormProps): ReactNode {
  const threads = useLive((live) => live.threads)
  const names = useMemo(() => namesOf(threads), [threads])
  return (
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
  )
}

const namesOf = (threads: ReadonlyMap<ThreadId, ThreadView>): Record<string, string> =>
  Object.fromEntries(
    [...threads.values()].sort((a, b) => a.name.localeCompare(b.name)).map((t) => [t.id, t.name]),
  )

const Problem = ({ text }: { text: string }): ReactNode => (
  <p role="alert" className="ml-[112px] text-12 text-urgent">
    {text}
  </p>
)
