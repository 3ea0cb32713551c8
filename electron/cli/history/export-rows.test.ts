import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY } from '../../../shared/base/time.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { createStore } from '../../store/store.ts'
import { settingsInMemory } from '../../store/testing/settings-in-memory.ts'
import { writeManyRuns } from '../../store/testing/many-rows.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { readPast } from './read-past.ts'
import { commandUnderTest } from '../testing/command.ts'

/** The real command with the engine in it, over a real history. */
const { root, dataDir, start, bundled, gone } = commandUnderTest('history-test')
const RUNS = 30_000
const out = (name: string): string => path.join(root, 'out', name)
const files = (): string[] => readdirSync(path.join(root, 'out')).sort()

beforeAll(async () => {
  await bundled()
  mkdirSync(path.join(root, 'out'))
  mkdirSync(dataDir, { mode: 0o700 })
  const opened = openDatabase(path.join(dataDir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  for (const n of [1, 2])
    store.threads.add({
      id: `thr_${n}` as ThreadId,
      name: `web ${n}`,
      repoPath: path.join(root, String(n)),
      intervalMs: 0,
      trustedAt: null,
      createdAt: 1,
    })
  writeManyRuns(opened.value.db, {
    runs: RUNS,
    threads: ['thr_1', 'thr_2'],
    newestAt: Date.now() - DAY,
    spanMs: 100 * DAY,
  })
  store.close()
})
afterAll(gone)

it('writes the rows of a filter into a file, and tells of it beside', async () => {
  const ended = await start([
    'history',
    'export',
    '--format',
    'csv',
    '--outcome',
    'alert',
    'urgent',
    '--thread',
    'web 2',
    '--out',
    out('rows.csv'),
  ]).ended
  const lines = readFileSync(out('rows.csv'), 'utf8').trimEnd().split('\r\n')
  expect(ended).toMatchObject({ code: 0, out: '' })
  expect(ended.err).toBe(
    `${lines.length - 1} rows, ${statSync(out('rows.csv')).size.toLocaleString('en-US')} bytes, ` +
      `written to ${out('rows.csv')}.\n`,
  )
  expect(lines.length).toBeGreaterThan(10)
  expect(
    lines
      .slice(1)
      .every((l) => l.includes(',web 2,heartbeat,alert,') || l.includes(',web 2,heartbeat,urgent,')),
  ).toBe(true)
})

it('leaves a file that stands there alone, unless it is told to replace it', async () => {
  writeFileSync(out('mine.jsonl'), 'mine')
  const ended = await start(['history', 'export', '-f', 'jsonl', '-o', out('mine.jsonl')]).ended
  expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('stands there already') as string })
  expect(readFileSync(out('mine.jsonl'), 'utf8')).toBe('mine')
})

it('writes to the output where no file is named, each row a line of JSON', async () => {
  const ended = await start(['history', 'export', '-f', 'jsonl', '--from', '30d', '--text', 'main is red'])
    .ended
  const rows = ended.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { summary: string; outcome: string; time: string })
  expect(rows.length).toBeGreaterThan(0)
  expect(
    rows.every(
      (r) =>
        r.outcome === 'alert' &&
        r.summary.startsWith('Main is red') &&
        Date.parse(r.time) > Date.now() - 30 * DAY,
    ),
  ).toBe(true)
})

it('ended by Ctrl-C leaves nothing of the file', async () => {
  const before = files()
  const { child, ended } = start(['history', 'export', '-f', 'csv', '-o', out('half.csv')])
  // As soon as the file has begun to grow.
  await new Promise<void>((resolve) => {
    const look = (): void =>
      void (files().some((name) => name.endsWith('.part') && statSync(out(name)).size > 0)
        ? resolve()
        : setTimeout(look, 5))
    look()
  })
  child.kill('SIGINT')
  expect(await ended).toMatchObject({
    code: 130,
    err: `Stopped. Nothing was written to ${out('half.csv')}.\n`,
  })
  expect(files()).toEqual(before)
})

it.each([
  ['7', '--from must be a day'],
  ['2026-02-30', '--from must be a day'],
  ['yesterday', '--from must be a day'],
  ['2026-11-22 24:00', '--from must be a day'],
])('refuses the date %j by name', (text, why) => {
  expect(() => readPast('--from', text, 0, 'begin')).toThrow(why)
})
it('takes a day whole, whichever end it is', () => {
  const day = new Date(2026, 10, 22).getTime()
  expect([readPast('--from', '2026-11-22', 0, 'begin'), readPast('--to', '2026-11-22', 0, 'end')]).toEqual([
    day,
    new Date(2026, 10, 23).getTime(),
  ])
  expect(readPast('--from', '2026-11-22 09:41', 0, 'begin')).toBe(day + (9 * 60 + 41) * 60_000)
  expect(readPast('--from', '7d', 10 * DAY, 'begin')).toBe(3 * DAY)
})
