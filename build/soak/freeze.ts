import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { openHost } from '../../electron/host/host.ts'
import { openDatabase } from '../../electron/store/connection/open.ts'
import { createStore } from '../../electron/store/store.ts'
import { settingsInMemory } from '../../electron/store/testing/settings-in-memory.ts'
import { randomId } from '../../electron/machine/clock/ids.ts'
import type { JobId, ThreadId } from '../../shared/base/ids.ts'
import type { JobRun } from '../../shared/jobs/job.ts'
import type { Run } from '../../shared/runs/run.ts'
import { HOUR, MINUTE, SECOND } from '../../shared/base/time.ts'
import { root } from '../machine/machine.mjs'

/**
 * `npm run soak:freeze`: the real `threadbeat serve` with beats and jobs each minute, stopped (SIGSTOP)
 * over due times, its clock set while it runs and between two starts, its zone changed. Needs Debian's
 * `faketime`, and `npm run build` before. Exits 1 when a due time has no fate or two, or when an absence is
 * made up for more than once.
 */
const cli = path.join(root, 'dist/cli.cjs')
const library = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((a) => `/usr/lib/${a}/faketime/libfaketimeMT.so.1`)
  .find(existsSync)
const FAST = 10 // times as fast as real time
const FREEZES = 3
const bad: string[] = []
const expect = (what: string, holds: boolean): void => void (holds || bad.push(what))
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Fleet {
  readonly folder: string
  readonly thread: ThreadId
  readonly jobs: { readonly every: JobId; readonly cron: JobId }
  readonly env: Record<string, string>
}

