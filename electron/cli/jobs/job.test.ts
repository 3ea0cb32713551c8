import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, inputOf, close, gone } = commandsAndApp('job-test')
afterEach(close)
afterAll(gone)

describe('threadbeat job', () => {
  const job = {
    id: 'job_1',
    threadId: 'thr_2',
    threadNumber: 2,
    threadName: 'api',
    name: 'audit',
    words: 'at 3:00',
    nextDueAt: Date.UTC(2030, 0, 1),
    pause: null,
    problem: null,
    failures: 0,
    lastRun: null,
    catchUp: 'once',
    graceMs: 1,
    spread: true,
    wake: 'next',
    waitsForApproval: false,
  }
  const preview = {
    id: 'job_1',
    problem: null,
    words: 'at 3:00',
    fires: [1, 2, 3, 4, 5].map((day) => Date.UTC(2030, 0, day, 3)),
    warnings: ['It is skipped once in March.'],
    command: null,
  }
  const add = [
    'job',
    'add',
    'api',
    'audit',
    '--cron',
    '0 3 * * *',
    '--zone',
    'UTC',
    '--env',
    'API_TOKEN=hidden',
    '--command',
    '--',
    'npm',
    'audit',
    '--omit=dev a',
  ]
  it('is not called done while a failed run waits for its next try', async () => {
    const lastRun = { state: 'waiting', attempt: 2, dueAt: 0, startedAt: null, summary: null }
    const schedule = { kind: 'at', at: 0 }
    const nextDueAt = Date.now() + 30_500
    const once = { ...job, schedule, nextDueAt, failures: 1, lastRun, action: { kind: 'event', text: 'x' } }
    await running({ 'jobs.preview': () => ({ ...preview, fires: [] }), 'jobs.list': () => [once] })
    expect((await cli('job', 'list')).out).toMatch(/in \d+ s, tried again after a failure \(try 2\)/)
    const { out } = await cli('job', 'show', 'audit')
    expect(out).toMatch(/in \d+ s, tried again after a failure \(try 2\)/)
    expect(out).not.toMatch(/never|will not run|Last/)
  })
  it('shows exactly what will be executed and when, and executes nothing that nobody confirmed', async () => {
    await running({ 'jobs.preview': () => preview, 'jobs.save': () => ({ ...job, action: {} }) })
    const refused = await cli(...add)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed') as string })
    expect(refused.out).toContain('  arguments: ["npm","audit","--omit=dev a"], started in ')
    expect(refused.out).toContain('  environment: API_TOKEN=(not shown)\n')
    expect(refused.out).toContain('  2030-01-03 03:00')
    expect(refused.out).not.toContain('2030-01-04')
    expect(refused.out).toContain('! It is skipped once in March.')
    expect(inputOf('jobs.save')).toBeUndefined()
    expect((await cli(...add.slice(0, 4), '--yes', ...add.slice(4))).out).toContain(
      'Made job_1: audit, at 3:00; next 2030-01-01',
    )
    expect(inputOf('jobs.preview')).toMatchObject({ isNew: true, spread: true })
    expect(inputOf('jobs.save')).toMatchObject({
      as: 'job_1',
      threadId: 'thr_2',
      confirmed: true,
      spec: {
        name: 'audit',
        action: { kind: 'command', argv: ['npm', 'audit', '--omit=dev a'] },
        schedule: { kind: 'cron', timeZone: 'UTC' },
      },
    })
  })
  it('asks nothing where nothing is executed, and says what cannot be followed', async () => {
    const problem = { ...preview, problem: 'minute must be 0 to 59, got 60' }
    const answers = [preview, problem]
    await running({ 'jobs.preview': () => answers.shift(), 'jobs.save': () => job })
    expect(
      (await cli('job', 'add', 'api', 'note', '--every', '6h', '--event', 'Look', '--no-spread')).code,
    ).toBe(0)
    expect(inputOf('jobs.save')).not.toHaveProperty('confirmed')
    expect(inputOf('jobs.save')).toMatchObject({
      spec: { spread: false, action: { kind: 'event', text: 'Look' } },
    })
    expect(await cli('job', 'add', 'api', 'note', '--cron', '60 * * * *', '--event', 'Look')).toMatchObject({
      code: 1,
      err: 'Nothing was changed: minute must be 0 to 59, got 60\n',
    })
  })
  it('is listed, run and paused by its name', async () => {
    await running({
      'jobs.list': () => [
        {
          ...job,
          schedule: {},
          action: { kind: 'command', argv: ['npm', 'audit'], env: { API_TOKEN: 'hidden' } },
        },
      ],
      'jobs.run': () => null,
      'jobs.pause': () => null,
    })
    expect((await cli('job', 'list')).out).toMatch(
      /^2 api {2}audit {2}at 3:00 {2}in .* job_1 {2}command: npm audit\n$/,
    )
    expect((await cli('job', 'list', '--json')).out).not.toContain('hidden')
    expect((await cli('job', 'run', 'aud')).out).toBe('audit of 2 api is started.\n')
    expect((await cli('job', 'pause', 'job_1')).out).toBe('audit of 2 api is paused.\n')
    expect(inputOf('jobs.run')).toEqual({ id: 'job_1' })
    expect(await cli('job', 'run', 'ghost')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no job "ghost"') as string,
    })
  })

  const kept = {
    ...job,
    schedule: { kind: 'cron', expr: '0 3 * * *', timeZone: 'UTC' },
    action: { kind: 'command', argv: ['npm', 'audit'], env: {}, limitMs: 60_000 },
  }
  it('is changed only where something was given, after a look at the whole', async () => {
    await running({
      'jobs.list': () => [kept],
      'jobs.preview': () => preview,
      'jobs.save': () => ({ ...kept, name: 'nightly' }),
    })
    expect(await cli('job', 'edit', 'audit', '--name', 'nightly')).toMatchObject({
      code: 1,
      out: expect.stringContaining('arguments: ["npm","audit"]') as string,
      err: expect.stringContaining('Nothing was changed') as string,
    })
    expect(inputOf('jobs.preview')).toMatchObject({ id: 'job_1', spread: true })
    expect(inputOf('jobs.save')).toBeUndefined()
    expect(
      (await cli('job', 'edit', 'audit', '--name', 'nightly', '--catch-up', 'skip', '--yes')).out,
    ).toContain('Changed job_1: nightly, at 3:00; next 2030-01-01')
    expect(inputOf('jobs.save')).toMatchObject({
      id: 'job_1',
      threadId: 'thr_2',
      confirmed: true,
      spec: { name: 'nightly', catchUp: 'skip', schedule: kept.schedule, action: { argv: ['npm', 'audit'] } },
    })
  })
  it('is shown with its runs, and goes on or away by its name', async () => {
    const run = {
      jobId: 'job_1',
      dueAt: Date.UTC(2029, 11, 31, 3),
      attempt: 2,
      byHand: false,
      count: 1,
      state: 'failed',
      runId: 'run_9',
      startedAt: 1000,
      finishedAt: 3000,
      summary: 'exit code 1',
    }
    await running({
      'jobs.list': () => [{ ...kept, failures: 2, pause: { by: 'failures', at: 0 } }],
      'jobs.preview': () => preview,
      'jobs.runs': () => [run],
      'jobs.resume': () => null,
      'jobs.remove': () => null,
    })
    expect((await cli('job', 'show', 'audit')).out).toMatch(
      /^audit {2}job_1\n.*Thread +2 api\n[^]*Failures +2 in a row[^]*arguments: \["npm","audit"\]/,
    )
    expect((await cli('job', 'runs', 'audit')).out).toMatch(/failed {2}try 2 {2}2 s +run_9 {2}exit code 1\n$/)
    expect(await cli('job', 'runs', 'audit', '-n', '0')).toMatchObject({
      code: 2,
      err: expect.stringContaining('-n must be 1 to 200, got "0"') as string,
    })
    expect((await cli('job', 'resume', 'audit')).out).toBe('audit of 2 api goes on.\n')
    expect(await cli('job', 'remove', 'audit')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was removed') as string,
    })
    expect(inputOf('jobs.remove')).toBeUndefined()
    expect((await cli('job', 'remove', 'audit', '--yes')).out).toBe('Removed audit.\n')
    expect([inputOf('jobs.resume'), inputOf('jobs.remove')]).toEqual([{ id: 'job_1' }, { id: 'job_1' }])
  })
})
