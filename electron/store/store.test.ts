import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { serviceOrder } from '../../shared/queue/queue.ts'
import { endingWith, type EndingFields } from '../engine/testing/ending.ts'
import { keptAt } from '../engine/history/clean-up.ts'
import { randomId } from '../machine/clock/ids.ts'
import { isAtLeast, loadDriver, OLDEST_SQLITE } from './connection/driver.ts'
import { mergeThreads } from './merge.ts'
import { MIGRATIONS } from './schema/schema.ts'
import { lockFolder } from './connection/lock.ts'
import { openDatabase } from './connection/open.ts'
import { createStore } from './store.ts'
import { settingsInMemory } from './testing/settings-in-memory.ts'

const folders: string[] = []
const folder = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), 'threadbeat-store-')))
  return folders.at(-1)!
}
afterEach(() => folders.splice(0).forEach((f) => rmSync(f, { recursive: true, force: true })))

const open = (path: string) => {
  const opened = openDatabase(path)
  if (!opened.ok) throw new Error(opened.error.message)
  return createStore(opened.value.db, randomId, settingsInMemory())
}
const thread = (n: number) => ({
  id: `thr_${n}` as ThreadId,
  name: `t${n}`,
  repoPath: `/t${n}`,
  intervalMs: 480_000,
  trustedAt: 1,
  createdAt: 1,
})

