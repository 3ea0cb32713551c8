import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { aNote } from '../../../shared/knowledge/testing/pages.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { afterDeath } from '../../../shared/runs/after-death.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { endingWith, type EndingFields } from '../../engine/testing/ending.ts'
import type { Store } from '../../engine/ports/store.ts'
import { randomId } from '../../machine/clock/ids.ts'
import type { Database } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'
import { clearHistory, takeWhole } from './whole.ts'
import { mergeThreads } from './merge.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((f) => rmSync(f, { recursive: true, force: true })))

const START = Date.UTC(2026, 2, 10, 8)
const [ONE, TWO] = ['thr_1', 'thr_2'] as unknown as readonly [ThreadId, ThreadId]
type History = ReturnType<typeof history>
function history(name = 'a.db') {
  if (folders.length === 0) folders.push(mkdtempSync(path.join(tmpdir(), 'threadbeat-merge-')))
  const file = path.join(folders[0]!, name)
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  for (const id of [ONE, TWO])
    store.threads.add({
      id,
      name: id,
      repoPath: `/${id}`,
      intervalMs: 8 * MINUTE,
      trustedAt: 1,
      createdAt: 1,
    })
  return { db: opened.value.db, store, file }
}
function beat({ store }: History, id: ThreadId, at: number, ending: Partial<EndingFields> = {}): RunId {
  store.queue.recordSlots(
    id,
    [{ dueAt: at, fate: 'beat', cause: null, count: 1 }],
    { threadId: id, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: at },
    { nextDueAt: at + HOUR, problem: null },
    at,
  )
  const run = store.queue.claim(
    (items) => items.find((i) => i.threadId === id) ?? null,
    () => 'Local checks',
    () => true,
    at,
  )
  if (run === null) throw new Error('nothing was claimed')
  store.runs.finish(
    run.id,
    endingWith({
      outcome: 'quiet',
      summary: 'ok',
      tiers: ['quick'],
      durationMs: 1000,
      ...ending,
    }),
    at + 1000,
  )
  return run.id
}
/** Both, joined under what is here. */
function joined(here: History, there: History): Store {
  there.db.close()
  mergeThreads(here.db, there.file, new Map([[ONE, 'both']]), false)
  return createStore(here.db, randomId, settingsInMemory())
}
const count = (db: Database, text: string): unknown =>
  db.prepare(`SELECT count(*) AS n FROM ${text}`).get()?.['n']

it(
  'found by review: an import that joins older runs changes neither the last beat of a thread nor how ' +
    'long one takes',
  () => {
    const [here, there] = [history(), history('b.db')]
    for (let i = 0; i < 12; i++)
      beat(there, ONE, START - DAY + i * HOUR, { durationMs: 90_000, outcome: 'broken', summary: 'long ago' })
    for (let i = 0; i < 3; i++) beat(here, ONE, START + i * HOUR, { durationMs: 2000 })
    const last = beat(here, ONE, START + 5 * HOUR, { durationMs: 2000, summary: 'just now' })
    for (let i = 0; i < 6; i++) beat(here, ONE, START + 3 * HOUR + i * MINUTE, { durationMs: 2000 })
    const facts = joined(here, there).threads.facts(ONE)
    expect([facts.last?.id, facts.last?.summary, facts.typicalMs, count(here.db, 'runs')]).toEqual([
      last,
      'just now',
      2000,
      22,
    ])
    here.db.close()
  },
)

it(
  'found by review: a join brings neither a mute, an alert that stood, the troubles of the last hour, ' +
    'nor texts of HEARTBEAT.md that would be the newest',
  () => {
    const [here, there] = [history(), history('b.db')]
    const version = (text: string) => ({
      author: 'you' as const,
      runId: null,
      restoredFrom: null,
      added: 1,
      removed: 0,
      text,
      print: text,
    })
    there.store.alerts.mute(ONE, START + DAY)
    there.store.alerts.raise(ONE, { key: 'a', severity: 'urgent', text: 'stood there' }, START)
    there.store.alerts.raise(ONE, { key: 'b', severity: 'warning', text: 'was over' }, START)
    there.store.alerts.resolve(ONE, ['b'], START + 1)
    there.store.incidents.noteBeat('run_x' as RunId, { threadId: ONE, at: START, trouble: 'offline' })
    there.store.versions.add(ONE, version('theirs'), START)
    here.store.versions.add(ONE, version('mine'), START + DAY)
    const store = joined(here, there)
    expect([
      store.alerts.mutedUntil(ONE, START),
      store.incidents.beatsSince(0),
      store.threads.facts(ONE).alerts,
    ]).toEqual([null, [], []])
    expect([
      store.alerts.list('resolved', 9, START).map((a) => a.text),
      store.versions.newest(ONE)?.text,
    ]).toEqual([['was over'], 'mine'])
    here.db.close()
  },
)

