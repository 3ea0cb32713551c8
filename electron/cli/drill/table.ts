import { COLUMNS, isBad, type Row } from './board.ts'

const HEAD = ['fault', 'injected', 'lost', 'doubled', 'wedged', 'silent', 'let in']

/** The board as a person reads it: a line for each kind, the sum, then what was not injected, then what is wrong. */
export function tableOf(rows: readonly Row[]): string {
  const played = rows.filter((row) => row.skipped === null)
  const cells = (row: Row): readonly string[] => [
    `${row.kind.group}: ${row.kind.name}`,
    String(row.injected),
    ...COLUMNS.map((column) => (row.broken === null ? String(row.found[column].length) : '?')),
  ]
  const sum = (of: (row: Row) => number): string => String(played.reduce((total, row) => total + of(row), 0))
  const lines = [
    HEAD,
    ...played.map(cells),
    [
      `${played.length} kinds`,
      sum((row) => row.injected),
      ...COLUMNS.map((column) => sum((row) => row.found[column].length)),
    ],
  ]
  const widths = HEAD.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  const text = lines.map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  )
  return [...text, ...notInjected(rows), ...detailsOf(rows)].join('\n')
}

const notInjected = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row) => [
    ...(row.skipped === null ? [] : [`SKIPPED ${row.kind.group}: ${row.kind.name}: ${row.skipped}`]),
    ...[...new Set(row.leftOut)].map((why) => `LEFT OUT of ${row.kind.name}: ${why}`),
  ])

const detailsOf = (rows: readonly Row[]): readonly string[] =>
  rows
    .filter(isBad)
    .flatMap((row) => [
      `\n${row.kind.group}: ${row.kind.name}`,
      ...(row.broken === null ? [] : [`  could not be played: ${row.broken}`]),
      ...COLUMNS.flatMap((column) => row.found[column].map((what) => `  ${column}: ${what}`)),
    ])
