import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { MAX_CAPS, type Cap } from '../../../shared/settings/settings.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { readLimit } from '../../agents/cap-limit.ts'
import { CAPS_COPY } from '../../agents/copy.ts'
import { useBridge } from '../../client/bridge.ts'
import { useFleet } from '../../client/live.ts'
import { useWrite } from '../../client/write.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { OVER_FLEET } from './copy.ts'

const { budget: words } = OVER_FLEET

/** Gives each of several threads a budget of its own, or takes it away. `threads` null: closed. */
export function BudgetDialog({
  threads,
  onClose,
}: {
  threads: readonly ThreadView[] | null
  onClose: () => void
}): ReactNode {
  return threads !== null && <Budget threads={threads} onClose={onClose} />
}

/** How much, of what, in which time. */
interface Draft {
  readonly limit: string // as it was typed
  readonly unit: Cap['unit']
  readonly period: Cap['period']
}

function Budget({ threads, onClose }: { threads: readonly ThreadView[]; onClose: () => void }): ReactNode {
  const { api } = useBridge()
  const caps = useFleet((fleet) => fleet.settings.caps)
  const [draft, setDraft] = useState<Draft>({ limit: '', unit: 'starts', period: 'day' })
  const [error, setError] = useState<string | null>(null)
  const stale = [api.agents.spend.key()]
  const give = useWrite(api.settings.change, { done: words.set(threads.length), stale })
  const take = useWrite(api.settings.change, { done: words.removed, stale })
  const isOwn = (cap: Cap): boolean => cap.scope === 'thread' && threads.some((t) => t.id === cap.of)
  const own = caps.filter(isOwn).length
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    const read = readLimit(draft.limit, draft.unit)
    if ('problem' in read) return setError(read.problem)
    const { unit, period } = draft
    const next = [
      ...caps.filter((c) => !(isOwn(c) && c.unit === unit && c.period === period)),
      ...threads.map((t): Cap => ({ scope: 'thread', of: t.id, period, unit, limit: read.limit })),
    ]
    if (next.length > MAX_CAPS) return setError(words.tooMany(MAX_CAPS, next.length))
    give.mutate({ caps: next }, { onSuccess: onClose })
  }
  const remove = (): void => take.mutate({ caps: caps.filter((c) => !isOwn(c)) }, { onSuccess: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(threads.length)}
      description={words.help}
      width={520}
      footer={
        <>
          {own > 0 && (
            <Button className="mr-auto" onClick={remove}>
              {words.remove(own)}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => submit()}>
            Save
          </Button>
        </>
      }
    >
      <BudgetForm draft={draft} onDraft={setDraft} error={error} onSubmit={submit} />
    </Dialog>
  )
}

function BudgetForm({
  draft,
  onDraft,
  error,
  onSubmit,
}: {
  draft: Draft
  onDraft: (draft: Draft) => void
  error: string | null
  onSubmit: (event: FormEvent) => void
}): ReactNode {
  const id = useId()
  return (
    <form className="flex flex-col gap-2 text-13" onSubmit={onSubmit}>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="mr-2 text-ink-2">
          {words.each}
        </label>
        <input
          id={id}
          className={`${inputClass} w-28 tabular-nums`}
          inputMode="decimal"
          autoFocus
          value={draft.limit}
          aria-invalid={error !== null}
          onChange={(e) => onDraft({ ...draft, limit: e.target.value })}
        />
        <Select
          label="Unit"
          value={draft.unit}
          options={CAPS_COPY.units}
          onChange={(unit) => onDraft({ ...draft, unit })}
        />
        <Select
          label="Period"
          value={draft.period}
          options={CAPS_COPY.periods}
          onChange={(period) => onDraft({ ...draft, period })}
        />
      </div>
      {draft.unit === 'usd' && <p className="text-12 text-ink-3">{CAPS_COPY.money}</p>}
      {error !== null && (
        <p role="alert" className="text-12 text-urgent">
          {error}
        </p>
      )}
      <button type="submit" hidden />
    </form>
  )
}
