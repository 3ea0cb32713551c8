import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronDown, Search, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { FLEET_FILTER } from '../commands/list-commands.ts'
import { bind, useKeys } from '../commands/scopes.ts'
import { Kbd } from '../kit/button.tsx'
import { FLEET } from './copy.ts'
import {
  FACET_WORD,
  FACETS,
  FILTER_WORD,
  FLEET_FILTERS,
  type FleetCounts,
  type FleetFilter,
} from './query/filter.ts'
import { queryWords, type FleetQuery } from './query/query.ts'
import { NO_FILTER } from './query/use-query.ts'

interface ToolbarProps {
  query: FleetQuery
  change: (change: Partial<FleetQuery>) => void
  counts: FleetCounts
}

/** Filters as chips with their counts; all of them hold together. */
export function FleetToolbar({ query, change, counts }: ToolbarProps): ReactNode {
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-1.5">
      <SearchField text={query.q} onText={(q) => change({ q })} />
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
        <States query={query} change={change} counts={counts} />
        <TagsAndRunners query={query} change={change} counts={counts} />
        {queryWords(query) !== '' && (
          <button
            type="button"
            className="flex h-6 items-center gap-1 rounded-full px-2 text-12 text-ink-3 hover:bg-hover hover:text-ink"
            onClick={() => change(NO_FILTER)}
          >
            <X size={12} aria-hidden /> Clear
          </button>
        )}
      </div>
    </div>
  )
}

function SearchField({ text, onText }: { text: string; onText: (text: string) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useKeys([bind(FLEET_FILTER, () => input)])
  return (
    <label className="relative w-52 max-[1000px]:w-40">
      <Search size={14} className="absolute top-[7px] left-2.5 text-ink-3" aria-hidden />
      <input
        ref={input}
        value={text}
        onChange={(e) => onText(e.target.value)}
        placeholder={FLEET.search}
        title={FLEET.searchHelp}
        aria-label={FLEET.search}
        spellCheck={false}
        className="h-7 w-full rounded-control border border-line bg-surface pr-7 pl-8 text-12 placeholder:text-ink-3 hover:border-line-strong"
        onKeyDown={(e) => {
          if (e.key !== 'Escape') return
          onText('')
          input.current?.blur()
        }}
      />
      <Kbd keys="/" className="absolute top-[5px] right-2.5 text-ink-3" />
    </label>
  )
}

/** Left out where no thread is in them. */
const SOMETIMES: readonly FleetFilter[] = ['quiet', 'new', 'manual']

/** States, and facts such as flags. */
function States({ query, change, counts }: ToolbarProps): ReactNode {
  const states = FLEET_FILTERS.filter(
    (f) => !SOMETIMES.includes(f) || counts.states[f] > 0 || query.state === f,
  )
  const facets = FACETS.filter((f) => counts.facets[f] > 0 || query.has.includes(f))
  return (
    <>
      {states.map((f) => (
        <FilterChip
          key={f}
          word={FILTER_WORD[f]}
          count={counts.states[f]}
          isOn={query.state === f}
          onClick={() => change({ state: query.state === f ? 'all' : f })}
        />
      ))}
      {facets.map((f) => (
        <FilterChip
          key={f}
          word={FACET_WORD[f]}
          count={counts.facets[f]}
          isOn={query.has.includes(f)}
          onClick={() => change({ has: toggled(query.has, f) })}
        />
      ))}
    </>
  )
}

function TagsAndRunners({ query, change, counts }: ToolbarProps): ReactNode {
  return (
    <>
      {(counts.tags.length > 0 || query.tags.length > 0) && (
        <Choice
          word="Tag"
          chosen={query.tags}
          options={counts.tags}
          onToggle={(tag) => change({ tags: toggled(query.tags, tag) })}
        />
      )}
      {(counts.runners.length > 1 || query.runner !== null) && (
        <Choice
          word="Runner"
          chosen={query.runner === null ? [] : [query.runner]}
          options={counts.runners}
          onToggle={(runner) => change({ runner: query.runner === runner ? null : runner })}
        />
      )}
    </>
  )
}

const toggled = <T,>(all: readonly T[], one: T): readonly T[] =>
  all.includes(one) ? all.filter((a) => a !== one) : [...all, one]
const chipClass = (isOn: boolean): string =>
  'flex h-6 items-center gap-1 rounded-full border px-2.5 text-12 transition-colors duration-120 ' +
  `${isOn ? 'border-transparent bg-inverse font-medium text-on-inverse' : 'border-line bg-surface text-ink-2 hover:border-line-strong'}`

const FilterChip = ({
  word,
  count,
  isOn,
  onClick,
}: {
  word: string
  count: number
  isOn: boolean
  onClick: () => void
}): ReactNode => (
  <button type="button" aria-pressed={isOn} onClick={onClick} className={chipClass(isOn)}>
    {word} <span className={isOn ? '' : 'text-ink-3'}>{count}</span>
  </button>
)

function Choice({
  word,
  chosen,
  options,
  onToggle,
}: {
  word: string
  chosen: readonly string[]
  options: FleetCounts['tags']
  onToggle: (value: string) => void
}): ReactNode {
  const all = [
    ...options,
    ...chosen.filter((c) => !options.some(([name]) => name === c)).map((c) => [c, 0] as const),
  ]
  return (
    <Base.Root>
      <Base.Trigger className={chipClass(chosen.length > 0)}>
        <span className="max-w-40 truncate">
          {chosen.length === 0 ? word : `${word}: ${chosen.join(' + ')}`}
        </span>{' '}
        <ChevronDown size={12} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-40 outline-none">
          <Base.Popup className="popup max-h-80 min-w-44 overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-popover outline-none">
            {all.map(([name, count]) => (
              <Base.CheckboxItem
                key={name}
                checked={chosen.includes(name)}
                onCheckedChange={() => onToggle(name)}
                closeOnClick={false}
                className="flex items-center gap-2 rounded-control px-2 py-1.5 text-13 outline-none data-[highlighted]:bg-hover"
              >
                <span className="w-4">
                  <Base.CheckboxItemIndicator>
                    <Check size={14} />
                  </Base.CheckboxItemIndicator>
                </span>
                <span className="flex-1 truncate">{name}</span>
                <span className="text-12 text-ink-3">{count}</span>
              </Base.CheckboxItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
