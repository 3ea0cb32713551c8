import { runnerName } from '../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { Settings } from '../../../shared/settings/settings.ts'

/** Columns between the name and the actions, which always stand. */
export const COLUMN_KEYS = [
  'name',
  'strip',
  'tiers',
  'last',
  'next',
  'status',
  'flags',
  'git',
  'cost',
  'number',
  'runner',
  'pace',
  'path',
] as const
export type ColumnKey = (typeof COLUMN_KEYS)[number]

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const last = (t: ThreadView): number => t.last?.finishedAt ?? -1
const next = (t: ThreadView): number => t.nextDueAt ?? Infinity
const changes = (t: ThreadView): number =>
  t.git === null ? -1 : t.git.changed + (t.git.ahead ?? 0) + (t.git.behind ?? 0)
const number = (a: number, b: number): number => {
  if (a === b) return 0
  if (a < b) return -1
  return 1
}

interface Column {
  readonly word: string
  readonly least: number // px
  readonly tight?: number // px, where the window is too narrow for the least of all; absent: the same
  readonly share: number // of what is left, as fr; 0: as wide as its least
  readonly worth: number // the least goes first when there is no room
  /**
   * Ascending; null: no order of its own. `cost` is known only today and to the page, so it is no order.
   */
  readonly compare: ((a: ThreadView, b: ThreadView) => number) | null
}
/** Three rings alone, each wide enough to be hit. */
const TIERS_WITHOUT_LETTERS = 88

export const COLUMNS: Record<ColumnKey, Column> = {
  name: {
    word: 'Thread',
    least: 132,
    tight: 124,
    share: 1.5,
    worth: 99,
    compare: (a, b) => byName.compare(a.name, b.name),
  },
  strip: { word: 'Beats', least: 206, share: 0, worth: 9, compare: null },
  tiers: { word: 'Tiers', least: 122, tight: TIERS_WITHOUT_LETTERS, share: 0, worth: 5, compare: null },
  last: { word: 'Last', least: 98, share: 0, worth: 6, compare: (a, b) => number(last(b), last(a)) },
  next: { word: 'Next', least: 106, share: 0, worth: 7, compare: (a, b) => number(next(a), next(b)) },
  status: { word: 'Status', least: 190, tight: 136, share: 2, worth: 98, compare: null },
  flags: {
    word: 'Flags',
    least: 82,
    share: 0.8,
    worth: 4,
    compare: (a, b) => number(b.doc?.flags.length ?? 0, a.doc?.flags.length ?? 0),
  },
  git: { word: 'Git', least: 92, share: 1, worth: 4, compare: (a, b) => number(changes(b), changes(a)) },
  cost: { word: 'Today', least: 58, share: 0, worth: 3, compare: null },
  number: { word: 'No.', least: 44, share: 0, worth: 2, compare: (a, b) => number(a.number, b.number) },
  runner: {
    word: 'Runner',
    least: 110,
    share: 0.6,
    worth: 2,
    compare: (a, b) => byName.compare(runnerName(a.agent), runnerName(b.agent)),
  },
  pace: {
    word: 'Pace',
    least: 74,
    share: 0,
    worth: 2,
    compare: (a, b) => number(a.intervalMs || Infinity, b.intervalMs || Infinity),
  },
  path: {
    word: 'Folder',
    least: 150,
    share: 1,
    worth: 1,
    compare: (a, b) => byName.compare(a.repoPath, b.repoPath),
  },
}

export const USUAL_COLUMNS: readonly ColumnKey[] = ['strip', 'tiers', 'last', 'next', 'status']
/** The columns a person chose, in their order; names nobody knows (of a newer app) are left out. */
export const chosenColumns = ({
  columns,
}: {
  readonly columns: readonly string[] | null
}): readonly ColumnKey[] =>
  columns === null
    ? USUAL_COLUMNS
    : [...new Set(columns)].filter(
        (key): key is ColumnKey => COLUMN_KEYS.some((k) => k === key) && key !== 'name',
      )

export interface Layout {
  readonly keys: readonly ColumnKey[] // `name` first
  readonly template: string // for grid-template-columns
  readonly bars: number
  readonly isCompact: boolean
  readonly isTight: boolean // too narrow for the letters of the tiers
  readonly rowHeight: number
}
const ROW_HEIGHT = { comfortable: 46, compact: 34 } as const
const GLYPH = 44
const ACTIONS = 70
const BARS = { tight: 16, few: 32, many: 48 } as const
const BAR_PITCH = { comfortable: 6, compact: 4 } as const
const STRIP_PADDING = 16

/**
 * What fits into `width` px. Where not all of it does, columns become narrower, and then what is worth least is left
 * out. 0: not measured yet, everything stands.
 */
export function layoutOf(settings: Pick<Settings, 'columns' | 'density'>, width: number): Layout {
  const { density } = settings
  const least = (key: ColumnKey, amount: keyof typeof BARS): number => {
    if (key === 'strip') return BARS[amount] * BAR_PITCH[density] + STRIP_PADDING
    const { least: usual, tight } = COLUMNS[key]
    return amount === 'tight' ? (tight ?? usual) : usual
  }
  const total = (keys: readonly ColumnKey[], amount: keyof typeof BARS): number =>
    keys.reduce((sum, key) => sum + least(key, amount), GLYPH + ACTIONS)
  let keys: readonly ColumnKey[] = ['name', ...chosenColumns(settings)]
  const isTight = width > 0 && total(keys, 'few') > width
  while (isTight && keys.length > 1 && total(keys, 'tight') > width) {
    const poorest = keys.reduce((a, b) => (COLUMNS[b].worth <= COLUMNS[a].worth ? b : a))
    keys = keys.filter((key) => key !== poorest)
  }
  // Wide windows show more of the past; compact rows keep to the newest.
  const isWide = density === 'comfortable' && width > 0 && total(keys, 'many') + 120 <= width
  const wide = isWide ? 'many' : 'few'
  const amount = isTight ? 'tight' : wide
  const tracks = keys.map((key) =>
    COLUMNS[key].share === 0
      ? `${least(key, amount)}px`
      : `minmax(${least(key, amount)}px, ${COLUMNS[key].share}fr)`,
  )
  return {
    keys,
    template: [`${GLYPH}px`, ...tracks, `${ACTIONS}px`].join(' '),
    bars: BARS[amount],
    isCompact: density === 'compact',
    isTight,
    rowHeight: ROW_HEIGHT[density],
  }
}