describe(`the store on ${loadDriver().name}, SQLite ${loadDriver().sqliteVersion}`, () => {
  it('refuses a SQLite that can corrupt a shared file', () => {
    expect(isAtLeast(loadDriver().sqliteVersion, OLDEST_SQLITE)).toBe(true)
    expect([
      isAtLeast('3.51.2', OLDEST_SQLITE),
      isAtLeast('3.51.3', OLDEST_SQLITE),
      isAtLeast('3.6.20', OLDEST_SQLITE),
      isAtLeast('4.0.0', OLDEST_SQLITE),
    ]).toEqual([false, true, false, true])
  })

  it('reads only the thread again that something touched, and has them all as they stand', () => {
    const store = open(join(folder(), 'a.db'))
    for (const n of [1, 2, 3]) store.threads.add(thread(n))
    const [one, two, three] = store.threads.list()
    store.threads.change(two!.id, { name: 'other' })
    const after = store.threads.list()
    expect(after.map((t) => t.name)).toEqual(['t1', 'other', 't3'])
    expect([after[0], after[2]]).toEqual([one, three])
    expect(after[0]).toBe(one)
    store.threads.remove(one!.id)
    store.threads.add(thread(4))
    expect(store.threads.list().map((t) => t.name)).toEqual(['other', 't3', 't4'])
    expect(() =>
      store.together(() => {
        store.threads.change(three!.id, { name: 'never' })
        expect(store.threads.list().map((t) => t.name)).toEqual(['other', 'never', 't4'])
        throw new Error('rolled back')
      }),
    ).toThrow('rolled back')
    expect(store.threads.list().map((t) => t.name)).toEqual(['other', 't3', 't4'])
    store.close()
  })

  it(
    'finds the newest beats of a thread, and how the beats of a day ended, without sorting or ' +
      'reading its history',
    () => {
      const opened = openDatabase(join(folder(), 'a.db'))
      if (!opened.ok) throw new Error(opened.error.message)
      const asked: string[] = []
      const { db } = opened.value
      const store = createStore(
        {
          ...db,
          prepare: (text) => (asked.push(text), db.prepare(text)),
          exec: (text) => db.exec(text),
          close: () => db.close(),
        },
        randomId,
        settingsInMemory(),
      )
      asked.length = 0
      store.threads.facts(thread(1).id)
      store.runs.countsSince(5)
      const plans = asked
        .filter((text) => /FROM runs WHERE/.test(text))
        .map((text) =>
          db
            .prepare(`EXPLAIN QUERY PLAN ${text}`)
            .all(...Array.from(text.matchAll(/\?/g), () => 1))
            .map((r) => String(r['detail']))
            .join('; '),
        )
      expect(plans).toEqual([
        expect.stringMatching(/^SEARCH runs USING INDEX runs_beats \(thread_id=\?\)$/),
        expect.stringMatching(/^SEARCH runs USING INDEX runs_beats \(thread_id=\?\)$/),
        expect.stringMatching(/^SEARCH runs USING COVERING INDEX runs_counted/),
      ])
      db.close()
    },
  )

  it('keeps everything over a restart', () => {
    const path = join(folder(), 'a.db')
    const first = open(path)
    first.threads.add(thread(1))
    first.queue.requestBeat(
      {
        threadId: thread(1).id,
        reasons: ['manual'],
        tier: 'daily',
        withDue: false,
        dueTier: 'quick',
        notBefore: 5,
      },
      5,
    )
    first.close()
    const second = open(path)
    expect(second.threads.list()).toMatchObject([{ number: 2, name: 't1', repoPath: '/t1' }])
    expect(second.queue.waiting()).toMatchObject([{ class: 'manual', tier: 'daily', reasons: ['manual'] }])
    second.close()
  })

  it('gives each number once, also after a thread was removed', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    store.threads.remove(thread(1).id)
    store.threads.add(thread(2))
    expect(store.threads.list().map((t) => t.number)).toEqual([3])
  })

  it('holds one thread per repository', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    expect(store.threads.add({ ...thread(2), repoPath: '/t1' })).toBe('exists')
  })

  it('unites the reasons of wakes into the one waiting heartbeat and keeps the highest asked tier', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    const beat = { threadId: thread(1).id, dueTier: 'quick' as const, notBefore: 9, withDue: true }
    store.queue.requestBeat({ ...beat, reasons: ['interval'], tier: null }, 1)
    store.queue.requestBeat({ ...beat, reasons: ['event'], tier: null, notBefore: 4 }, 2)
    store.queue.requestBeat({ ...beat, reasons: ['manual'], tier: 'hourly' }, 3)
    expect(store.queue.waiting()).toMatchObject([
      {
        reasons: ['interval', 'event', 'manual'],
        class: 'manual',
        tier: 'hourly',
        notBefore: 4,
        enqueuedAt: 1,
      },
    ])
  })

  it('takes an item back while another one of its thread runs', () => {
    const store = open(':memory:')
    const { id } = thread(1)
    store.threads.add(thread(1))
    store.queue.requestBeat(
      { threadId: id, reasons: ['manual'], tier: null, withDue: true, dueTier: 'quick', notBefore: 1 },
      1,
    )
    expect(
      store.queue.claim(
        (items) => items[0]!,
        () => 'local',
        () => false,
        2,
      ),
    ).not.toBeNull()
    const message = store.queue.sendMessage(id, 'Never mind', 'user', 3)
    expect(store.queue.cancel([message], 4)).toBe(1)
    expect(store.runs.ofItem(message)).toMatchObject({
      outcome: 'skipped',
      skipReason: 'cancelled',
      summary: 'Cancelled by you before it started.',
      finishedAt: 4,
    })
    expect([store.runs.running().length, store.queue.waiting()]).toEqual([1, []])
  })

  it('moves an item above those of its kind, also above one that was moved before by a clock that ran ahead', () => {
    const store = open(':memory:')
    for (const n of [1, 2, 3]) {
      store.threads.add(thread(n))
      store.queue.requestBeat(
        {
          threadId: thread(n).id,
          reasons: [n === 1 ? 'manual' : 'interval'],
          tier: null,
          withDue: true,
          dueTier: 'quick',
          notBefore: n,
        },
        n,
      )
    }
    const message = store.queue.sendMessage(thread(1).id, 'Hello', 'user', 4)
    const order = () =>
      [...store.queue.waiting()]
        .sort(serviceOrder({ now: 9, intervalOf: () => 60_000 }))
        .map((i) => (i.id === message ? 'message' : i.threadId))
    const itemOf = (n: number) =>
      store.queue.waiting('heartbeat').find((i) => i.threadId === thread(n).id)!.id
    expect(store.queue.moveToTop(itemOf(2), 1000)).toBe(true)
    store.queue.moveToTop(itemOf(3), 5)
    expect(order()).toEqual(['message', thread(3).id, thread(2).id, thread(1).id])
    store.queue.requestBeat(
      { threadId: thread(2).id, reasons: ['git'], tier: null, withDue: true, dueTier: 'quick', notBefore: 6 },
      6,
    )
    expect(order()[2], 'a wake that joins it leaves it there').toBe(thread(2).id)
    const gone = itemOf(3)
    expect(store.queue.cancel([gone, message, gone], 7)).toBe(2)
    expect([store.queue.moveToTop(gone, 8), order()]).toEqual([false, [thread(2).id, thread(1).id]])
  })

  it('takes notes of the fleet along when histories are joined, once', () => {
    const dir = folder()
    const theirs = openDatabase(join(dir, 'theirs.db'))
    const mine = openDatabase(join(dir, 'mine.db'))
    if (!theirs.ok || !mine.ok) throw new Error('not opened')
    const there = createStore(theirs.value.db, randomId, settingsInMemory())
    there.notes.save({ id: null, runId: null, threadId: null, at: 5, text: 'Upgraded the CLI' }, 6)
    there.close()
    for (let i = 0; i < 2; i++) mergeThreads(mine.value.db, join(dir, 'theirs.db'), new Map(), false)
    expect(createStore(mine.value.db, randomId, settingsInMemory()).notes.list({}, 10)).toMatchObject([
      { at: 5, text: 'Upgraded the CLI', threadId: null, runId: null },
    ])
    mine.value.db.close()
  })

  it('accepts a message under an id once', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    for (let i = 0; i < 2; i++)
      store.queue.sendMessage(thread(1).id, 'hello', 'inbox', 1, 'itm_inbox-1' as never)
    expect(store.queue.waiting()).toHaveLength(1)
  })

  it('pages through the history without losing or doubling a run that started in the same millisecond', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    for (let i = 0; i < 7; i++) {
      store.queue.sendMessage(thread(1).id, `m${i}`, 'user', i)
      const run = store.queue.claim(
        (items) => items[0]!,
        () => 'agent',
        () => true,
        1000,
      )!
      store.runs.finish(run.id, ending(), 1001)
    }
    const seen: string[] = []
    for (let before: string | undefined; ; ) {
      const page = store.runs.page({ limit: 3, before })
      seen.push(...page.runs.map((r) => r.id))
      if (page.next === null) break
      before = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  })

  it('deletes old details first, then old runs, a few rows at a time', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    const DAY = 86_400_000
    for (let i = 0; i < 700; i++) {
      store.queue.sendMessage(thread(1).id, 'm', 'user', i)
      store.runs.finish(
        store.queue.claim(
          (items) => items[0]!,
          () => 'agent',
          () => true,
          i,
        )!.id,
        ending({ output: 'text' }),
        i,
      )
    }
    let slices = 1
    while (store.history.prune(keptAt(store, 31 * DAY))) slices++
    const kept = store.runs.page({ limit: 200 }).runs[0]!
    expect([slices, store.runs.detail(kept.id)?.output]).toEqual([3, ''])
    while (store.history.prune(keptAt(store, 366 * DAY))) slices++
    expect(store.runs.page({ limit: 200 }).runs).toEqual([])
  })

  it('announces what a commit touched, after it committed', () => {
    const store = open(':memory:')
    const touched: string[] = []
    store.onCommit((ids) => touched.push(...[...ids].map((id) => `${id}:${store.threads.list().length}`)))
    store.threads.add(thread(1))
    expect(touched).toEqual(['thr_1:1'])
  })
})

