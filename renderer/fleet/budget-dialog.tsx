import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { MAX_CAPS, type Cap } from '../../shared/settings/settings.ts'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { readLimit } from '../agents/cap-limit.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { inputClass, Select } from '../kit/field.tsx'
import { CAPS_COPY } from '../agents/copy.ts'
import { FLEET } from './copy.ts'
import { useFleet } from '../client/live.ts'

const { budget: words } = FLEET

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

function Budget({ threads, onClose }: { threads: readonly ThreadView[]; onClose: () => void }): ReactNode {
  const { client, api, queries } = useBridge()
  const caps = useFleet((fleet) => fleet.settings.caps)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [unit, setUnit] = useState<Cap['unit']>('starts')
  const [period, setPeriod] = useState<Cap['period']>('day')
  const [error, setError] = useState<string | null>(null)
  const isOwn = (cap: Cap): boolean => cap.scope === 'thread' && threads.some((t) => t.id === cap.of)
  const isReplaced = (cap: Cap): boolean => isOwn(cap) && cap.unit === unit && cap.period === period
  const own = caps.filter(isOwn).length
  const save = async (next: readonly Cap[], said: string): Promise<void> => {
    if (next.length > MAX_CAPS) return setError(words.tooMany(MAX_CAPS, next.length))
    if ((await attempt(client.settings.change({ caps: [...next] }), said)) === null) return
    await queries.invalidateQueries({ queryKey: api.agents.spend.key() })
    onClose()
  }
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    const read = readLimit(typed, unit)
    if ('problem' in read) return setError(read.problem)
    void save(
      [
        ...caps.filter((c) => !isReplaced(c)),
        ...threads.map((t): Cap => ({ scope: 'thread', of: t.id, period, unit, limit: read.limit })),
      ],
      words.set(threads.length),
    )
  }
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
            <Button
              className="mr-auto"
              onClick={() =>
                void save(
                  caps.filter((c) => !isOwn(c)),
                  words.removed,
                )
              }
            >
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
      <form className="flex flex-col gap-2 text-13" onSubmit={submit}>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="mr-2 text-ink-2">
            {words.each}
          </label>
          <input
            id={id}
            className={`${inputClass} w-28 tabular-nums`}
            inputMode="decimal"
            autoFocus
            value={typed}
            aria-invalid={error !== null}
            onChange={(e) => setTyped(e.target.value)}
          />
          <Select label="Unit" value={unit} options={CAPS_COPY.units} onChange={setUnit} />
          <Select label="Period" value={period} options={CAPS_COPY.periods} onChange={setPeriod} />
        </div>
        {unit === 'usd' && <p className="text-12 text-ink-3">{CAPS_COPY.money}</p>}
        {error !== null && (
          <p role="alert" className="text-12 text-urgent">
            {error}
          </p>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
