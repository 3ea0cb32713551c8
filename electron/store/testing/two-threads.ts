import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { endingWith, type EndingFields } from '../../engine/testing/ending.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { joinedWhereHubIsSilent } from './one-store.ts'
import { settingsInMemory } from './settings-in-memory.ts'

export const [ONE, TWO] = ['thr_1', 'thr_2'] as unknown as readonly [ThreadId, ThreadId]

/**
 * A store in memory with two trusted threads, and a beat of either that begins at `at` and ends 5 ms later.
 */
export function twoThreads() {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const store = joinedWhereHubIsSilent(createStore(opened.value.db, randomId, settingsInMemory()))
  for (const id of [ONE, TWO])
    store.threads.add({ id, name: id, repoPath: `/${id}`, intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  const beat = (id: ThreadId, at: number, ending: Partial<EndingFields> = {}): RunId => {
    store.queue.requestBeat(
      { threadId: id, reasons: ['manual'], tier: null, withDue: true, dueTier: 'quick', notBefore: 0 },
      at,
    )
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'x',
      () => true,
      at,
    )!
    store.runs.finish(
      run.id,
      endingWith({ outcome: 'quiet', summary: 'ok', durationMs: 5, ...ending }),
      at + 5,
    )
    return run.id
  }
  return { store, beat }
}