const ending = (fields: Partial<EndingFields> = {}) =>
  endingWith({ outcome: 'quiet', summary: 'fine', exitCode: 0, ...fields })

describe('opening the history', () => {
  it('backs it up before each change of the schema, and keeps its rows', () => {
    const dir = folder()
    const path = join(dir, 'a.db')
    const store = open(path)
    store.threads.add(thread(1))
    store.close()
    const newer = openDatabase(path, loadDriver(), [
      ...MIGRATIONS,
      'ALTER TABLE threads ADD COLUMN extra TEXT',
    ])
    expect(newer).toMatchObject({ ok: true, value: { migratedFrom: MIGRATIONS.length } })
    if (newer.ok) newer.value.db.close()
    const backup = open(join(dir, 'backups', `before-schema-${MIGRATIONS.length + 1}.db`))
    expect(backup.threads.list()).toHaveLength(1)
    backup.close()
  })

  it('leaves a history of a newer app untouched and says so', () => {
    const path = join(folder(), 'a.db')
    const newer = openDatabase(path, loadDriver(), [...MIGRATIONS, 'SELECT 1'])
    if (newer.ok) newer.value.db.close()
    expect(openDatabase(path)).toMatchObject({
      ok: false,
      error: { code: 'store.corrupt', message: expect.stringContaining('newer Threadbeat') },
    })
  })

  it('leaves a history from before the first release untouched and says so, whatever its version', () => {
    for (const version of [1, 11]) {
      const path = join(folder(), 'a.db')
      const db = loadDriver().open(path)
      db.exec(`CREATE TABLE threads (id TEXT PRIMARY KEY); PRAGMA user_version = ${version}`)
      db.close()
      expect(openDatabase(path)).toMatchObject({
        ok: false,
        error: { code: 'store.corrupt', message: expect.stringContaining('before its first release') },
      })
    }
  })

  it('does not touch a damaged file', () => {
    const path = join(folder(), 'a.db')
    writeFileSync(path, 'this is not a database, but it may be all somebody has '.repeat(100))
    const before = readFileSync(path)
    expect(openDatabase(path)).toMatchObject({ ok: false, error: { code: 'store.corrupt' } })
    expect(readFileSync(path)).toEqual(before)
  })

  it('rolls a failed change of the schema back', () => {
    const path = join(folder(), 'a.db')
    open(path).close()
    expect(() =>
      openDatabase(path, loadDriver(), [
        ...MIGRATIONS,
        'CREATE TABLE half (a); SELECT nonsense FROM nowhere',
      ]),
    ).toThrow()
    const store = open(path)
    expect(existsSync(path)).toBe(true)
    store.close()
  })

  it('lets one process at a time hold the data folder', () => {
    const dir = folder()
    const unlock = lockFolder(dir)
    expect(unlock).not.toBeNull()
    expect(lockFolder(dir)).toBeNull()
    unlock!()
    const again = lockFolder(dir)
    expect(again).not.toBeNull()
    again!()
  })
})

