import { useState, type ReactNode } from 'react'
import { commandFilePlace, type ApprovalRequest } from '../../shared/agents/approval.ts'
import type { MetricSpec } from '../../shared/attempts/metric.ts'
import { changeWords, isDropped, metricChanges } from '../../shared/attempts/metrics/metric-changes.ts'
import type { MetricView } from '../../shared/contract/attempts.ts'
import { plural } from '../../shared/base/amounts.ts'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useLive } from '../client/live.ts'
import { useWrite } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { NotShown } from '../parts/approval/command-files.tsx'
import { METRIC_COPY as COPY } from './metric-copy.ts'
import { LimitFields, Progress, Scores } from './metric-fields.tsx'
import { draftOf, specOf, type MetricDraft } from './metric-draft.ts'

/** What a person is asked about before it is saved. */
interface Shown {
  readonly request: ApprovalRequest | null // null: nothing is executed
  readonly warnings: readonly string[]
}

/** What is typed, and what was shown of it; a change has to be shown anew. */
function useMetric(id: ThreadId, metric: MetricView | null, onClose: () => void) {
  const { api } = useBridge()
  const stale = [api.attempts.key(), api.metrics.key()]
  const [draft, setDraft] = useState(() => draftOf(metric))
  const [shown, setShown] = useState<Shown | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const failed = (cause: unknown): void => setProblem(messageOf(cause))
  const preview = useWrite(api.metrics.preview, { showsFailure: true })
  const save = useWrite(api.metrics.save, {
    stale,
    showsFailure: true,
    done: ({ passedOver, team }) =>
      passedOver > 0 ? COPY.savedOver(plural(passedOver, 'file')) : COPY.saved(team),
  })
  const remove = useWrite(api.metrics.remove, { stale, done: COPY.removed })
  const look = async (spec: MetricSpec): Promise<Shown> => {
    const { request, notice } = await preview.mutateAsync({ id, spec })
    const drops = metricChanges(metric, spec).filter(isDropped)
    const warnings = drops.map((change) => COPY.drops(changeWords(change)))
    return { request, warnings: notice === null ? warnings : [...warnings, notice] }
  }
  const isBusy = preview.isPending || save.isPending
  return {
    draft,
    shown,
    problem,
    isBusy,
    change(to: Partial<MetricDraft>) {
      setDraft({ ...draft, ...to })
      setShown(null)
      setProblem(null)
    },
    remove: () => remove.mutate({ id }, { onSuccess: onClose }),
    /** Nothing is saved that a person has not seen. */
    async goOn() {
      const read = specOf(draft)
      if ('problem' in read) return setProblem(read.problem)
      const { spec } = read
      setProblem(null)
      try {
        const { request, warnings } = shown ?? (await look(spec))
        if (shown === null && (request !== null || warnings.length > 0))
          return setShown({ request, warnings })
        await save.mutateAsync({ id, spec, hash: request?.hash ?? '', confirmed: true })
        onClose()
      } catch (cause) {
        failed(cause)
        setShown(null)
      }
    },
  }
}

/** By what the work of a thread is measured: typed, shown as it is executed, and saved. */
export function MetricForm({
  id,
  name,
  metric,
  onClose,
}: {
  id: ThreadId
  name: string
  metric: MetricView | null
  onClose: () => void
}): ReactNode {
  const { draft, shown, problem, isBusy, change, remove, goOn } = useMetric(id, metric, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={COPY.title(name)}
      description={COPY.text}
      footer={
        <>
          {metric !== null && (
            <Button look="ghost" className="mr-auto" onClick={remove}>
              {COPY.remove}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isBusy} onClick={() => void goOn()}>
            {wordOf(draft, shown)}
          </Button>
        </>
      }
    >
      <form
        className="grid grid-cols-2 gap-x-4 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          void goOn()
        }}
      >
        <Scores draft={draft} change={change} />
        <Progress draft={draft} change={change} />
        <LimitFields draft={draft} change={change} />
        {shown !== null && shown.request !== null && <Executed request={shown.request} id={id} />}
        {shown?.warnings.map((text) => (
          <p key={text} role="alert" className="col-span-2 text-12 text-urgent">
            {revealHidden(text)}
          </p>
        ))}
        {problem !== null && (
          <p role="alert" className="col-span-2 text-12 text-urgent">
            {problem}
          </p>
        )}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}

function wordOf({ way }: MetricDraft, shown: Shown | null): string {
  if (shown === null) return way === 'command' ? COPY.look : COPY.save
  return shown.request === null ? COPY.saveSo : COPY.confirm
}

/** The command as it would be executed, with what of the repository it runs. */
function Executed({ request, id }: { request: ApprovalRequest; id: ThreadId }): ReactNode {
  const folder = useLive((live) => live.threads.get(id)?.repoPath ?? '')
  const words = request.kind === 'shell' ? COPY.shell(request.text) : COPY.argv(JSON.stringify(request.argv))
  return (
    <div className="col-span-2 flex flex-col gap-1.5">
      <p className="font-mono text-12 break-all">{revealHidden(words)}</p>
      {request.files
        .filter(({ aside }) => !aside)
        .map((file) => (
          <div key={`${file.file}:${file.line}`}>
            <pre
              tabIndex={0}
              aria-label={revealHidden(commandFilePlace(file))}
              className="max-h-40 overflow-auto rounded-control border border-line bg-sunken px-2 py-1 font-mono text-12 whitespace-pre-wrap break-all"
            >
              {`${revealHidden(commandFilePlace(file))}\n${revealHidden(file.text)}`}
            </pre>
            <NotShown files={[file]} folder={folder} />
          </div>
        ))}
      {request.limits.map((limit) => (
        <p key={limit} className="text-12 text-ink-3">
          {revealHidden(limit)}
        </p>
      ))}
    </div>
  )
}
