import { useId, useMemo, useState, type ReactNode } from 'react'
import { CLI_NAMES } from '../../shared/agents/agent-names.ts'
import { runnerKey } from '../../shared/agents/presets.ts'
import type { Cap } from '../../shared/settings/settings.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { useLive } from '../client/live.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { readLimit } from './cap-limit.ts'
import { runnerOfKey, sameCap, useWhose } from './cap-words.ts'
import { CAPS_COPY as COPY } from './copy.ts'

const SCOPES = {
  fleet: COPY.all,
  runner: COPY.aRunner,
  each: COPY.eachThread,
  thread: COPY.oneThread,
} as const
type Scope = keyof typeof SCOPES

const scopeOf = (cap: Cap): Scope => (cap.scope === 'thread' && cap.of === null ? 'each' : cap.scope)
const PLACEHOLDER: Record<Cap['unit'], string> = { usd: '2.00', tokens: '1000000', starts: '60' }

function choicesOf(scope: Scope, threads: readonly ThreadView[]): Readonly<Record<string, string>> {
  if (scope === 'thread') return Object.fromEntries(threads.map((t) => [t.id, t.name]))
  const keys = new Set([...CLI_NAMES, ...threads.flatMap((t) => runnerKey(t.agent) ?? [])])
  return { '': COPY.eachRunner, ...Object.fromEntries([...keys].map((key) => [key, runnerOfKey(key)])) }
}

interface DialogProps {
  readonly cap: Cap | null // null: a new one
  readonly others: readonly Cap[]
  readonly onSave: (cap: Cap) => Promise<void>
  readonly onClose: () => void
}

export function CapDialog({ cap, others, onSave, onClose }: DialogProps): ReactNode {
  const edit = useCapEdit(cap, others, onSave)
  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      title={cap === null ? COPY.add : COPY.change}
      description={COPY.help}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={edit.save}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(e) => {
          e.preventDefault()
          edit.save()
        }}
      >
        <For edit={edit} />
        <Amount edit={edit} />
        <Notes edit={edit} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

function useCapEdit(cap: DialogProps['cap'], others: DialogProps['others'], onSave: DialogProps['onSave']) {
  const threads = useLive((live) => live.threads)
  const [scope, setScope] = useState<Scope>(cap === null ? 'fleet' : scopeOf(cap))
  const [of, setOf] = useState(cap?.of ?? '')
  const [unit, setUnit] = useState<Cap['unit']>(cap?.unit ?? 'usd')
  const [period, setPeriod] = useState<Cap['period']>(cap?.period ?? 'day')
  const [limit, setLimit] = useState(cap === null ? '' : String(cap.limit))
  const [error, setError] = useState<string | null>(null)
  const choices = useMemo(() => choicesOf(scope, [...threads.values()]), [threads, scope])
  const needsOf = scope === 'thread' || scope === 'runner'
  const chosen = of in choices ? of : (Object.keys(choices)[0] ?? '')
  const save = (): void => {
    const read = readLimit(limit, unit)
    if ('problem' in read) return setError(read.problem)
    const made: Cap = {
      scope: scope === 'each' ? 'thread' : scope,
      of: needsOf && chosen !== '' ? chosen : null,
      period,
      unit,
      limit: read.limit,
    }
    if (others.some((o) => sameCap(o, made)))
      return setError(COPY.twice(COPY.units[unit], COPY.periods[period]))
    setError(null)
    void onSave(made)
  }
  return {
    ...{ scope, setScope, needsOf, choices, chosen, setOf },
    ...{ unit, setUnit, period, setPeriod, limit, setLimit, error, save },
  }
}
interface Props {
  readonly edit: ReturnType<typeof useCapEdit>
}

function For({ edit: { scope, setScope, needsOf, choices, chosen, setOf } }: Props): ReactNode {
  return (
    <>
      <label className="grid grid-cols-[100px_1fr] items-center gap-3 text-13">
        <span className="text-ink-2">For</span>
        <Select label="For" value={scope} options={SCOPES} onChange={setScope} />
      </label>
      {needsOf && (
        <label className="grid grid-cols-[100px_1fr] items-center gap-3 text-13">
          <span className="text-ink-2">{scope === 'thread' ? 'Thread' : 'Runner'}</span>
          <Select
            label={scope === 'thread' ? 'Thread' : 'Runner'}
            value={chosen}
            options={choices}
            onChange={setOf}
          />
        </label>
      )}
    </>
  )
}

function Amount({ edit: { unit, setUnit, period, setPeriod, limit, setLimit, error } }: Props): ReactNode {
  const id = useId()
  return (
    <div className="grid grid-cols-[100px_1fr] items-center gap-3 text-13">
      <label htmlFor={id} className="text-ink-2">
        {COPY.atMost}
      </label>
      <span className="flex items-center gap-2">
        <input
          id={id}
          className={`${inputClass} w-28 tabular-nums`}
          inputMode="decimal"
          autoFocus
          value={limit}
          aria-invalid={error !== null}
          placeholder={PLACEHOLDER[unit]}
          onChange={(e) => setLimit(e.target.value)}
        />
        <Select label="Unit" value={unit} options={COPY.units} onChange={setUnit} />
        <Select label="Period" value={period} options={COPY.periods} onChange={setPeriod} />
      </span>
    </div>
  )
}

function Notes({ edit: { scope, unit, period, error } }: Props): ReactNode {
  const whose = useWhose()
  return (
    <>
      {unit === 'usd' && <p className="text-12 text-ink-3">{COPY.money}</p>}
      {scope === 'thread' && (
        <p className="text-12 text-ink-3">
          {COPY.replaces(whose('thread', null), COPY.units[unit], COPY.periods[period])}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="text-12 text-urgent">
          {error}
        </p>
      )}
    </>
  )
}
