import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endingWith } from '../../engine/testing/ending.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { loadDriver, type Database, type Statement } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { HUB_LISTS_SCHEMA, HUB_SCHEMA, NO_CURSOR_SCHEMA } from './schema.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { createStore } from '../store.ts'
import { aThread, newFolder } from '../testing/one-store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'

/** Everything that is asked of the database, in order. */
function counted(db: Database): { readonly db: Database; readonly asked: string[] } {
  const asked: string[] = []
  const noting = (statement: Statement, sql: string): Statement => ({
    run: (...values) => (asked.push(sql), statement.run(...values)),
    get: (...values) => (asked.push(sql), statement.get(...values)),
    all: (...values) => (asked.push(sql), statement.all(...values)),
  })
  return {
    asked,
    db: {
      exec: (sql) => (asked.push(sql), db.exec(sql)),
      prepare: (sql) => noting(db.prepare(sql), sql),
      function: (name, value) => db.function(name, value),
      close: () => db.close(),
    },
  }
}

/** Beats that raise, tell of and resolve an alert; what they asked of the database and wrote into its log. */
function beats(migrations: readonly string[], hub: 'joined' | 'none') {
  const path = join(newFolder(), 'a.db')
  const opened = openDatabase(path, loadDriver(), migrations)
  if (!opened.ok) throw new Error(opened.error.message)
  const { db, asked } = counted(opened.value.db)
  let serial = 0
  const store = createStore(
    db,
    (prefix) => `${prefix}_${String(serial++).padStart(9, '0')}` as never,
    settingsInMemory(),
  )
  store.threads.add(aThread(1))
  if (hub === 'joined') store.hub.join('epo_1', () => 1)
  // Pages that steps of the schema left free are no part of what beats write.
  opened.value.db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  asked.length = 0
  for (let n = 1; n <= 20; n++) {
    store.queue.requestBeat(
      {
        threadId: aThread(1).id,
        reasons: ['interval'],
        tier: null,
        withDue: true,
        dueTier: 'quick',
        notBefore: 0,
      },
      n * 100,
    )
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'x',
      () => true,
      n * 100,
    )!
    const ci = { key: 'ci', severity: 'warning', text: 'CI is red' } as const
    const alerts = n % 2 === 1 ? { raised: [ci], cleared: [] } : { raised: [], cleared: ['ci'] }
    store.runs.finish(run.id, endingWith({ outcome: 'quiet', summary: 'ok', ...alerts }), n * 100 + 5)
    for (const alert of store.alerts.undelivered())
      store.alerts.settle(alert.id, { deliveredAt: n * 100 + 6 })
    store.alerts.mute(aThread(1).id, n)
    store.meta.set('report:thr_1', `{"text":"${n}"}`)
  }
  const bytes = statSync(`${path}-wal`).size
  const triggers = opened.value.db.prepare('SELECT name FROM temp.sqlite_schema').all().length
  store.close()
  return { asked, bytes, triggers }
}

it('costs a machine without a hub not one statement and not one byte: no triggers, no rows', () => {
  const ofHub = [HUB_SCHEMA, HUB_LISTS_SCHEMA, NO_CURSOR_SCHEMA]
  const before = beats(
    MIGRATIONS.filter((one) => !ofHub.includes(one)),
    'none',
  )
  const now = beats(MIGRATIONS, 'none')
  expect(now).toEqual({ ...before, triggers: 0 })
  expect(now.asked.length).toBeGreaterThan(100)
  expect(now.asked.filter((sql) => sql.includes('hub_'))).toEqual([])
  // What is counted would show it: with a hub the same beats write more, by triggers, and ask for no more.
  const joined = beats(MIGRATIONS, 'joined')
  expect(joined.asked).toEqual(now.asked)
  expect(joined.bytes).toBeGreaterThan(now.bytes)
  expect(joined.triggers).toBeGreaterThan(0)
})

it('has the tables all the same, so that joining changes no schema', () => {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  expect([store.hub.isJoined(), store.hub.waiting(), store.hub.unsent(9)]).toEqual([false, 0, []])
  store.close()
})
