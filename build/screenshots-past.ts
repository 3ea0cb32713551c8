import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../electron/store/connection/open.ts'
import { atomically } from '../electron/store/connection/transaction.ts'
import { createStore } from '../electron/store/store.ts'
import { settingsInMemory } from '../electron/store/testing/settings-in-memory.ts'
import { randomId } from '../electron/machine/clock/ids.ts'
import { writeBeat } from '../e2e/harness/past.ts'
import type { ThreadId } from '../shared/base/ids.ts'
import type { RunOutcome } from '../shared/runs/run.ts'
import { DAY, HOUR, MINUTE } from '../shared/base/time.ts'

const BEATS = 48
/** The same strips each time: a place in the fleet and an hour decide. */
const OUTCOMES: readonly RunOutcome[] = [
  'quiet',
  'unchanged',
  'quiet',
  'unchanged',
  'unchanged',
  'quiet',
  'unchanged',
  'unchanged',
  'quiet',
  'unchanged',
  'unchanged',
]
const outcomeAt = (n: number, beat: number): RunOutcome => {
  if ((n * 7 + beat * 3) % 41 === 0) return 'alert'
  if ((n * 5 + beat) % 97 === 0) return 'broken'
  return OUTCOMES[(n + beat) % OUTCOMES.length]!
}

/** Two days of beats, as the app itself would have written them. */
export function writePast(
  dataDir: string,
  repositories: readonly { readonly name: string; readonly path: string }[],
): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const opened = openDatabase(path.join(dataDir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  const now = Date.now()
  atomically(opened.value.db, () => {
    for (const [n, { name, path: repoPath }] of repositories.entries()) {
      const id = randomId<ThreadId>('thr')
      store.threads.add({
        id,
        name,
        repoPath,
        intervalMs: HOUR,
        trustedAt: now - 3 * DAY,
        createdAt: now - 3 * DAY,
      })
      for (let beat = BEATS; beat > 0; beat--) {
        const at = now - beat * HOUR + n * MINUTE
        const outcome = outcomeAt(n, beat)
        const summary =
          {
            quiet: '7 checks passed; clean.',
            unchanged: 'Nothing has changed.',
            alert: '2 branches without commits for more than 7 days',
            broken: 'git fetch: the remote did not answer',
          }[outcome as string] ?? ''
        writeBeat(store, id, at, now + HOUR, {
          outcome,
          summary,
          tiers: beat % 24 === 0 ? ['quick', 'hourly', 'daily'] : ['quick', 'hourly'],
          stamps: ['quick', 'hourly'],
          durationMs: 400 + ((n * 131 + beat * 37) % 900),
          nextDueAt: now + HOUR + n * MINUTE,
        })
      }
    }
  })
  store.close()
}
