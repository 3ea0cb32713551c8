import { Pencil, Plus, X } from 'lucide-react'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { toast } from 'sonner'
import { CLI_NAMES } from '../../shared/agents/agent-config.ts'
import { NEAR, shareOf, wordsOfUse, type CapUse } from '../../shared/agents/budget.ts'
import { PRESETS, runnerKey } from '../../shared/agents/presets.ts'
import type { Cap } from '../../shared/settings/settings.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useLatest } from '../client/use-latest.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { inputClass, Select } from '../kit/field.tsx'
import { Meter } from '../parts/meter.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { CAPS_COPY as COPY } from './copy.ts'
import { useFleet, useLive } from '../client/live.ts'
import { readLimit } from './cap-limit.ts'

const sameCap = (a: Cap, b: Cap): boolean =>
  a.scope === b.scope && a.of === b.of && a.period === b.period && a.unit === b.unit

/** What agents may use up: the tightest cap counts. */
export function Caps({ uses }: { uses: readonly CapUse[] }): ReactNode {
  const { client, api, queries } = useBridge()
  const [caps, changeCaps] = useLatest<readonly Cap[]>(
    useFleet((fleet) => fleet.settings.caps),
    (next) => attempt(client.settings.change({ caps: [...next] })),
  )
  const [editing, setEditing] = useState<{ readonly cap: Cap | null } | null>(null) // cap null: a new one
  const whose = useWhose()
  const save = async (next: readonly Cap[], said: string): Promise<boolean> => {
    const saved = await changeCaps(next)
    if (saved !== null) toast(said)
    await queries.invalidateQueries({ queryKey: api.agents.spend.key() })
    return saved !== null
  }
  return (
    <section aria-labelledby="caps-title">
      <SectionTitle
        id="caps-title"
        right={
          <Button size="s" look="ghost" onClick={() => setEditing({ cap: null })}>
            <Plus size={13} /> {COPY.add}
          </Button>
        }
      >
        Budgets
      </SectionTitle>
      <Card>
        {caps.length === 0 && <p className="px-4 py-3 text-13 text-ink-2">{COPY.none}</p>}
        <ul>
          {caps.map((cap) => {
            const use = fullest(uses, cap)
            const name = `${whose(cap.scope, cap.of)}, ${wordsOfUse(use)}`
            return (
              <li
                key={`${cap.scope}${cap.of}${cap.period}${cap.unit}`}
                className="grid grid-cols-[minmax(120px,1fr)_minmax(120px,1.2fr)_minmax(170px,1.2fr)_64px] items-center gap-4 border-b border-line py-1.5 pr-2 pl-4 text-13 last:border-b-0"
              >
                <span className="truncate font-medium">{whose(cap.scope, cap.of)}</span>
                <Meter use={use} label={name} />
                <span className="truncate tabular-nums text-ink-2">
                  {cap.scope !== 'fleet' && cap.of === null && <span className="text-ink-3">fullest: </span>}
                  {wordsOfUse(use)}
                  {shareOf(use) >= NEAR && (
                    <span className={`block text-12 ${shareOf(use) >= 1 ? 'text-urgent' : 'text-alert'}`}>
                      {shareOf(use) >= 1 ? COPY.usedUp : COPY.used(Math.floor(shareOf(use) * 100))}
                    </span>
                  )}
                </span>
                <span className="flex justify-end gap-1">
                  <Button
                    size="icon"
                    look="ghost"
                    aria-label={COPY.changeOne(name)}
                    onClick={() => setEditing({ cap })}
                  >
                    <Pencil size={13} />
                  </Button>
                  <Button
                    size="icon"
                    look="ghost"
                    aria-label={COPY.removeOne(name)}
                    onClick={() =>
                      void save(
                        caps.filter((c) => !sameCap(c, cap)),
                        COPY.removed,
                      )
                    }
                  >
                    <X size={14} />
                  </Button>
                </span>
              </li>
            )
          })}
        </ul>
      </Card>
      <p className="mt-1.5 text-12 text-ink-3">{COPY.about}</p>
      {editing !== null && (
        <CapDialog
          cap={editing.cap}
          others={caps.filter((c) => editing.cap === null || !sameCap(c, editing.cap))}
          onClose={() => setEditing(null)}
          onSave={async (cap) => {
            const at =
              editing.cap === null
                ? -1
                : caps.findIndex((c) => editing.cap !== null && sameCap(c, editing.cap))
            if (await save(at === -1 ? [...caps, cap] : caps.with(at, cap), COPY.saved)) setEditing(null)
          }}
        />
      )}
    </section>
  )
}

const fullest = (uses: readonly CapUse[], cap: Cap): CapUse => ({
  cap,
  used: Math.max(0, ...uses.filter((u) => sameCap(u.cap, cap)).map((u) => u.used)),
})

const runnerOfKey = (key: string): string => {
  const [first = '', ...rest] = key.split(':')
  const cli = CLI_NAMES.find((name) => name === first)
  return cli === undefined
    ? rest.join(':')
    : `${PRESETS[cli].name}${rest.length === 0 ? '' : ` (${rest.join(', ')})`}`
}

function useWhose(): (scope: Cap['scope'], of: string | null) => string {
  const threads = useLive((live) => live.threads)
  return (scope, of) => {
    if (scope === 'fleet') return COPY.all
    if (scope === 'runner') return of === null ? COPY.eachRunner : runnerOfKey(of)
    return of === null
      ? COPY.eachThread
      : ([...threads.values()].find((t) => t.id === of)?.name ?? COPY.removedThread)
  }
}

const SCOPES = {
  fleet: COPY.all,
  runner: COPY.aRunner,
  each: COPY.eachThread,
  thread: COPY.oneThread,
} as const

function CapDialog({
  cap,
  others,
  onSave,
  onClose,
}: {
  cap: Cap | null
  others: readonly Cap[]
  onSave: (cap: Cap) => Promise<void>
  onClose: () => void
}): ReactNode {
  const threads = useLive((live) => live.threads)
  const whose = useWhose()
  const id = useId()
  const [scope, setScope] = useState<keyof typeof SCOPES>(
    cap === null ? 'fleet' : cap.scope === 'thread' && cap.of === null ? 'each' : cap.scope,
  )
  const [of, setOf] = useState(cap?.of ?? '')
  const [unit, setUnit] = useState<Cap['unit']>(cap?.unit ?? 'usd')
  const [period, setPeriod] = useState<Cap['period']>(cap?.period ?? 'day')
  const [limit, setLimit] = useState(cap === null ? '' : String(cap.limit))
  const [error, setError] = useState<string | null>(null)
  const choices = useMemo((): Record<string, string> => {
    const all = [...threads.values()]
    if (scope === 'thread') return Object.fromEntries(all.map((t) => [t.id, t.name]))
    const keys = new Set([...CLI_NAMES, ...all.flatMap((t) => runnerKey(t.agent) ?? [])])
    return { '': COPY.eachRunner, ...Object.fromEntries([...keys].map((key) => [key, runnerOfKey(key)])) }
  }, [threads, scope])
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
          <Button look="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(e) => {
          e.preventDefault()
          save()
        }}
      >
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
              placeholder={unit === 'usd' ? '2.00' : unit === 'tokens' ? '1000000' : '60'}
              onChange={(e) => setLimit(e.target.value)}
            />
            <Select label="Unit" value={unit} options={COPY.units} onChange={setUnit} />
            <Select label="Period" value={period} options={COPY.periods} onChange={setPeriod} />
          </span>
        </div>
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
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
