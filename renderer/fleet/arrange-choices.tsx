import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBridge } from '../client/bridge.ts'
import { useFleet } from '../client/live.ts'
import { useLatest } from '../client/use-latest.ts'
import { useWrite, write } from '../client/write.ts'
import { Button } from '../kit/button.tsx'
import { Checkbox } from '../kit/fields/checkbox.tsx'
import { Pill } from '../kit/pill.tsx'
import { FLEET } from './copy.ts'
import { OVER_FLEET } from './dialogs/copy.ts'
import { chosenColumns, COLUMN_KEYS, COLUMNS, type ColumnKey } from './query/columns.ts'
import { GROUPING_WORD, GROUPINGS, type FleetQuery } from './query/query.ts'

const DENSITIES = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const

export function ArrangeChoices({
  query,
  change,
}: {
  query: FleetQuery
  change: (change: Partial<FleetQuery>) => void
}): ReactNode {
  const { api } = useBridge()
  const density = useFleet((fleet) => fleet.settings.density)
  const settings = useWrite(api.settings.change)
  return (
    <>
      <Pick
        label={FLEET.groupBy}
        options={GROUPINGS.map((g) => [g, GROUPING_WORD[g]] as const)}
        value={query.group}
        onPick={(group) => change({ group })}
      />
      <Pick
        label="Rows"
        options={DENSITIES}
        value={density}
        onPick={(picked) => settings.mutate({ density: picked })}
      />
      <Columns />
    </>
  )
}

function Pick<T extends string>({
  label,
  options,
  value,
  onPick,
}: {
  label: string
  options: readonly (readonly [T, string])[]
  value: T
  onPick: (value: T) => void
}): ReactNode {
  return (
    <div role="group" aria-label={label} className="mb-2">
      <h3 aria-hidden className="mb-1 text-12 font-medium text-ink-3">
        {label}
      </h3>
      <div className="flex flex-wrap gap-1">
        {options.map(([key, word]) => (
          <Pill key={key} pressed={value === key} onClick={() => onPick(key)}>
            {word}
          </Pill>
        ))}
      </div>
    </div>
  )
}

function Columns(): ReactNode {
  const app = useBridge()
  const settings = useFleet((fleet) => fleet.settings)
  const [columns, change] = useLatest<readonly string[] | null>(settings.columns, async (next) => {
    const written = await write(app, app.api.settings.change, { columns: next === null ? null : [...next] })
    return written !== null
  })
  const chosen = chosenColumns({ columns })
  const save = (next: readonly ColumnKey[] | null): void => void change(next)
  const rows = [...chosen, ...COLUMN_KEYS.filter((key) => key !== 'name' && !chosen.includes(key))]
  return (
    <>
      <div className="mt-3 flex items-center justify-between">
        <h3 className="text-12 font-medium text-ink-3">{OVER_FLEET.columns.title}</h3>
        {columns !== null && (
          <Button size="s" look="ghost" onClick={() => save(null)}>
            {OVER_FLEET.columns.reset}
          </Button>
        )}
      </div>
      <ul className="mt-1">
        {rows.map((key) => (
          <ColumnRow key={key} column={key} chosen={chosen} onSave={save} />
        ))}
      </ul>
      <p className="mt-2 text-12 text-ink-3">{OVER_FLEET.columns.help}</p>
    </>
  )
}

function ColumnRow({
  column,
  chosen,
  onSave,
}: {
  column: ColumnKey
  chosen: readonly ColumnKey[]
  onSave: (columns: readonly ColumnKey[]) => void
}): ReactNode {
  const at = chosen.indexOf(column)
  const { word } = COLUMNS[column]
  return (
    <li className="flex h-8 items-center gap-2">
      <Checkbox
        checked={at !== -1}
        label={word}
        onChange={(on) => onSave(on ? [...chosen, column] : chosen.filter((key) => key !== column))}
      />
      <span className="flex-1" aria-hidden>
        {word}
      </span>
      {at !== -1 && (
        <>
          <Button
            size="icon"
            look="ghost"
            aria-label={OVER_FLEET.columns.up(word)}
            disabled={at === 0}
            onClick={() => onSave(moved(chosen, at, at - 1))}
          >
            <ArrowUp size={13} />
          </Button>
          <Button
            size="icon"
            look="ghost"
            aria-label={OVER_FLEET.columns.down(word)}
            disabled={at === chosen.length - 1}
            onClick={() => onSave(moved(chosen, at, at + 1))}
          >
            <ArrowDown size={13} />
          </Button>
        </>
      )}
    </li>
  )
}

function moved(keys: readonly ColumnKey[], from: number, to: number): readonly ColumnKey[] {
  const next = [...keys]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
