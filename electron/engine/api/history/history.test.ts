import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterEach, expect, it } from 'vitest'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { DAY, HOUR } from '../../../../shared/base/time.ts'
import { openDatabase } from '../../../store/connection/open.ts'
import { readyInMemory } from '../../../store/testing/ready-in-memory.ts'
import { createStore } from '../../../store/store.ts'
import { settingsInMemory } from '../../../store/testing/settings-in-memory.ts'
import { writeManyRuns } from '../../../store/testing/many-rows.ts'
import { randomId } from '../../../machine/clock/ids.ts'
import { longFiles } from '../../../machine/disk/long-file.ts'
import type { Ports } from '../../ports/ports.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { historyHandlers } from './history.ts'
import { noteHandlers } from './notes.ts'

const NOW = Date.UTC(2026, 2, 10, 8)
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((f) => rmSync(f, { recursive: true, force: true })))

function world(runs: number) {
  const opened = openDatabase(':memory:', readyInMemory())
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  const id = 'thr_1' as ThreadId
  store.threads.add({
    id,
    name: 'web, shop',
    repoPath: '/web',
    intervalMs: 480_000,
    trustedAt: 1,
    createdAt: 1,
  })
  writeManyRuns(opened.value.db, { runs, threads: [id], newestAt: NOW - HOUR, spanMs: 300 * DAY })
  // Breaths are taken at once: what the virtual clock measures is not what these tests are about.
  const clock = {
    ...virtualClock(NOW),
    now: () => NOW,
    setTimer: (_at: number, fn: () => void) => (queueMicrotask(fn), () => undefined),
  }
  const ports = { clock, log: () => undefined } as unknown as Ports
  const client = createRouterClient(
    historyHandlers({
      ports,
      store,
      engine: { live: { nextCleanUpAt: () => NOW + HOUR, cleanUpWaitsMs: () => 0 } } as never,
      shell: null,
      longFiles,
    }),
    { context: { origin: 'test' } },
  )
  const notes = createRouterClient(noteHandlers({ ports, store }), { context: { origin: 'test' } })
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-history-'))
  folders.push(folder)
  return { store, client, notes, folder }
}

it('exports the rows of a filter as they are listed, and leaves nothing else behind', async () => {
  const { client, folder } = world(3000)
  const target = path.join(folder, 'rows.csv')
  const steps = []
  for await (const step of await client.export({
    filter: { outcomes: ['alert', 'broken'] },
    format: 'csv',
    path: target,
  }))
    steps.push(step)
  const lines = readFileSync(target, 'utf8').trimEnd().split('\r\n')
  expect(steps.at(-1)).toMatchObject({ kind: 'done', rows: lines.length - 1, path: target })
  expect(lines[0]).toBe(
    'time,thread,kind,outcome,cause,tier,trigger,runner,duration_ms,cost_usd,due_times,summary,run_id,note',
  )
  expect(lines.length - 1).toBe((await client.count({ filter: { outcomes: ['alert', 'broken'] } })).rows)
  expect(lines[1]).toContain('"web, shop",heartbeat,')
  expect(readdirSync(folder)).toEqual(['rows.csv'])
})

it('removes the file when nobody listens any more', async () => {
  const { client, folder } = world(8000)
  for await (const step of await client.export({
    filter: {},
    format: 'jsonl',
    path: path.join(folder, 'rows.jsonl'),
  })) {
    expect(step).toMatchObject({ kind: 'progress', of: 8000 })
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.threadbeat-[0-9a-f]+\.part$/)])
    break
  }
  expect(readdirSync(folder)).toEqual([])
})

it('names the file it cannot write', async () => {
  const { client, folder } = world(10)
  const target = path.join(folder, 'nowhere', 'rows.csv')
  await expect(
    (async () => {
      for await (const step of await client.export({ filter: {}, format: 'csv', path: target }))
        expect(step).toBeUndefined()
    })(),
  ).rejects.toThrow(`${target} cannot be written: its folder does not exist. Nothing of it was kept.`)
})

it('counts exactly what its figures say, with and without a search', async () => {
  const { client } = world(3000)
  expect(await client.count({ filter: {} })).toEqual({ rows: 3000 })
  expect((await client.counts({ filter: {} })).total).toBe(3000)
  expect(await client.count({ filter: { text: 'main is red' } })).toEqual({ rows: 3 })
})

it('looks on for a word with a filter, in steps that hold nobody up, until a page is full or all was looked at', async () => {
  const { store, client } = world(25_000)
  const filter = { text: 'main is red', outcomes: ['alert' as const] }
  const newest = { below: Number.MAX_SAFE_INTEGER, skip: 0 }
  const all = store.history.page({ text: 'main is red' }, newest, 200).rows
  expect(all.length).toBe(25)
  const one = store.history.page(filter, newest, 200)
  expect([one.rows.length < all.length, one.older !== null]).toEqual([true, true])
  const whole = await client.page({ filter, place: newest, limit: 200 })
  expect(whole.rows.map((r) => r.cursor)).toEqual(all.map((r) => r.cursor))
  expect(whole.older).toBeNull()
  const { rows, older } = await client.page({ filter, place: newest, limit: 4 })
  const rest = await client.page({ filter, place: { after: older! }, limit: 200 })
  expect([...rows, ...rest.rows].map((r) => r.cursor)).toEqual(all.map((r) => r.cursor))
})

