import type { HistoryPage, HistoryRow } from './history.ts'

export type ExportFormat = 'csv' | 'jsonl'

export type ExportMessage =
  | { readonly kind: 'progress'; readonly rows: number; readonly of: number }
  | { readonly kind: 'done'; readonly rows: number; readonly bytes: number; readonly path: string }

/** A table program takes a cell that begins so for a formula. Spaces before it do not stop all of them. */
const FORMULA = /^[\s]*[=+\-@\t\r]/

/** One cell: quoted where it must be, and never a formula; null and undefined are empty. */
function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n\t]|^\s|\s$|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const EXPORT_COLUMNS = [
  'time',
  'thread',
  'kind',
  'outcome',
  'cause',
  'tier',
  'trigger',
  'runner',
  'duration_ms',
  'cost_usd',
  'due_times',
  'summary',
  'run_id',
  'note',
] as const

const cellsOf = (row: HistoryRow): readonly (string | number | null)[] => [
  new Date(row.at).toISOString(),
  row.threadName,
  row.kind === 'slot' ? 'due time' : row.kind,
  row.outcome,
  row.cause,
  row.tier,
  row.reason,
  row.runner,
  row.durationMs,
  row.usd === 0 ? null : row.usd,
  row.count,
  row.summary,
  row.runId,
  row.note,
]

/** Of one row, with its line end. CSV has CRLF and, before all else, a line of names. */
export const exportLine = (row: HistoryRow, format: ExportFormat): string =>
  format === 'csv'
    ? `${cellsOf(row).map(csvCell).join(',')}\r\n`
    : `${JSON.stringify(Object.fromEntries(cellsOf(row).map((cell, i) => [EXPORT_COLUMNS[i]!, cell === '' ? null : cell])))}\n`

/**
 * All rows that `pageAfter` gives, as text, page by page: by each row's own place, so that rows that come
 * or go meanwhile shift nothing.
 */
export async function* exportPieces(
  pageAfter: (cursor: string) => HistoryPage | Promise<HistoryPage>,
  format: ExportFormat,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  let head = exportHead(format)
  for (
    let older: string | null = `${Number.MAX_SAFE_INTEGER}/${Number.MAX_SAFE_INTEGER}`;
    older !== null;
    head = ''
  ) {
    const page: HistoryPage = await pageAfter(older)
    older = page.older
    yield { text: head + page.rows.map((row) => exportLine(row, format)).join(''), rows: page.rows.length }
  }
}

/** Why an export is refused. */
export const unlistedText = (runs: number): string =>
  `The history cannot be written now, so ${runs === 1 ? 'its newest run' : `its newest ${runs} runs`} would be missing. ` +
  'Export again once it can.'

const exportHead = (format: ExportFormat): string =>
  format === 'csv' ? `${EXPORT_COLUMNS.join(',')}\r\n` : ''
