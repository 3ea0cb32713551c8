import { SEARCH_WORDS } from '../../shared/history/search-query.ts'
import { plural } from '../../shared/base/amounts.ts'

const n = (value: number): string => value.toLocaleString('en-US')

/** `total`: a number as it is written. */
const rowsOf = (total: string): string => `${total} ${total === '1' ? 'row' : 'rows'}`

/** What the history explorer says. */
export const HISTORY_COPY = {
  title: 'History',
  reliability: (share: number | null, days: number, missed: number, causes: string): string =>
    share === null
      ? `No due times in the last ${plural(days, 'day')}.`
      : `On time ${(Math.floor(share * 1000) / 10).toFixed(1)} % in ${days} ` +
        `days${missed === 0 ? ', none missed' : ` · missed ${n(missed)}: ${causes}`}.`,
  searchLabel: 'Search the history',
  searchHint: 'Summaries, last words, reasons',
  searchHelp:
    `Every word has to be there, at most ${SEARCH_WORDS}; the last one may go on. “Words in quotes” ` +
    'stand beside each other.',
  failed: 'The history could not be read.',
  nothingYet: 'Nothing has run yet.',
  nothingYetText: 'The first beats and due times appear here by themselves.',
  nothingFits: 'Nothing in the history fits these filters.',
  nothingFound: (text: string): string =>
    `Nothing was found for “${text.slice(0, 60)}${text.length > 60 ? '…' : ''}”.`,
  closedThen: (from: string): string =>
    `In between the app was closed: due times from ${from} on were missed.`,
  clearFilters: 'Clear all filters',
  searchFiltered: 'Only what fits the filters was searched.',
  clearSearched: 'Clear filters',
  footer: (total: string, from: number, to: number): string =>
    `${rowsOf(total)}, showing ${n(from)}–${n(to)}`,
  footerExact: (total: number): string => n(total),
  inAll: (total: number): string => `${n(total)} in all`,
  footerAbout: (total: number): string => `≈ ${n(total)}`,
  countExactly: 'Count exactly',
  found: (loaded: number, more: boolean): string =>
    more ? `${n(loaded)} found so far` : `${n(loaded)} found, all there are`,
  searchingOn: (day: string): string => `looked back to ${day}, going on…`,
  gap: (span: string, from: string, to: string, closed: boolean): string =>
    `${span} without a row, ${from} – ${to}${closed ? ': the app was closed' : ''}`,
  newRows: 'Show what is new',
  jump: 'Jump to',
  jumpDate: 'Jump to a date',
  yesterday: 'Yesterday',
  lastAlert: 'Last alert',
  streak: 'First failure of this streak',
  noAlert: 'There is no alert among these rows.',
  noStreak: 'The newest beats did not fail: there is no streak.',
  chartTable: 'View as table',
  chartBack: 'View as chart',
  yearTitle: 'Share of quiet rows, day by day, twelve months',
  yearLegend:
    'Stronger green is quieter; amber and plum are days that were not; a red upper corner is an ' +
    'urgent one, a lower corner a note of yours.',
  yearSummary: (days: number, quiet: number, urgent: number): string =>
    days === 0
      ? 'Nothing on record in these twelve months.'
      : `${plural(days, 'day')} on record: ${n(quiet)} at least 95 % quiet, ${n(urgent)} with something urgent.`,
  brushHint: 'Drag over the chart to zoom, or set the dates beside it.',
  zoomHere: 'press Enter to zoom',
  chartLabel: (what: string): string => `${what} over time`,
  chartKeys:
    'Arrow keys walk the bars, with Shift they mark a stretch, Enter zooms to it, N writes a note there.',
  zoomOut: 'Show all dates',
  export: 'Export…',
  exportTitle: 'Export these rows',
  exportText: (total: string): string =>
    `${total} rows, newest first, as the filters are set. Beats go on meanwhile.`,
  exportCsv: 'CSV, for table programs',
  exportJson: 'JSON lines, for scripts',
  exportGo: 'Choose a file…',
  exportSafe: 'Cells that a table program would take for a formula begin with an apostrophe.',
  exportStop: 'Stop and delete the file',
  exportStopped: 'Stopped. Nothing of the file was kept.',
  exportDone: (rows: number, size: string, path: string): string =>
    `${n(rows)} rows, ${size}, written to ${path}.`,
  exportProgress: (rows: number, of: number): string =>
    `${n(rows)} of ${of > rows ? `about ${n(of)}` : n(rows)} rows`,
  cleanNow: 'Clean up now',
  cleaned: (rows: number): string =>
    rows === 0
      ? 'There was nothing old enough to delete.'
      : `${n(rows)} old rows are deleted. Day figures are kept.`,
  rebuild: 'Count anew',
  rebuilt: 'All figures were counted anew.',
  again: 'Try again',
  openJoined: 'Open the beat it joined',
  slots: 'Due times without a run',
  dueTime: 'due time',
  outcomeHead: 'What came of it',
  runningNow: 'Running now.',
} as const