it('finds the place of an instant, the last alert, and where a streak began', async () => {
  const { store, client } = world(3000)
  const alert = (await client.find({ filter: {}, what: 'alert' }))!
  const { row } = await client.position({ filter: {}, at: alert.at })
  expect(store.history.page({}, { below: Number.MAX_SAFE_INTEGER, skip: row }, 1).rows[0]?.cursor).toBe(
    alert.cursor,
  )
  // good beats came after the last failure
  expect(await client.find({ filter: {}, what: 'streak' })).toBeNull()
})

it('cleans up by steps until nothing is old enough', async () => {
  const { store, client } = world(3000)
  store.settings.change({ runsKeptMs: 100 * DAY, detailsKeptMs: 2 * DAY })
  const before = await client.retention()
  expect(before).toMatchObject({
    runs: 3000,
    slots: 0,
    runsKeptMs: 100 * DAY,
    detailsKeptMs: 2 * DAY,
    nextAt: NOW + HOUR,
  })
  const steps = []
  for await (const step of await client.clean()) steps.push(step)
  expect(steps.at(-1)).toEqual({ kind: 'done', deleted: before.due })
  expect(await client.retention()).toMatchObject({ runs: 3000 - before.due, due: 0 })
  expect((await client.figures({ filter: {}, by: 'day' })).reduce((sum, f) => sum + f.rows, 0)).toBe(3000)
  await client.rebuild()
  expect((await client.figures({ filter: {}, by: 'day' })).reduce((sum, f) => sum + f.rows, 0)).toBe(3000)
})

it('keeps notes on runs and moments, in the rows of their runs and in exports, until they are removed', async () => {
  const { client, notes, store, folder } = world(300)
  const { rows } = await client.page({
    filter: {},
    place: { below: Number.MAX_SAFE_INTEGER, skip: 0 },
    limit: 3,
  })
  const [run] = [rows[1]!.runId!]
  const onRun = await notes.save({ runId: run, text: ' A known "flake" ' })
  expect(onRun).toMatchObject({
    at: rows[1]!.at,
    runId: run,
    threadId: 'thr_1',
    threadName: 'web, shop',
    text: 'A known "flake"',
  })
  expect((await notes.save({ runId: run, text: 'Known flake' })).id, 'one a run').toBe(onRun.id)
  const onDay = await notes.save({ at: NOW - 3 * DAY, text: 'Upgraded the CLI' })
  expect((await notes.list({ threads: ['thr_1' as ThreadId] })).map((n) => [n.text, n.threadId])).toEqual([
    ['Known flake', 'thr_1'],
    ['Upgraded the CLI', null],
  ])
  expect((await notes.list({ to: NOW - 2 * DAY })).map((n) => n.id)).toEqual([onDay.id])
  expect((await notes.list({ runId: run })).map((n) => n.id)).toEqual([onRun.id])
  expect(
    (
      await client.page({ filter: {}, place: { below: Number.MAX_SAFE_INTEGER, skip: 0 }, limit: 3 })
    ).rows.map((r) => r.note),
  ).toEqual([null, 'Known flake', null])
  for await (const step of await client.export({
    filter: {},
    format: 'jsonl',
    path: path.join(folder, 'rows.jsonl'),
  }))
    void step
  expect(
    readFileSync(path.join(folder, 'rows.jsonl'), 'utf8')
      .split('\n')
      .slice(0, 3)
      .map((line) => (JSON.parse(line) as { note: string | null }).note),
  ).toEqual([null, 'Known flake', null])

  expect(
    await notes.save({ id: onDay.id, text: 'Upgraded it', at: NOW - 2 * DAY, threadId: 'thr_1' as ThreadId }),
  ).toMatchObject({ id: onDay.id, at: NOW - 2 * DAY, threadId: 'thr_1', text: 'Upgraded it' })
  await expect(notes.save({ at: NOW + 2 * DAY, text: 'x' })).rejects.toThrow(
    'A note stands on a time that has been',
  )
  await expect(notes.save({ runId: 'run_gone' as never, text: 'x' })).rejects.toThrow(
    'not in the history any more',
  )
  store.history.clear('thr_1' as ThreadId)
  expect(
    (await notes.list({})).map((n) => n.text),
    'a note goes with the run that is cleared',
  ).toEqual(['Upgraded it'])
  await notes.remove({ id: onDay.id })
  await expect(notes.remove({ id: onDay.id })).rejects.toThrow('not there any more')
  await expect(notes.save({ id: onDay.id, text: 'x' })).rejects.toThrow('not there any more')
})
