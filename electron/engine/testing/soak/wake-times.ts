import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentResult } from '../../ports/agents.ts'
import { loadDriver } from '../../../store/connection/driver.ts'
import { answered, diskEngine } from './disk-engine.ts'
import { timesOf, type Times } from './wake-storm.ts'

interface WakeTimes {
  /** One row, committed on the same disk in the same way, in turns with everything below. */
  readonly raw: Times
  /** From the call to the return: the wake is on disk. */
  readonly committed: Times
  /**
   * From a person's wake of an idle thread until its agent is started: the wake, the claim and the plan are
   * committed on the way.
   */
  readonly dispatched: Times
  /** Of each wake to the row that was committed just before it. */
  readonly ratios: { readonly committed: readonly number[]; readonly dispatched: readonly number[] }
}

/**
 * Wakes that each add something, one after the other: `threads` × 8 reasons, then one beat by hand of each
 * thread.
 */
export async function timeWakes(threads: number): Promise<WakeTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'threadbeat-wakes-'))
  const raw = loadDriver().open(join(folder, 'raw.db'))
  raw.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)',
  )
  const insert = raw.prepare('INSERT INTO rows (text) VALUES (?)')
  let onStart = (): void => {}
  let release = (): void => {}
  const held = new Promise<AgentResult>((resolve) => (release = () => resolve(answered())))
  let isHeld = true
  const d = diskEngine(folder, () => {
    onStart()
    return isHeld ? held : Promise.resolve(answered())
  })
  const times = { raw: [] as number[], committed: [] as number[], dispatched: [] as number[] }
  const take = (list: number[], action: () => void): void => {
    const began = performance.now()
    action()
    list.push(performance.now() - began)
  }
  try {
    const [blocker] = d.add(1)
    const ids = d.add(threads)
    await d.engine.start()
    const begun = new Promise<void>((resolve) => (onStart = resolve))
    d.engine.wake(blocker!, 'manual')
    d.engine.tick()
    await begun
    for (const reason of ['git', 'playbook', 'command', 'hook', 'event', 'inbox', 'webhook', 'job'] as const)
      for (const id of ids) {
        take(times.raw, () => void insert.run(`${id} ${reason}`))
        take(times.committed, () => void d.engine.wake(id, reason))
        if (times.raw.length % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
    // Only what is idle shows how fast a beat is started.
    d.store.queue.cancel(
      d.store.queue.waiting().map((item) => item.id),
      Date.now(),
    )
    isHeld = false
    release()
    for (const id of ids) {
      take(times.raw, () => void insert.run(id))
      const ended = new Promise<void>((resolve) => {
        const end = d.engine.onRunEnd(async (run) => {
          if (run.threadId !== id) return
          end()
          resolve()
        })
      })
      const began = performance.now()
      onStart = () => times.dispatched.push(performance.now() - began)
      d.engine.wake(id, 'manual')
      d.engine.tick()
      await ended
      await new Promise((resolve) => setImmediate(resolve))
    }
    return {
      raw: timesOf(times.raw),
      committed: timesOf(times.committed),
      dispatched: timesOf(times.dispatched),
      ratios: {
        committed: times.committed.map((ms, i) => ms / times.raw[i]!),
        dispatched: times.dispatched.map((ms, i) => ms / times.raw[times.committed.length + i]!),
      },
    }
  } finally {
    release()
    await d.stop()
    raw.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
