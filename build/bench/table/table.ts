import { median } from '../light/figure.ts'
import { intervalOf } from './interval.ts'
import type { Row } from './report.ts'

const HEAD = ['what', 'beside', 'ratio', '98 of 100 runs', 'pairs']

/** Three digits, and no more than the third behind the point. */
const digits = (value: number): string => {
  if (value >= 100) return value.toFixed(0)
  if (value >= 10) return value.toFixed(1)
  return value >= 1 ? value.toFixed(2) : value.toFixed(3)
}

/** Its cells: median of the ratios, where that of another run lies, and from how many pairs. */
function cellsOf({ figure, against, ratios }: Row): readonly string[] {
  const interval = intervalOf(ratios)
  return [
    figure,
    against,
    ratios.length === 0 ? '–' : digits(median(ratios)),
    interval === null ? '–' : `${digits(interval[0])} – ${digits(interval[1])}`,
    String(ratios.length),
  ]
}

export function rowText(row: Row): string {
  const [figure, against, ratio, interval, pairs] = cellsOf(row)
  return `${figure} ÷ ${against}: ${ratio} (${interval}, ${pairs} pairs)`
}

/** As Markdown that is read as easily in a terminal. */
export function tableText(rows: readonly Row[]): string {
  const cells = rows.map((row) => cellsOf(row).map((cell) => cell.replaceAll('|', '\\|')))
  const widths = HEAD.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}