describe('what agents leave', () => {
  const started = (store: ReturnType<typeof open>, at: number) => {
    store.queue.sendMessage(thread(1).id, `m${at}`, 'user', at)
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'Claude Code',
      () => true,
      at,
    )!
    store.runs.plan(run.id, [], 'prompt', {
      runner: 'claude',
      billing: 'api',
      model: 'haiku',
      effort: null,
      profile: 'look',
    })
    return run
  }
  const turn = {
    sessionId: 's1',
    model: 'haiku',
    usage: { input: 100, cached: 20, output: 3 },
    costUsd: 0.25,
    totals: null,
    calls: [],
    callCount: 0,
    refusals: [],
    resetsAt: null,
    malformedLines: 0,
    toolsReached: true,
  }

  it('counts a start before it has ended, and keeps it when the thread is removed', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    store.runs.finish(started(store, 10).id, ending({ agent: turn }), 11)
    started(store, 20)
    store.threads.remove(thread(1).id)
    expect(store.agents.spentSince(0)).toEqual([
      { threadId: 'thr_1', runner: 'claude', billing: 'api', startedAt: 10, tokens: 123, usd: 0.25 },
      { threadId: 'thr_1', runner: 'claude', billing: 'api', startedAt: 20, tokens: 0, usd: 0 },
    ])
  })

  it('asks about a refused call once, and an answer of "once" is used up by a run that started with it', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    const refused = [
      { rule: 'Bash(npm test)', label: 'run npm test', allowable: true },
      { rule: 'Bash(rm x)', label: 'run rm x', allowable: true },
      { rule: 'odd', label: 'odd', allowable: false },
    ]
    store.runs.finish(started(store, 10).id, ending({ refused }), 11)
    store.permissions.decide(thread(1).id, 'Bash(npm test)', 'once')
    store.permissions.decide(thread(1).id, 'Bash(rm x)', 'never')
    store.runs.finish(started(store, 20).id, ending({ refused }), 21)
    expect(store.permissions.list(thread(1).id).map((p) => [p.rule, p.decision])).toEqual([
      ['odd', 'asked'],
      ['Bash(npm test)', 'once'],
      ['Bash(rm x)', 'never'],
    ])
    expect(store.permissions.decide(thread(1).id, 'odd', 'always')).toBe(false)
    expect(store.permissions.rules(thread(1).id)).toEqual({
      once: ['Bash(npm test)'],
      always: [],
      never: ['Bash(rm x)'],
    })
    store.runs.finish(started(store, 30).id, ending({ usedRules: ['Bash(npm test)'] }), 31)
    expect(store.permissions.rules(thread(1).id)).toEqual({ once: [], always: [], never: ['Bash(rm x)'] })
    expect(store.permissions.decide(thread(1).id, 'Bash(curl x)', 'always')).toBe(false)
  })

  it('keeps at most fifty questions waiting, and forgets those that did not come back', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    for (let i = 0; i < 4; i++)
      store.runs.finish(
        started(store, 10 + i).id,
        ending({
          refused: Array.from({ length: 60 }, (_, n) => ({
            rule: `r${i}-${n}`,
            label: 'x',
            allowable: true,
          })),
        }),
        11 + i,
      )
    expect(store.permissions.wanted(thread(1).id)).toBe(50)
    while (store.history.prune(keptAt(store, 15 * 86_400_000)));
    expect(store.permissions.wanted(thread(1).id)).toBe(0)
  })

  it('counts each start of a run’s agent, and what was spent in a future that the clock took back', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    const run = started(store, 1000)
    store.runs.plan(run.id, [], 'again', {
      runner: 'claude',
      billing: 'api',
      model: 'haiku',
      effort: null,
      profile: 'look',
    })
    expect(store.agents.spentSince(0)).toHaveLength(2)
    store.clampFuture(50)
    expect(store.agents.spentSince(0).map((s) => s.startedAt)).toEqual([50, 50])
  })

  it('does not bring back a session that a person ended while it was resumed', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    const session = { runner: 'claude', id: 's1', lastActivityAt: 5, totals: null }
    store.runs.finish(started(store, 10).id, ending({ session: { ...session, resumed: null } }), 11)
    store.agents.forgetSession(thread(1).id)
    store.runs.finish(started(store, 20).id, ending({ session: { ...session, resumed: 's1' } }), 21)
    expect(store.agents.session(thread(1).id)).toBeNull()
  })

  it('pages through a conversation without losing or doubling an entry', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    for (let i = 0; i < 7; i++)
      store.runs.finish(started(store, 1000).id, ending({ reply: `answer ${i}` }), 1001)
    const seen: string[] = []
    for (let before: string | undefined; ; ) {
      const page = store.conversation.page(thread(1).id, before, 3)
      seen.unshift(...page.entries.map((e) => `${e.text}→${e.reply}`))
      if (page.next === null) break
      before = page.next
    }
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
  })

  it('finds reports and notes of all threads by their words, and a query is never a command of the search', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    store.threads.add(thread(2))
    store.runs.finish(
      started(store, 10).id,
      ending({ knowledge: 'The CDN cache must be warmed after each release' }),
      11,
    )
    store.knowledge.learnNotes(thread(2).id, 'Releases are made on Tuesdays', 12)
    store.knowledge.learnNotes(thread(2).id, 'Releases are made on Mondays', 13)
    store.threads.add({ ...thread(3), trustedAt: null })
    store.knowledge.learnNotes(thread(3).id, 'Release secrets of a thread that nobody trusts', 13)
    expect(store.knowledge.search('release', 10).map((f) => [f.kind, f.threadId])).toEqual(
      expect.arrayContaining([
        ['note', 'thr_2'],
        ['answer', 'thr_1'],
      ]),
    )
    expect(store.knowledge.search('tuesdays', 10)).toEqual([])
    expect(store.knowledge.search('"cache" OR * NEAR( text:x', 10)).toHaveLength(1)
    store.threads.remove(thread(1).id)
    expect(store.knowledge.search('cache', 10)).toEqual([])
  })

  it('remembers what was last reported, and whether a prompt has carried it', () => {
    const store = open(':memory:')
    store.threads.add(thread(1))
    store.queue.requestBeat(
      {
        threadId: thread(1).id,
        reasons: ['manual'],
        tier: null,
        withDue: true,
        dueTier: 'quick',
        notBefore: 0,
      },
      5,
    )
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'Claude Code',
      () => true,
      5,
    )!
    store.runs.finish(run.id, ending({ outcome: 'alert', news: 'CI is red' }), 6)
    expect(store.conversation.lastReport(thread(1).id, 0)).toEqual({
      runId: run.id,
      at: 6,
      text: 'CI is red',
      told: false,
    })
    store.conversation.noteReportTold(thread(1).id, run.id)
    expect(store.conversation.lastReport(thread(1).id, 0)?.told).toBe(true)
    expect(store.conversation.lastReport(thread(1).id, 7)).toBeNull()
    expect(store.conversation.page(thread(1).id, undefined, 9).entries).toMatchObject([
      { kind: 'report', from: 'agent', fromName: 'Claude Code', text: 'CI is red', state: 'reported' },
    ])
  })
})
