import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { makeRepository } from '../../electron/host/repositories.ts'
import { openDatabase } from '../../electron/store/connection/open.ts'
import { atomically } from '../../electron/store/connection/transaction.ts'
import { endingWith } from '../../electron/engine/testing/ending.ts'
import type { Database } from '../../electron/store/connection/driver.ts'
import { createStore } from '../../electron/store/store.ts'
import { openSettingsFile } from '../../electron/machine/disk/settings/settings-file.ts'
import { randomId } from '../../electron/machine/clock/ids.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { RunOutcome } from '../../shared/runs/run.ts'
import { DAY, HOUR, MINUTE, type Instant } from '../../shared/base/time.ts'

const OUTCOMES: readonly RunOutcome[] = [
  'quiet',
  'quiet',
  'quiet',
  'unchanged',
  'quiet',
  'alert',
  'quiet',
  'skipped',
  'quiet',
  'broken',
  'quiet',
]

/** The store of an app that is not running, to write a past into; whoever opens it closes it. */
export function storeIn(dataDir: string): {
  readonly db: Database
  readonly store: ReturnType<typeof createStore>
} {
  const opened = openDatabase(path.join(dataDir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  return { db: opened.value.db, store: createStore(opened.value.db, randomId, openSettingsFile(dataDir)) }
}

/** One beat that was due and began `at`, and ended so; `nextDueAt`: the thread's, from then on. */
export function writeBeat(
  store: ReturnType<typeof createStore>,
  id: ThreadId,
  at: Instant,
  nextDueAt: Instant,
  ending: Parameters<typeof endingWith>[0],
): void {
  store.queue.recordSlots(
    id,
    [{ dueAt: at, fate: 'beat', cause: null, count: 1 }],
    { threadId: id, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: at },
    { nextDueAt, problem: null },
    at,
  )
  const run = store.queue.claim(
    (items) => items[0] ?? null,
    () => 'local checks',
    () => true,
    at,
  )
  if (run === null) throw new Error('nothing was claimed')
  store.runs.finish(run.id, endingWith(ending), at + 900)
}

/**
 * A data folder with many threads and a day's history behind them, as the app itself would have written it;
 * none is due for a day. Their folders are real repositories, copies of one.
 */
export async function manyThreads(folder: string, dataDir: string, count: number, beats = 24): Promise<void> {
  const repositories = path.join(folder, 'many')
  mkdirSync(repositories)
  const paths = Array.from({ length: count }, (_, n) =>
    path.join(repositories, `repo-${String(n).padStart(3, '0')}`),
  )
  copyTo(paths, (await makeRepository(folder, 'original', 'no_remote')).path)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { db, store } = storeIn(dataDir)
  const now = Date.now()
  atomically(db, () => {
    for (const [n, repoPath] of paths.entries()) {
      const id = randomId<ThreadId>('thr')
      store.threads.add({
        id,
        name: path.basename(repoPath),
        repoPath,
        intervalMs: DAY,
        trustedAt: now - DAY,
        createdAt: now - 2 * DAY,
      })
      for (let beat = beats; beat > 0; beat--) {
        const at = now - beat * HOUR + n * 100
        const outcome = OUTCOMES[(n + beat) % OUTCOMES.length] ?? 'quiet'
        writeBeat(store, id, at, now + DAY, {
          outcome,
          skipReason: outcome === 'skipped' ? 'empty' : null,
          summary: `${outcome} at ${beat} h ago`,
          tiers: ['quick'],
          stamps: outcome === 'broken' ? [] : ['quick', 'hourly', 'daily'],
          durationMs: 900,
          nextDueAt: now + DAY + n * MINUTE,
        })
      }
    }
  })
  store.close()
}

/** Copies of one repository; with few files in it, since there are many of them. */
function copyTo(targets: readonly string[], repository: string): void {
  rmSync(path.join(repository, '.git', 'hooks'), { recursive: true, force: true }) // only samples
  execFileSync('git', ['-C', repository, 'gc', '--quiet'])
  const copyEach = 'from=$1; shift; for to do cp -R "$from" "$to" || exit; done'
  execFileSync('sh', ['-c', copyEach, 'sh', repository, ...targets])
}

/**
 * Three threads with a day behind them, two findings that wait, and a due time that passed while its thread
 * was paused.
 */
export async function dayBehind(folder: string, dataDir: string): Promise<{ readonly skippedAt: Instant }> {
  const past = path.join(folder, 'past')
  mkdirSync(past)
  await manyThreads(past, dataDir, 3, 12)
  const { store } = storeIn(dataDir)
  const [first, second] = store.threads.list()
  const now = Date.now()
  const skippedAt = now - 20 * MINUTE
  store.alerts.raise(first!.id, { key: null, severity: 'urgent', text: 'main is red' }, now - 22 * MINUTE)
  store.alerts.raise(
    second!.id,
    { key: 'quick:look', severity: 'warning', text: '2 pull requests wait' },
    now - HOUR,
  )
  store.queue.recordSlots(
    first!.id,
    [{ dueAt: skippedAt, fate: 'skipped', cause: 'paused', count: 1 }],
    null,
    { nextDueAt: now + 23 * HOUR, problem: null },
    skippedAt,
  )
  store.close()
  return { skippedAt }
}