/** What the charts say of their bars. */
export const CHART_COPY = {
  part: { well: 'quiet', not: 'not run', look: 'worth a look', broken: 'broken', urgent: 'urgent' },
  starts: (count: number): string => plural(count, 'agent start'),
  startsHead: 'agent starts',
  nothingRan: 'nothing ran',
  took: (median: string, most: string): string => `about ${median}, at most ${most}`,
  noRows: 'no rows',
  noRowsHere: 'No rows in these dates.',
  cost: (usd: string, starts: number): string => `${usd} and ${plural(starts, 'agent start')} in all.`,
  noLength: 'Nothing of a length in these dates.',
  length: (median: string, most: string, when: string): string =>
    `Half of the runs take less than about ${median}, all but one in twenty less than ${most}, as of ${when}.`,
  rows: (rows: string, quiet: number, worst: readonly string[], silent: readonly string[]): string =>
    `${rowsOf(rows)}, ${quiet} % ` +
    `quiet${worst.length === 0 ? '' : `; ${worst.join(', ')}`}.${silent.length === 0 ? '' : ` Nothing on record ${silent.join(' and ')}.`}`,
  asTable: 'The chart as a table',
  nothingOnRecord: 'nothing on record',
  dueTimes: (count: string): string => `nothing ran, ${count} due times`,
  quietOf: (share: number, rows: string): string => `${share} % quiet of ${rowsOf(rows)}`,
  yearAsTable: 'The year as a table',
  yearGrid: 'Twelve months by days',
} as const

/** What Settings says of the rows that are kept. */
export const KEPT_COPY = {
  now: 'What is kept now',
  size: (runs: string, slots: number, outputs: string, days: number, oldest: string | null): string =>
    `${runs} runs, ${plural(slots, 'due time')} without a run, output of ${outputs} runs, figures of ` +
    `${plural(days, 'day')}. ${oldest === null ? '' : `The oldest is of ${oldest}.`}`,
  free: (size: string): string => `${size} of it free for new rows`,
  cleaning: 'Cleaning up…',
  deleted: (done: string, of: string): string => `${done} of ${of} rows deleted…`,
  cleanUp: (due: number, next: string): string =>
    `${due === 0 ? 'Nothing is old enough to go.' : `${plural(due, 'row')} ${due === 1 ? 'is' : 'are'} old enough to go.`} Next ${next}, at most a day of history each hour. Day figures are kept for ever.`,
  waits: (left: string): string =>
    `The clock of this machine jumped by days. Nothing is deleted by itself before it has been right for a ` +
    `day of work (${left} left), nor before a backup is made.`,
  cleanAnyway: {
    title: 'Delete by a clock that jumped?',
    text: 'If the date of this machine is wrong, this deletes history that is not old.',
    yes: 'Delete what is old',
  },
  figures:
    'Charts and counts are sums that are kept beside the rows. After a change of the time zone, or if ' +
    'they look wrong, they can be counted anew.',
} as const
