import { Pencil, Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { toast } from '../kit/shown/toast.ts'
import { NEAR, shareOf, wordsOfUse, type CapUse } from '../../shared/agents/budget.ts'
import type { Cap } from '../../shared/settings/settings.ts'
import { succeeds } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useLatest } from '../client/use-latest.ts'
import { Button } from '../kit/button.tsx'
import { Meter } from '../parts/meter.tsx'
import { Card, SectionTitle } from '../kit/parts.tsx'
import { CAPS_COPY as COPY } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { CapDialog } from './cap-dialog.tsx'
import { sameCap, useWhose } from './cap-words.ts'

/** What agents may use up: the tightest cap counts. */
export function Caps({ uses }: { uses: readonly CapUse[] }): ReactNode {
  const { client, api, queries } = useBridge()
  const [caps, changeCaps] = useLatest<readonly Cap[]>(
    useFleet((fleet) => fleet.settings.caps),
    (next) => succeeds(client.settings.change({ caps: [...next] })),
  )
  const [editing, setEditing] = useState<{ readonly cap: Cap | null } | null>(null) // cap null: a new one
  const save = async (next: readonly Cap[], said: string): Promise<boolean> => {
    const saved = await changeCaps(next)
    if (saved) toast(said)
    await queries.invalidateQueries({ queryKey: api.agents.spend.key() })
    return saved
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
          {caps.map((cap) => (
            <CapRow
              key={`${cap.scope}${cap.of}${cap.period}${cap.unit}`}
              use={fullest(uses, cap)}
              onEdit={() => setEditing({ cap })}
              onRemove={() => void save(without(caps, cap), COPY.removed)}
            />
          ))}
        </ul>
      </Card>
      <p className="mt-1.5 text-12 text-ink-3">{COPY.about}</p>
      {editing !== null && (
        <CapDialog
          cap={editing.cap}
          others={without(caps, editing.cap)}
          onClose={() => setEditing(null)}
          onSave={async (cap) => {
            if (await save(replaced(caps, editing.cap, cap), COPY.saved)) setEditing(null)
          }}
        />
      )}
    </section>
  )
}

const without = (caps: readonly Cap[], gone: Cap | null): readonly Cap[] =>
  caps.filter((c) => gone === null || !sameCap(c, gone))

/** In the place of the old one; null: a new one, behind all others. */
function replaced(caps: readonly Cap[], old: Cap | null, cap: Cap): readonly Cap[] {
  const at = caps.findIndex((c) => old !== null && sameCap(c, old))
  return at === -1 ? [...caps, cap] : caps.with(at, cap)
}

const fullest = (uses: readonly CapUse[], cap: Cap): CapUse => ({
  cap,
  used: Math.max(0, ...uses.filter((u) => sameCap(u.cap, cap)).map((u) => u.used)),
})

function CapRow({
  use,
  onEdit,
  onRemove,
}: {
  use: CapUse
  onEdit: () => void
  onRemove: () => void
}): ReactNode {
  const whose = useWhose()
  const { cap } = use
  const name = `${whose(cap.scope, cap.of)}, ${wordsOfUse(use)}`
  return (
    <li className="grid grid-cols-[minmax(120px,1fr)_minmax(120px,1.2fr)_minmax(170px,1.2fr)_64px] items-center gap-4 border-b border-line py-1.5 pr-2 pl-4 text-13 last:border-b-0">
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
        <Button size="icon" look="ghost" aria-label={COPY.changeOne(name)} onClick={onEdit}>
          <Pencil size={13} />
        </Button>
        <Button size="icon" look="ghost" aria-label={COPY.removeOne(name)} onClick={onRemove}>
          <X size={14} />
        </Button>
      </span>
    </li>
  )
}
