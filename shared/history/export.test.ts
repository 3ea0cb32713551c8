import { expect, it } from 'vitest'
import type { RunId, ThreadId } from '../base/ids.ts'
import { exportLine } from './export.ts'
import type { HistoryRow } from './history.ts'

const ROW: HistoryRow = {
  cursor: '1/1',
  at: 1,
  threadId: 'thr_1' as ThreadId,
  threadName: 'web',
  kind: 'heartbeat',
  outcome: 'quiet',
  cause: '',
  tier: 'quick',
  reason: 'interval',
  runner: 'Local checks',
  runId: 'run_1' as RunId,
  durationMs: 900,
  usd: 0,
  count: 1,
  summary: '',
  note: null,
  snippet: null,
}

it.each([
  ['=1+1', '"\'=1+1"'],
  [' @cmd', '"\' @cmd"'],
  ['-2', '"\'-2"'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
])('writes the summary %j as a cell that is never a formula', (summary, cell) => {
  const row: HistoryRow = { ...ROW, summary }
  expect(exportLine(row, 'csv').split(',web,')[1]).toBe(
    `heartbeat,quiet,,quick,interval,Local checks,900,,1,${cell},run_1,\r\n`,
  )
  expect(JSON.parse(exportLine(row, 'jsonl'))).toMatchObject({ summary, thread: 'web', cause: null })
})
