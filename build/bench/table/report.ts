import { readFileSync, writeFileSync } from 'node:fs'

/** One line of the table of `npm run bench`. */
export interface Row {
  /** What is measured, in a few words. */
  readonly figure: string
  /** What it is divided by: a peer, or the least that could do the same. */
  readonly against: string
  /** One for each pair of measurements, ours divided by theirs; a single one where there are no pairs. */
  readonly ratios: readonly number[]
}

/** What a suite found. */
export interface Report {
  readonly rows: readonly Row[]
  /** Sentences that belong below its table: where peers differ, what could not be compared. */
  readonly notes?: readonly string[]
  /** Bounds of the suite's own that do not hold, in its words. */
  readonly bad: readonly string[]
}

const FILE = 'THREADBEAT_BENCH_REPORT'

/** What `npm run bench` starts a suite with, so that it tells what it found. */
export const reportTo = (file: string): Readonly<Record<string, string>> => ({ [FILE]: file })

/** A suite's last word. Nothing is written where nobody asks for it. */
export function tell(report: Report): void {
  const file = process.env[FILE]
  if (file !== undefined && file !== '') writeFileSync(file, JSON.stringify(report))
}

/** null: the suite came to no end. */
export function told(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return null
  }
}