/** One thread that beats each minute, and one with a job each minute by the interval and one by cron. */
async function fleet(env: Record<string, string>): Promise<Fleet> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'threadbeat-freeze-')))
  const opened = await openHost({
    dataDir: path.join(folder, 'data'),
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const client = createRouterClient(opened.value.router, { context: { origin: 'test' as const } })
  await client.settings.change({
    caps: [],
    outOfTheWay: false,
    noisyRuns: 1000,
    maxRuns: 8,
    maxHeartbeats: 7,
    quickLimitMs: HOUR,
    hourlyLimitMs: HOUR,
    dailyLimitMs: HOUR,
  })
  const ids: ThreadId[] = []
  for (const name of ['beats', 'jobs']) {
    execFileSync('git', ['init', '-q', path.join(folder, name)])
    const id = (await client.threads.add({ paths: [path.join(folder, name)], trust: false })).added[0]!.id
    await client.threads.setAgent({
      id,
      agent: { kind: 'command', argv: ['echo', 'HEARTBEAT_OK'], env: {} },
      confirmed: true,
    })
    await client.threads.change({ id, intervalMs: name === 'beats' ? MINUTE : 0 })
    await client.threads.trust({ id, on: true })
    ids.push(id)
  }
  const job = async (
    name: string,
    schedule: Parameters<typeof client.jobs.save>[0]['spec']['schedule'],
  ): Promise<JobId> => {
    const action = { kind: 'command' as const, argv: ['/bin/sh', '-c', `echo ${name} >> '${folder}/starts'`] }
    return (
      await client.jobs.save({
        threadId: ids[1]!,
        spec: { name, schedule, action, catchUp: 'once' },
        confirmed: true,
      })
    ).id
  }
  const jobs = {
    every: await job('every', { kind: 'every', everyMs: MINUTE, anchorAt: Date.now() + MINUTE }),
    cron: await job('cron', { kind: 'cron', expr: '* * * * *', timeZone: '' }),
  }
  await opened.value.stop('wait')
  writeFileSync(path.join(folder, 'starts'), '')
  return { folder, thread: ids[0]!, jobs, env }
}

/** The program itself, as a person starts it; returns how to stop and end it. */
async function serve(
  { folder, env }: Fleet,
  more: Record<string, string> = {},
): Promise<{ signal(name: NodeJS.Signals): void; end(): Promise<void> }> {
  const child = spawn(process.execPath, [cli, '--data-dir', path.join(folder, 'data'), 'serve'], {
    env: { ...process.env, ...env, ...more, HOME: folder } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let out = ''
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out.includes('runs without a window')) resolve()
    })
    void ended.then(() => reject(new Error(`serve ended: ${out}`)))
  })
  return {
    signal: (name) => void child.kill(name),
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface History {
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
function recordOf({ folder, thread, jobs }: Fleet): History {
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
function account(what: string, { jobs, slots, starts }: History, gapless: boolean): void {
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
function gaps(rows: readonly { readonly missed: boolean; readonly ran: boolean }[]): {
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

/** Stopped for some minutes, several times, at ten times the speed. */
async function freezes(): Promise<void> {
  const f = await fleet({ LD_PRELOAD: library!, FAKETIME: `+0 x${FAST}` })
  const app = await serve(f)
  await wait((3 * MINUTE) / FAST)
  for (let i = 0; i < FREEZES; i++) {
    app.signal('SIGSTOP')
    await wait((4.5 * MINUTE) / FAST)
    app.signal('SIGCONT')
    await wait((3 * MINUTE) / FAST)
  }
  await app.end()
  const record = recordOf(f)
  account('freeze', record, true)
  for (const [name, { rows }] of Object.entries(record.jobs)) {
    const seen = gaps(
      rows.map((r) => ({ missed: r.state === 'missed', ran: r.state === 'ok' || r.state === 'skipped' })),
    )
    console.log(
      `${FREEZES} freezes of 4.5 min: job ${name} ${rows.length} due times, ` +
        `${rows.filter((r) => r.state === 'missed').length} missed in ${seen.gaps} gaps, ` +
        `${seen.madeUp} made up for`,
    )
    expect(
      `freeze: job ${name} has ${seen.gaps} gaps, ${seen.madeUp} made up for`,
      seen.gaps === FREEZES && seen.madeUp === FREEZES,
    )
  }
  const caught = record.beats.filter((b) => b.reasons.includes('catch-up')).length
  console.log(
    `  beats: ${record.beats.length}, ${caught} of them catch-ups; slots: ${record.slots.length}, ` +
      `${record.slots.filter((s) => s.outcome === 'missed').length} missed ` +
      `(${[...new Set(record.slots.flatMap((s) => s.cause ?? []))].join(', ')})`,
  )
  expect(`freeze: ${caught} catch-up beats`, caught === FREEZES)
  rmSync(f.folder, { recursive: true, force: true, maxRetries: 3 })
}

/** The wall clock is set while it runs: forward and back, by an hour and by a day. */
async function jumps(): Promise<void> {
  const clock = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'threadbeat-clock-'))), 'clock')
  writeFileSync(clock, '+0')
  const f = await fleet({
    LD_PRELOAD: library!,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  })
  const app = await serve(f)
  await wait(65 * SECOND)
  for (const [offset, what, back] of [
    ['+1h', 'an hour forward', false],
    ['+0', 'an hour back', true],
    ['+1d', 'a day forward', false],
    ['+0', 'a day back', true],
  ] as const) {
    const before = recordOf(f)
    writeFileSync(clock, offset)
    // a timer is at most half a minute away; then a minute for the next due time
    await wait(back ? 70 * SECOND : 40 * SECOND)
    const after = recordOf(f)
    const beats = after.beats.filter((b) => !before.beats.some((x) => x.id === b.id))
    const caught = beats.filter((b) => b.reasons.includes('catch-up')).length
    const ran = (name: 'every' | 'cron'): number =>
      after.jobs[name].rows.filter((r) => r.state === 'ok').length -
      before.jobs[name].rows.filter((r) => r.state === 'ok').length
    console.log(
      `${what}: ${beats.length} beats, ${caught} of them catch-ups; runs of the jobs: every ` +
        `${ran('every')}, cron ${ran('cron')}`,
    )
    expect(`${what}: no beat within a minute`, beats.length >= 1)
    expect(`${what}: ${caught} catch-ups`, caught <= 1)
    expect(`${what}: a job ran more than once for it`, ran('every') <= 2 && ran('cron') <= 2)
  }
  await app.end()
  account('jumps', recordOf(f), false)
  rmSync(f.folder, { recursive: true, force: true, maxRetries: 3 })
  rmSync(path.dirname(clock), { recursive: true, force: true })
}

/** Ended and started again in another zone, at another time. */
async function restarts(): Promise<void> {
  const f = await fleet({})
  for (const [TZ, FAKETIME] of [
    ['UTC', '+2m'],
    ['America/New_York', '+5m'],
    ['Asia/Kolkata', '+1h'],
    ['Pacific/Kiritimati', '+25h'],
    ['Europe/Berlin', '+26h'],
    ['Asia/Kathmandu', '+0'],
    ['UTC', '+2d'],
  ] as const) {
    const before = recordOf(f)
    const app = await serve(f, {
      TZ,
      FAKETIME,
      LD_PRELOAD: library!,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    })
    await wait(6 * SECOND)
    await app.end()
    const after = recordOf(f)
    const caught = after.beats.filter(
      (b) => b.reasons.includes('catch-up') && !before.beats.some((x) => x.id === b.id),
    ).length
    const ran = (['every', 'cron'] as const).map(
      (name) =>
        after.jobs[name].rows.filter((r) => r.state === 'ok').length -
        before.jobs[name].rows.filter((r) => r.state === 'ok').length,
    )
    console.log(
      `started at ${FAKETIME} in ${TZ}: ${caught} catch-up beats; runs of the jobs: ${ran.join(', ')}`,
    )
    expect(`start at ${FAKETIME} in ${TZ}: ${caught} catch-ups`, caught <= 1)
    expect(
      `start at ${FAKETIME} in ${TZ}: jobs ran ${ran.join(', ')} times`,
      ran.every((n) => n <= 2),
    ) // a due time may fall into these seconds
  }
  account('restarts', recordOf(f), false)
  rmSync(f.folder, { recursive: true, force: true, maxRetries: 3 })
}

if (!existsSync(cli)) {
  console.error(`${cli} is not there: npm run build`)
  process.exit(1)
}
if (library === undefined) {
  console.log('NOT RUN: faketime is not installed (apt-get install faketime)')
  process.exit(0)
}
await Promise.all([freezes(), jumps(), restarts()])
if (bad.length > 0) console.log(`NOT AS IT SHOULD BE:\n${bad.join('\n')}`)
process.exitCode = bad.length > 0 ? 1 : 0