it(
  'found by review: clearing the whole history leaves what waits and runs, and what is to be sent, as ' +
    'clearing that of one thread does',
  () => {
    const here = history()
    const { db, store } = here
    const event = (text: string) =>
      store.events.add(ONE, { source: 'cli', text, trusted: true, ambient: false }, 'waiting', START)
    event('used up')
    beat(here, ONE, START, { consumed: true })
    beat(here, TWO, START)
    event('in the keeping of a run')
    store.queue.requestBeat(
      { threadId: ONE, reasons: ['event'], tier: null, withDue: true, dueTier: 'quick', notBefore: START },
      START,
    )
    const running = store.queue.claim(
      (items) => items[0]!,
      () => 'x',
      () => true,
      START + HOUR,
    )!
    event('waits')
    store.queue.recordSlots(
      TWO,
      [{ dueAt: START + HOUR, fate: 'beat', cause: null, count: 1 }],
      { threadId: TWO, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: START },
      { nextDueAt: null, problem: null },
      START + HOUR,
    )
    store.webhooks.save({
      id: 'wht_1',
      name: 'chat',
      url: 'https://chat.example/x',
      format: 'json',
      events: [],
      enabled: true,
    } as never)
    store.webhooks.queueDelivery('wht_1', { kind: 'alert' } as never, START)
    clearHistory(db)
    expect(db.prepare('SELECT text, state FROM events ORDER BY seq').all()).toEqual([
      { text: 'in the keeping of a run', state: 'shown' },
      { text: 'waits', state: 'waiting' },
    ])
    expect([
      store.runs.running().map((r) => r.id),
      count(db, 'runs'),
      store.queue.waiting().length,
      count(db, 'slots'),
      count(db, 'deliveries'),
    ]).toEqual([[running.id], 1, 1, 1, 1])
    // A run that was lost gives its events back.
    store.runs.rescueOrphans(new Set(), afterDeath, START + DAY)
    expect(store.events.waiting(ONE).events.map((e) => e.text)).toEqual(['in the keeping of a run', 'waits'])
    db.close()
  },
)

it(
  'found by review: a cleared history leaves no word of a reply or a report in the file, and what is ' +
    'written down to be known is still found',
  () => {
    const here = history()
    const { db, store, file } = here
    for (const id of [ONE, TWO])
      beat(here, id, START, {
        reply: 'The xylophone is out of tune',
        summary: 'zeppelin',
        knowledge: 'A quokka lives here',
      })
    store.knowledge.learnNotes(ONE, 'Releases are made on Tuesdays', START)
    store.knowledge.writePages(ONE, [aNote('Deploying', 'Warm the cache')], START)
    expect(store.knowledge.search('quokka', 9, 'trusted')).toHaveLength(2)
    store.history.clear(TWO)
    expect(store.knowledge.search('quokka', 9, 'trusted')).toHaveLength(1)
    clearHistory(db)
    expect([
      store.knowledge.search('quokka', 9, 'trusted'),
      store.knowledge.search('tuesdays', 9, 'trusted').length,
      store.knowledge.search('cache', 9, 'trusted').length,
      store.history.index({}).total,
      store.history.figures({}, 'day'),
    ]).toEqual([[], 1, 1, 0, []])
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    const bytes = readFileSync(file, 'latin1')
    expect(
      ['xylophone', 'zeppelin', 'quokka'].filter((word) => bytes.toLowerCase().includes(word.slice(0, 6))),
    ).toEqual([])
  },
)

it('found by review: of threads that are left out of an import nothing is found any more', () => {
  const here = history()
  for (const id of [ONE, TWO]) beat(here, id, START, { knowledge: 'A quokka lives here' })
  takeWhole(here.db, { [TWO]: 'mine' }, true)
  expect([
    count(here.db, 'threads'),
    here.db.prepare('SELECT DISTINCT thread_id AS id FROM knowledge').all(),
  ]).toEqual([1, [{ id: ONE }]])
  here.db.close()
})

it('takes notes of the fleet along when histories are joined, once', () => {
  const [mine, theirs] = [history('mine.db'), history('theirs.db')]
  const fleet = { id: null, runId: null, threadId: null }
  theirs.store.notes.save({ ...fleet, at: 5, text: 'Upgraded the CLI' }, 6)
  theirs.store.close()
  for (let i = 0; i < 2; i++) mergeThreads(mine.db, theirs.file, new Map(), false)
  expect(mine.store.notes.list({}, 10)).toMatchObject([
    { at: 5, text: 'Upgraded the CLI', threadId: null, runId: null },
  ])
})
