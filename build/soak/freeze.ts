import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MINUTE, SECOND } from '../../shared/base/time.ts'
import { cli, fleet, serve } from './freeze-fleet.ts'
import { account, bad, expect, gaps, recordOf } from './freeze-record.ts'

/**
 * `npm run soak:freeze`: the real `threadbeat serve` with beats and jobs each minute, stopped (SIGSTOP)
 * over due times, its clock set while it runs and between two starts, its zone changed. Needs Debian's
 * `faketime`, and `npm run build` before. Exits 1 when a due time has no fate or two, or when an absence is
 * made up for more than once.
 */
const library = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((a) => `/usr/lib/${a}/faketime/libfaketimeMT.so.1`)
  .find(existsSync)
const FAST = 10 // times as fast as real time
const FREEZES = 3
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

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
