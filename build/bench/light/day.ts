import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '../../../shared/base/time.ts'
import type { Figure, Section } from './figure.ts'
import { usedBy } from './processes.ts'
import { beatAll, inDatabase, serve } from './serve.ts'
import { fleet } from './fleet.ts'

const EVERY_MS = 8 * MINUTE
const MEASURED_MS = 4 * MINUTE
const GB = 1024 ** 3
/** Written a day, by the number of threads; that of 1,000 is as much for each as that of 300. */
const GOALS = [
  { threads: 60, gb: 0.1, most: 5 },
  { threads: 300, gb: 0.5, most: 36 },
  { threads: 1000, gb: 1.7, most: 150 },
]
/** Of a minute of 1,000 threads, before the cost of a beat was looked at. */
const CPU_MS_BEFORE = 21_600

/** Fleets that beat every eight minutes, in plain Node: what goes to the disk, and what 1,000 of them cost. */
export const day: Section = async (folder) => {
  const figures: Figure[] = []
  for (const { threads, gb, most } of GOALS) {
    const dataDir = await fleet(folder, threads)
    const { written, cpuMs, memoryKb } = await steady(dataDir, threads)
    const minutes = MEASURED_MS / MINUTE
    const from = `${minutes} minutes of a steady fleet at 8 minutes`
    figures.push({
      name: `written in a day, ${threads} threads`,
      value: ((written / minutes) * 24 * 60) / GB,
      unit: 'GB',
      goal: gb,
      most,
      from,
    })
    if (threads < 1000) continue
    figures.push(
      {
        name: `processor a minute, ${threads} threads ÷ 21.6 s`,
        value: cpuMs / minutes / CPU_MS_BEFORE,
        unit: '',
        goal: 0.3,
        most: 1,
        from: `${(cpuMs / minutes / 1000).toFixed(1)} s with git, ${from}`,
      },
      {
        name: `memory of ${threads} threads in plain Node`,
        value: memoryKb / 1024,
        unit: 'MB',
        goal: 150,
        most: 260,
        from,
      },
    )
  }
  return figures
}

/** Every thread has beaten in all tiers before; their due times lie evenly over the eight minutes. */
async function steady(dataDir: string, threads: number) {
  const first = await serve(dataDir)
  await beatAll(
    first.client,
    first.threads.map(({ id }) => id),
    'daily',
  )
  await first.end()
  const begin = Date.now() + MINUTE
  inDatabase(dataDir, (db) => {
    const spread = db.prepare('UPDATE threads SET interval_ms = ?, next_due_at = ? WHERE id = ?')
    for (const [n, { id }] of first.threads.entries())
      spread.run(EVERY_MS, Math.round(begin + (n * EVERY_MS) / threads), id)
  })
  const { pid, client, end } = await serve(dataDir)
  try {
    await pause(2 * MINUTE)
    const counted = async (): Promise<number> => (await client.history.index({ filter: {} })).total
    const beats = await counted()
    const before = usedBy(pid)
    await pause(MEASURED_MS)
    const now = usedBy(pid)
    const expected = (threads * MEASURED_MS) / EVERY_MS
    const made = (await counted()) - beats
    if (made < expected * 0.8) throw new Error(`${made} beats of ${expected}`)
    return {
      written: now.written - before.written,
      cpuMs: now.cpuMs - before.cpuMs,
      memoryKb: now.memoryKb,
    }
  } finally {
    await end()
  }
}
