import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { ok } from '../../shared/base/result.ts'
import { DAY, HOUR } from '../../shared/base/time.ts'
import { endingWith } from '../engine/testing/ending.ts'
import { randomId } from '../machine/clock/ids.ts'
import { counted } from '../store/testing/counted.ts'
import { closeUnserved } from './host.ts'
import { createParts } from './parts.ts'
import { openProfile } from './profile.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'tb-first-snapshot-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** The parts of a host whose history counts what it is asked. */
function partsIn(folder: string) {
  const profile = openProfile(folder, { withoutHistory: false, readsLater: false })
  if (!profile.ok) throw new Error(profile.error.message)
  const { db, asked } = counted(profile.value.db)
  const notifier = { show: () => Promise.resolve(ok(null)) }
  const parts = createParts({ notifier, demo: false }, { ...profile.value, db })
  return { ...parts, asked, close: () => closeUnserved(profile.value, parts) }
}

/** Adds so many threads, each with two beats, an alert and a fact behind it. */
function addThreads({ store, ports }: ReturnType<typeof partsIn>, count: number): void {
  const now = ports.clock.now()
  for (let n = 0; n < count; n++) {
    const id = randomId<ThreadId>('thr')
    const repoPath = path.join(dataDir, id)
    store.threads.add({ id, name: id, repoPath, intervalMs: DAY, trustedAt: now - DAY, createdAt: now - DAY })
    for (const at of [now - 2 * HOUR, now - HOUR]) {
      store.queue.recordSlots(
        id,
        [{ dueAt: at, fate: 'beat', cause: null, count: 1 }],
        { threadId: id, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: at },
        { nextDueAt: now + DAY, problem: null },
        at,
      )
      const run = store.queue.claim(
        (items) => items[0]!,
        () => 'local checks',
        () => true,
        at,
      )!
      store.runs.finish(run.id, endingWith({ outcome: 'quiet', summary: 'ok', tiers: ['quick'] }), at)
    }
    store.alerts.raise(id, { key: 'k', severity: 'warning', text: 'Look' }, now)
    store.events.add(id, { source: 'cli', text: 'x', trusted: true, ambient: false }, 'waiting', now)
  }
}

it('the first snapshot asks the history as often for sixty threads as for twenty', async () => {
  const asked: number[] = []
  for (const count of [20, 40]) {
    const before = partsIn(dataDir)
    addThreads(before, count)
    await before.close()
    const parts = partsIn(dataDir)
    parts.asked.take()
    const { threads } = parts.views.snapshot()
    asked.push(parts.asked.take().length)
    expect(threads.every((t) => t.strip.at.length === 2 && t.openAlerts === 1 && t.events === 1)).toBe(true)
    await parts.close()
  }
  expect(asked[1]).toBe(asked[0])
  expect(asked[0]).toBeLessThanOrEqual(30)
})
