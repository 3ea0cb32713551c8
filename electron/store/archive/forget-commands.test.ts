import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AlertId, ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { randomId } from '../../machine/clock/ids.ts'
import type { Database } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'
import { mergeThreads } from './merge.ts'
import { settleStandIn } from './stand-in.ts'
import { takeWhole } from './whole.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-forget-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [ONE, TWO] = ['thr_1', 'thr_2'] as unknown as readonly [ThreadId, ThreadId]
const again = { argv: ['evil'], folder: '/' }

function empty(name: string) {
  const file = path.join(folder, `${name}.db`)
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  for (const id of [ONE, TWO]) {
    const about = { intervalMs: 8 * MINUTE, trustedAt: 1, createdAt: 1 }
    store.threads.add({ id, name: id, repoPath: `/${id}`, ...about })
  }
  return { db: opened.value.db, store, file }
}

/** An open alert, a resolved one and an item of the queue, each with a command. */
function full(name: string): ReturnType<typeof empty> {
  const h = empty(name)
  for (const id of [ONE, TWO])
    h.store.alerts.raise(id, { key: 'command:x', severity: 'warning', text: 'x failed', again }, 1)
  h.store.alerts.resolve(TWO, ['command:x'], 2)
  h.store.queue.requestCommand(ONE, { ...again, name: 'x', alertId: 'alt_1' as AlertId }, 1)
  return h
}

const kept = (db: Database): number =>
  ['alerts', 'queue_items', 'runs']
    .map((table) => db.prepare(`SELECT 1 FROM ${table} WHERE again IS NOT NULL`).all().length)
    .reduce((sum, n) => sum + n, 0)

describe('a command that could be run again does not come', () => {
  it('with threads that are brought over or joined, trusted or not', () => {
    const { db: theirs, file } = full('theirs')
    expect(kept(theirs)).toBe(3)
    const { db } = empty('mine')
    const choices = new Map([
      [ONE as string, 'theirs' as const],
      [TWO as string, 'both' as const],
    ])
    mergeThreads(db, file, choices, true)
    expect(db.prepare('SELECT text FROM alerts').all()).toHaveLength(2)
    expect(db.prepare('SELECT id FROM queue_items').all()).toHaveLength(1)
    expect(kept(db)).toBe(0)
  })

  it('with an archive that becomes the whole history, nor with a backup that stands in', () => {
    const { db } = full('whole')
    takeWhole(db, {}, true)
    expect(kept(db)).toBe(0)
    const backup = full('backup').db
    settleStandIn(backup, full('damaged').db)
    expect(kept(backup)).toBe(0)
  })
})
