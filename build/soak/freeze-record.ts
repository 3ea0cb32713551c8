import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../electron/store/connection/open.ts'
import { createStore } from '../../electron/store/store.ts'
import { settingsInMemory } from '../../electron/store/testing/settings-in-memory.ts'
import { randomId } from '../../electron/machine/clock/ids.ts'
import type { JobId } from '../../shared/base/ids.ts'
import { MINUTE } from '../../shared/base/time.ts'
import type { JobRun } from '../../shared/jobs/job.ts'
import type { Run } from '../../shared/runs/run.ts'
import type { Fleet } from './freeze-fleet.ts'

/** What did not hold, in words. */
export const bad: string[] = []
export const expect = (what: string, holds: boolean): void => void (holds || bad.push(what))

export interface History {
  readonly beats: readonly Run[]
  readonly slots: readonly {
    readonly dueAt: number
    readonly outcome: string
    readonly cause: string | null
    readonly count: number
  }[]
  readonly jobs: Record<
    'every' | 'cron',
    { readonly rows: readonly JobRun[]; readonly nextDueAt: number | null }
  >
  readonly starts: number
}
/** What the history says; also while the program runs. Oldest first. */
export function recordOf({ folder, thread, jobs }: Fleet): History {
  const opened = openDatabase(path.join(folder, 'data', 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  const job = (id: JobId) => ({
    rows: [...store.jobs.runs(id, 2000)].reverse(),
    nextDueAt: store.jobs.get(id)!.nextDueAt,
  })
  const runs: Run[] = []
  for (let before: string | undefined; ; ) {
    const page = store.runs.page({ threadId: thread, limit: 200, before })
    runs.push(...page.runs)
    if (page.next === null) break
    before = page.next
  }
  const record = {
    beats: runs.filter((r) => r.kind === 'heartbeat').reverse(),
    slots: [...store.runs.slots(thread, 500)].sort((a, b) => a.dueAt - b.dueAt),
    jobs: { every: job(jobs.every), cron: job(jobs.cron) },
  }
  store.close()
  return {
    ...record,
    starts: readFileSync(path.join(folder, 'starts'), 'utf8').split('\n').filter(Boolean).length,
  }
}

/**
 * Every due time has exactly one fate, with its cause where nothing ran, and nothing was done without one.
 */
export function account(what: string, { jobs, slots, starts }: History, gapless: boolean): void {
  let started = 0
  for (const [name, { rows, nextDueAt }] of Object.entries(jobs)) {
    const first = rows.filter((r) => r.attempt === 1)
    expect(`${what}: ${name} has a due time twice`, new Set(first.map((r) => r.dueAt)).size === first.length)
    expect(
      `${what}: ${name} has a missed due time without a cause`,
      first.every((r) => r.state !== 'missed' || /^Missed: (asleep|app closed)/.test(r.summary ?? '')),
    )
    started += rows.filter((r) => r.state === 'ok').length
    const counted = first.reduce((sum, r) => sum + r.count, 0)
    const dues =
      nextDueAt === null || first.length === 0 ? 0 : Math.round((nextDueAt - first[0]!.dueAt) / MINUTE)
    if (gapless) expect(`${what}: ${name} has ${counted} fates for ${dues} due times`, counted === dues)
  }
  expect(`${what}: ${started} job runs are on record, ${starts} happened`, started === starts)
  expect(
    `${what}: a slot has no cause`,
    slots.every((s) => s.outcome !== 'missed' || s.cause !== null),
  )
  expect(`${what}: a slot is there twice`, new Set(slots.map((s) => s.dueAt)).size === slots.length)
}

/**
 * How many runs of missed due times stand in a row, each of which must be made up for by the one behind it.
 */
export function gaps(rows: readonly { readonly missed: boolean; readonly ran: boolean }[]): {
  readonly gaps: number
  readonly madeUp: number
} {
  let count = 0
  let madeUp = 0
  rows.forEach((row, i) => {
    if (!row.missed || rows[i + 1]?.missed === true) return
    count++
    if (rows[i + 1]?.ran === true) madeUp++
  })
  return { gaps: count, madeUp }
}
