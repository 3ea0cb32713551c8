import type { ReactNode } from 'react'
import {
  HISTORY_KINDS,
  HISTORY_OUTCOMES,
  type HistoryCounts,
  type HistoryFilter,
} from '../../shared/history/history.ts'
import { WAKE_REASONS } from '../../shared/queue/queue.ts'
import { TIERS } from '../../shared/schedule/tier.ts'
import { DAY } from '../../shared/base/time.ts'
import { REASON_WORD, TIER_WORD } from '../../shared/views/words.ts'
import { OUTCOME_WORD } from '../../shared/runs/outcome-words.ts'
import { short } from '../kit/text/amounts.ts'
import { Button } from '../kit/button.tsx'
import { Pill } from '../kit/pill.tsx'
import { HISTORY_COPY as COPY } from './copy.ts'
import { useLive } from '../client/live.ts'
import { DateField } from '../kit/fields/time-field.tsx'
import { useMinute } from '../kit/time.ts'
import { dateOf, dateText, isFiltered, tidy, toggled, type ListKey } from './filter.ts'

const KIND_WORD: Record<(typeof HISTORY_KINDS)[number], string> = {
  heartbeat: 'Beats',
  message: 'Messages',
  job: 'Jobs',
  slot: COPY.slots,
}
const upper = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
type Choice = readonly [value: string, word: string]
/** Rows each choice would show. undefined: not counted yet. */
type Counted = Readonly<Partial<Record<string, number>>> | undefined
const OUTCOMES = HISTORY_OUTCOMES.map((o): Choice => [o, OUTCOME_WORD[o]])
const REASONS = WAKE_REASONS.map((r): Choice => [r, upper(REASON_WORD[r])])
const TIER_CHOICES = TIERS.map((t): Choice => [t, TIER_WORD[t]])
const KINDS = HISTORY_KINDS.map((k): Choice => [k, KIND_WORD[k]])

/**
 * What is shown, with how many rows each choice would show. `counts` null, or without a list: not counted; rows
 * never wait for it.
 */
export function Filters({
  filter,
  counts,
  onChange,
}: {
  filter: HistoryFilter
  counts: Partial<HistoryCounts> | null
  onChange: (filter: HistoryFilter) => void
}): ReactNode {
  const threads = useLive((live) => live.threads)
  const group = (
    title: string,
    listKey: ListKey,
    values: readonly Choice[],
    counted: Counted,
    open = false,
  ): ReactNode => <Group {...{ title, listKey, values, counted, open, filter, onChange }} />
  const runners = new Set([...Object.keys(counts?.runners ?? {}), ...(filter.runners ?? [])])
  const byName = [...threads.values()].sort((a, b) => a.name.localeCompare(b.name))
  return (
    <div>
      <Dates filter={filter} onChange={onChange} />
      {group('Outcome', 'outcomes', OUTCOMES, counts?.outcomes, true)}
      {group(
        'Thread',
        'threads',
        byName.map((t) => [t.id, t.name]),
        counts?.threads,
        true,
      )}
      {group('Trigger', 'reasons', REASONS, counts?.reasons)}
      {group('Tier', 'tiers', TIER_CHOICES, counts?.tiers)}
      {group('Kind', 'kinds', KINDS, counts?.kinds)}
      {group(
        'Runner',
        'runners',
        [...runners].sort().map((r) => [r, r]),
        counts?.runners,
      )}
      {isFiltered(filter) && (
        <Button size="s" className="mt-2" onClick={() => onChange({})}>
          {COPY.clearFilters}
        </Button>
      )}
    </div>
  )
}

/** What one list of the filter may hold; a choice that no row has is left out. */
function Group({
  title,
  listKey: key,
  values,
  counted,
  open,
  filter,
  onChange,
}: {
  title: string
  listKey: ListKey
  values: readonly Choice[]
  counted: Counted
  open: boolean
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}): ReactNode {
  const chosen = (filter[key] ?? []) as readonly string[]
  const shown = values.filter(
    ([value]) => chosen.includes(value) || counted === undefined || (counted[value] ?? 0) > 0,
  )
  if (shown.length === 0) return null
  return (
    <details open={open || chosen.length > 0} className="border-t border-line py-1 first:border-t-0">
      <summary className="rounded-[3px] text-12 leading-(--target) font-medium">
        {title}
        {chosen.length > 0 && <span className="text-ink-3"> · {chosen.length}</span>}
      </summary>
      <ul className="max-h-64 overflow-y-auto">
        {shown.map(([value, word]) => (
          <li key={value}>
            <ChoiceButton
              word={word}
              isChosen={chosen.includes(value)}
              rows={counted?.[value]}
              onClick={() => onChange(toggled(filter, key, value))}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

function ChoiceButton({
  word,
  isChosen,
  rows,
  onClick,
}: {
  word: string
  isChosen: boolean
  rows: number | undefined
  onClick: () => void
}): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={
        'flex h-(--target) w-full items-center gap-2 rounded-control px-1.5 text-left text-12 ' +
        `hover:bg-hover ${isChosen ? 'bg-accent-tint font-medium text-ink' : 'text-ink-2'}`
      }
    >
      <span className="min-w-0 flex-1 truncate" title={word}>
        {isChosen ? '✓ ' : ''}
        {word}
      </span>
      {rows !== undefined && <span className="text-11 tabular-nums text-ink-3">{short(rows)}</span>}
    </button>
  )
}

const RANGES = [
  ['24 h', 1],
  ['7 days', 7],
  ['30 days', 30],
] as const

function Dates({
  filter,
  onChange,
}: {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}): ReactNode {
  const now = useMinute()
  const lasting = (days: number): void => onChange(tidy({ ...filter, from: now - days * DAY, to: undefined }))
  const isLasting = (days: number): boolean =>
    filter.from !== undefined &&
    filter.to === undefined &&
    Math.abs(now - days * DAY - filter.from) < DAY / 24
  return (
    <div className="pb-2">
      <p className="text-12 font-medium">Dates</p>
      <div role="group" aria-label="Dates" className="mt-1 flex flex-wrap gap-x-1 gap-y-2">
        {RANGES.map(([word, days]) => (
          <Pill key={days} pressed={isLasting(days)} onClick={() => lasting(days)}>
            {word}
          </Pill>
        ))}
        <Pill
          pressed={filter.from === undefined && filter.to === undefined}
          onClick={() => onChange(tidy({ ...filter, from: undefined, to: undefined }))}
        >
          All
        </Pill>
      </div>
      <div className="mt-2 grid grid-cols-[36px_minmax(0,1fr)] items-center gap-1 text-12 text-ink-2">
        <label htmlFor="history-from">From</label>
        <DateField
          id="history-from"
          className="w-full"
          value={filter.from === undefined ? '' : dateText(filter.from)}
          onChange={(text) => onChange(tidy({ ...filter, from: dateOf(text) ?? undefined }))}
        />
        <label htmlFor="history-to">To</label>
        <DateField
          id="history-to"
          className="w-full"
          value={filter.to === undefined ? '' : dateText(filter.to - 1)}
          onChange={(text) => {
            const day = dateOf(text)
            onChange(
              tidy({
                ...filter,
                to: day === null ? undefined : new Date(day).setDate(new Date(day).getDate() + 1),
              }),
            )
          }}
        />
      </div>
    </div>
  )
}
