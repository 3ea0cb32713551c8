import { Popover } from '@base-ui/react/popover'
import { ArrowDown, ArrowUp, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { useLatest } from '../client/use-latest.ts'
import { Button } from '../kit/button.tsx'
import { Checkbox } from '../kit/field.tsx'
import { FLEET } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { chosenColumns, COLUMN_KEYS, COLUMNS, type ColumnKey } from './columns.ts'
import { GROUPING_WORD, GROUPINGS, type FleetQuery } from './query.ts'

/** Grouping, height of the rows, and which columns stand in which order. */
export function Arrange({
  query,
  change,
}: {
  query: FleetQuery
  change: (change: Partial<FleetQuery>) => void
}): ReactNode {
  const { client } = useBridge()
  const settings = useFleet((fleet) => fleet.settings)
  const [columns, changeColumns] = useLatest<readonly string[] | null>(settings.columns, (next) =>
    attempt(client.settings.change({ columns: next === null ? null : [...next] })),
  )
  const chosen = chosenColumns({ columns })
  const save = (next: readonly ColumnKey[] | null): void => void changeColumns(next)
  const move = (key: ColumnKey, by: -1 | 1): void => {
    const at = chosen.indexOf(key)
    const next = [...chosen]
    next.splice(at, 1)
    next.splice(Math.max(0, at + by), 0, key)
    save(next)
  }
  const rows = [...chosen, ...COLUMN_KEYS.filter((key) => key !== 'name' && !chosen.includes(key))]
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <Button size="s" look="ghost">
            <SlidersHorizontal size={13} /> {FLEET.arrange}
            {query.group !== 'none' && `: ${GROUPING_WORD[query.group].toLowerCase()}`}
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="z-40 outline-none">
          <Popover.Popup className="popup w-72 rounded-card border border-line bg-surface p-3 text-13 shadow-popover outline-none">
            <Popover.Title className="sr-only">{FLEET.arrange}</Popover.Title>
            <Pick
              label={FLEET.groupBy}
              options={GROUPINGS.map((g) => [g, GROUPING_WORD[g]] as const)}
              value={query.group}
              onPick={(group) => change({ group })}
            />
            <Pick
              label="Rows"
              options={
                [
                  ['comfortable', 'Comfortable'],
                  ['compact', 'Compact'],
                ] as const
              }
              value={settings.density}
              onPick={(density) => void attempt(client.settings.change({ density }))}
            />
            <div className="mt-3 flex items-center justify-between">
              <h3 className="text-12 font-medium text-ink-3">{FLEET.columns.title}</h3>
              {columns !== null && (
                <Button size="s" look="ghost" onClick={() => save(null)}>
                  {FLEET.columns.reset}
                </Button>
              )}
            </div>
            <ul className="mt-1">
              {rows.map((key) => {
                const at = chosen.indexOf(key)
                const { word } = COLUMNS[key]
                return (
                  <li key={key} className="flex h-8 items-center gap-2">
                    <Checkbox
                      checked={at !== -1}
                      label={word}
                      onChange={(on) => save(on ? [...chosen, key] : chosen.filter((k) => k !== key))}
                    />
                    <span className="flex-1" aria-hidden>
                      {word}
                    </span>
                    {at !== -1 && (
                      <>
                        <Button
                          size="icon"
                          look="ghost"
                          aria-label={FLEET.columns.up(word)}
                          disabled={at === 0}
                          onClick={() => move(key, -1)}
                        >
                          <ArrowUp size={13} />
                        </Button>
                        <Button
                          size="icon"
                          look="ghost"
                          aria-label={FLEET.columns.down(word)}
                          disabled={at === chosen.length - 1}
                          onClick={() => move(key, 1)}
                        >
                          <ArrowDown size={13} />
                        </Button>
                      </>
                    )}
                  </li>
                )
              })}
            </ul>
            <p className="mt-2 text-12 text-ink-3">{FLEET.columns.help}</p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
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
          <button
            key={key}
            type="button"
            aria-pressed={value === key}
            onClick={() => onPick(key)}
            className={
              'h-6 rounded-full border px-2.5 text-12 ' +
              `${value === key ? 'border-transparent bg-inverse font-medium text-on-inverse' : 'border-line text-ink-2 hover:border-line-strong'}`
            }
          >
            {word}
          </button>
        ))}
      </div>
    </div>
  )
}
