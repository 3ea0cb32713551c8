import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ThreadView } from '../../../shared/views/snapshot.ts'
import { hostOf } from '../alerts/host-of.ts'
import { difference } from '../threads/hooks.ts'
import { readSessionId } from '../runs/beat.ts'
import { readDelivery, readSources } from '../settings/set-thread.ts'
import { readValue } from '../settings/setting-text.ts'
import { appUnderTest, snapshotWith, threadView } from '../testing/app.ts'
import { commandUnderTest } from '../testing/command.ts'

/**
 * The real command against a socket that answers as the test says: what is asked for, and how it is told.
 */
const { root, dataDir, bundle, env, start, bundled, gone } = commandUnderTest('wakes-test', { engine: false })
const repo = path.join(root, 'repo')
const inbox = path.join(dataDir, 'inbox')
const api = threadView(2, 'api', repo)
const web = threadView(3, 'web', path.join(root, 'web'), {
  sources: { git: 'off' },
  delivery: { showOk: true },
})
const fleet = { snapshot: () => snapshotWith([api, web]) }
let app: Awaited<ReturnType<typeof appUnderTest>> | null = null
const running = async (answers: Parameters<typeof appUnderTest>[1]) =>
  (app = await appUnderTest(dataDir, { ...fleet, ...answers }))
const inputsOf = (method: string): readonly unknown[] =>
  app?.calls.filter((c) => c.method === method).map((c) => c.input) ?? []
const inputOf = (method: string): unknown => inputsOf(method)[0]

beforeAll(async () => {
  await bundled()
  mkdirSync(repo)
}, 60_000)
afterEach(async () => {
  await app?.close()
  app = null
  rmSync(inbox, { recursive: true, force: true })
})
afterAll(gone)

describe('threadbeat event', () => {
  const ticket = { state: 'queued', id: 'evt_1', wakes: true }
  it('tells the running app, and says what came of it', async () => {
    await running({ 'events.add': () => ticket })
    expect(
      await start(['event', 'api', 'The', 'build', 'is green', '--wake', 'now', '--urgent', '--trusted'])
        .ended,
    ).toMatchObject({
      code: 0,
      out: 'Noted for 2 api: it stands in the next prompt, and a beat was asked for.\n',
    })
    expect(inputOf('events.add')).toMatchObject({
      to: 'thr_2',
      text: 'The build is green',
      source: 'cli',
      wake: 'now',
      urgent: true,
      trusted: true,
    })
    expect(JSON.parse((await start(['event', '3', 'x', '--json']).ended).out)).toEqual({
      ...ticket,
      number: 3,
      name: 'web',
    })
  })
  it('says when it was told before, and when nobody takes it', async () => {
    const answers = [
      { state: 'folded', id: 'evt_1', wakes: false },
      { state: 'off', id: null, wakes: false },
    ]
    await running({ 'events.add': () => answers.shift() })
    expect((await start(['event', 'api', 'x']).ended).out).toBe(
      '2 api was told just that already; it is counted.\n',
    )
    expect(await start(['event', 'api', 'x', '--source', 'hook']).ended).toMatchObject({
      code: 0,
      out:
        'Not noted: git hook events are switched off for 2 api. Switch them on: threadbeat set source ' +
        'hook next --thread 2\n',
    })
  })
  it('reads its text from stdin', async () => {
    await running({ 'events.add': () => ticket })
    const child = spawn(process.execPath, [bundle, '--data-dir', dataDir, 'event', 'api', '-'], {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin.end('first\nsecond\n')
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    expect(inputOf('events.add')).toMatchObject({ text: 'first\nsecond' })
  })
  it('tells each line of stdin as a fact of its own, and none that is empty', async () => {
    const answers = [[ticket, { ...ticket, state: 'folded' }], [ticket]]
    let heard = (): void => {}
    const first = new Promise<void>((resolve) => (heard = resolve))
    await running({ 'events.addAll': () => (heard(), answers.shift()) })
    const child = spawn(process.execPath, [bundle, '--data-dir', dataDir, 'event', 'api', '-', '--lines'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stdin.write('first\n\nsecond\n')
    await first
    child.stdin.end('third')
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    expect(
      inputsOf('events.addAll').map((input) =>
        (input as { events: { text: string }[] }).events.map((e) => e.text),
      ),
    ).toEqual([['first', 'second'], ['third']])
    expect(out).toBe('Noted for 2 api: 2 facts, 1 more that say the same as the one before.\n')
  })
  it('tells no line of what holds one that is too long, and says which bound', async () => {
    await running({ 'events.addAll': () => [] })
    const child = spawn(process.execPath, [bundle, '--data-dir', dataDir, 'event', 'api', '-', '--lines'], {
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.stdin.end(`fine\n${'x'.repeat(4001)}\n`)
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2)
    expect(err).toContain('4000 characters, got 4001')
    expect(inputsOf('events.addAll')).toEqual([])
  })
  it('keeps it for an app that is not running, never as trusted', async () => {
    const ended = await start(['event', 'api', 'x', '--wake', 'now', '--trusted']).ended
    expect(ended).toMatchObject({
      code: 0,
      out: 'Threadbeat is not running; the event is kept for api and read when it starts.\n',
      err: expect.stringContaining('--trusted does not count') as string,
    })
    await start(['event', '7', 'y']).ended
    await start(['event', '.', 'z'], repo).ended
    const kept = readdirSync(inbox)
      .sort()
      .map((name) => JSON.parse(readFileSync(path.join(inbox, name), 'utf8')) as unknown)
    expect(kept).toEqual([
      { to: 'api', text: 'x', wake: 'now', urgent: false, source: 'cli', trusted: false },
      { to: 7, text: 'y', wake: 'next', urgent: false, source: 'cli', trusted: false },
      { to: repo, text: 'z', wake: 'next', urgent: false, source: 'cli', trusted: false },
    ])
  })
  it('refuses what is empty or too long, and drops nothing', async () => {
    expect(await start(['event', 'api', '  ']).ended).toMatchObject({
      code: 2,
      err: expect.stringContaining('must not be empty') as string,
    })
    expect(await start(['event', 'api', 'x'.repeat(4001)]).ended).toMatchObject({
      code: 2,
      err: expect.stringContaining('4000 characters, got 4001') as string,
    })
    expect(existsSync(inbox)).toBe(false)
  })
})

describe('threadbeat wake, timeline and tail', () => {
  it('wakes by the rules', async () => {
    expect(await start(['wake', 'api']).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('not running, so nothing can be woken') as string,
    })
    await running({ wake: () => ({ itemId: 'itm_1', runId: null, state: 'merged' }) })
    expect((await start(['wake', 'api', '--urgent']).ended).out).toBe(
      '2 api: the beat that waits has one reason more\n',
    )
    expect(inputOf('wake')).toEqual({ id: 'thr_2', urgent: true })
  })
  const event = {
    id: 'evt_1',
    threadId: 'thr_2',
    source: 'git',
    ambient: false,
    text: 'new commit\u001b[31m abc',
    trusted: true,
    at: Date.now(),
    lastAt: Date.now(),
    count: 3,
    state: 'waiting',
    runId: null,
  }
  it('shows what came in and what woke', async () => {
    await running({
      'events.timeline': () => ({
        entries: [
          { kind: 'event', at: event.at, event },
          {
            kind: 'wake',
            at: event.at,
            reason: 'webhook',
            itemId: 'itm_1',
            runId: 'run_1',
            outcome: 'quiet',
          },
        ],
        waiting: 1,
        dropped: 2,
        next: null,
      }),
    })
    const { out } = await start(['timeline', 'api']).ended
    expect(out).toMatch(
      /^1 event waits for the next prompt\.\n2 older ones had to make room[^]*Git +waits +new commit\[31m abc \(3 times\)\n.*Wake +Quiet +a webhook\n$/,
    )
    expect(JSON.parse((await start(['timeline', 'api', '--json']).ended).out)).toMatchObject({
      waiting: 1,
      entries: [
        { kind: 'event', source: 'git', count: 3 },
        { kind: 'wake', outcome: 'quiet' },
      ],
    })
  })
  it('follows runs, facts and alerts, and ends cleanly with the app', async () => {
    const readers = new Set<(message: unknown) => void>()
    let bothRead: () => void = () => {}
    const reading = new Promise<void>((resolve) => (bothRead = resolve))
    const since = Date.now()
    await running({
      async *live(_input: never, signal: AbortSignal | undefined) {
        const { threads, fleet } = snapshotWith([api, web])
        yield { kind: 'snapshot', snapshot: { threads, fleet: { ...fleet, at: since } } }
        while (signal?.aborted !== true) {
          yield await new Promise((resolve) => {
            readers.add(resolve)
            if (readers.size === 2) bothRead()
          })
        }
      },
      'runs.page': () => ({
        runs: [
          {
            id: 'run_2',
            threadId: 'thr_2',
            kind: 'heartbeat',
            reasons: [],
            tiers: [],
            outcome: 'alert',
            skipReason: null,
            fault: null,
            summary: 'CI is red',
            startedAt: since,
            finishedAt: since + 5,
            durationMs: 5,
          },
          { id: 'run_1', finishedAt: since - 5 },
        ],
        next: null,
      }),
      'events.timeline': () => ({
        entries: [
          { kind: 'event', at: since, event: { ...event, at: since + 1, lastAt: since + 1 } },
          { kind: 'event', at: since - 9, event: { ...event, id: 'evt_0', lastAt: since - 9 } },
        ],
        waiting: 1,
        dropped: 0,
        next: null,
      }),
    } as never)
    const [lines, objects] = [start(['tail']), start(['tail', 'api', '--json'])]
    await reading
    const alert = {
      id: 'alt_1',
      threadId: 'thr_2',
      severity: 'urgent',
      text: 'It burns',
      raisedAt: Date.now() + 10,
      lastSeenAt: 0,
      seen: 1,
      runId: null,
    }
    const delta = {
      kind: 'delta',
      fleet: { at: 0, alerts: [alert] },
      changed: [{ ...api, events: 1, last: { runId: 'run_2' } } as unknown as ThreadView],
      removed: [],
    }
    for (const read of readers) read(delta)
    await Promise.all([lines.printed(/It burns/), objects.printed(/It burns/)])
    await app?.close()
    const [ended, other] = await Promise.all([lines.ended, objects.ended])
    expect([ended.code, other.code]).toEqual([0, 0])
    expect(ended.err).toBe('Following all threads. Ctrl-C ends it.\nThreadbeat ended.\n')
    expect(ended.out.replace(/^\d\d:\d\d {2}/gm, '')).toBe(
      '2 api  Git  new commit[31m abc (3 times)\n2 api  ▲ Alert  CI is red\n2 api  Alert, urgent  It burns\n',
    )
    expect(
      other.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { type: 'event', number: 2, source: 'git', event: 'evt_1' },
      { type: 'run', name: 'api', run: 'run_2', outcome: 'alert' },
      { type: 'alert', severity: 'urgent' },
    ])
  })
})

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
  }
  const preview = {
    problem: null,
    words: 'at 3:00',
    fires: [1, 2, 3, 4, 5].map((day) => Date.UTC(2030, 0, day, 3)),
    warnings: ['It is skipped once in March.'],
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
  it('shows exactly what will be executed and when, and executes nothing that nobody confirmed', async () => {
    await running({ 'jobs.preview': () => preview, 'jobs.save': () => ({ ...job, action: {} }) })
    const refused = await start(add).ended
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed') as string })
    expect(refused.out).toContain('  arguments: ["npm","audit","--omit=dev a"], started in ')
    expect(refused.out).toContain('  environment: API_TOKEN=(not shown)\n')
    expect(refused.out).toContain('  2030-01-03T03:00:00Z')
    expect(refused.out).not.toContain('2030-01-04')
    expect(refused.out).toContain('! It is skipped once in March.')
    expect(inputOf('jobs.save')).toBeUndefined()
    expect((await start([...add.slice(0, 4), '--yes', ...add.slice(4)]).ended).out).toContain(
      'Made job_1: audit, at 3:00; next 2030-01-01',
    )
    expect(inputOf('jobs.save')).toMatchObject({
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
      (await start(['job', 'add', 'api', 'note', '--every', '6h', '--event', 'Look', '--no-spread']).ended)
        .code,
    ).toBe(0)
    expect(inputOf('jobs.save')).not.toHaveProperty('confirmed')
    expect(inputOf('jobs.save')).toMatchObject({
      spec: { spread: false, action: { kind: 'event', text: 'Look' } },
    })
    expect(
      await start(['job', 'add', 'api', 'note', '--cron', '60 * * * *', '--event', 'Look']).ended,
    ).toMatchObject({ code: 1, err: 'Nothing was changed: minute must be 0 to 59, got 60\n' })
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
    expect((await start(['job', 'list']).ended).out).toMatch(
      /^2 api {2}audit {2}at 3:00 {2}in .* job_1 {2}command: npm audit\n$/,
    )
    expect((await start(['job', 'list', '--json']).ended).out).not.toContain('hidden')
    expect((await start(['job', 'run', 'aud']).ended).out).toBe('audit of 2 api is started.\n')
    expect((await start(['job', 'pause', 'job_1']).ended).out).toBe('audit of 2 api is paused.\n')
    expect(inputOf('jobs.run')).toEqual({ id: 'job_1' })
    expect(await start(['job', 'run', 'ghost']).ended).toMatchObject({
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
    expect(await start(['job', 'edit', 'audit', '--name', 'nightly']).ended).toMatchObject({
      code: 1,
      out: expect.stringContaining('arguments: ["npm","audit"]') as string,
      err: expect.stringContaining('Nothing was changed') as string,
    })
    expect(inputOf('jobs.save')).toBeUndefined()
    expect(
      (await start(['job', 'edit', 'audit', '--name', 'nightly', '--catch-up', 'skip', '--yes']).ended).out,
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
    expect((await start(['job', 'show', 'audit']).ended).out).toMatch(
      /^audit {2}job_1\n.*Thread +2 api\n[^]*Failures +2 in a row[^]*arguments: \["npm","audit"\]/,
    )
    expect((await start(['job', 'runs', 'audit']).ended).out).toMatch(
      /failed {2}try 2 {2}2 s +run_9 {2}exit code 1\n$/,
    )
    expect(await start(['job', 'runs', 'audit', '-n', '0']).ended).toMatchObject({
      code: 2,
      err: expect.stringContaining('-n must be 1 to 200, got "0"') as string,
    })
    expect((await start(['job', 'resume', 'audit']).ended).out).toBe('audit of 2 api goes on.\n')
    expect(await start(['job', 'remove', 'audit']).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was removed') as string,
    })
    expect(inputOf('jobs.remove')).toBeUndefined()
    expect((await start(['job', 'remove', 'audit', '--yes']).ended).out).toBe('Removed audit.\n')
    expect([inputOf('jobs.resume'), inputOf('jobs.remove')]).toEqual([{ id: 'job_1' }, { id: 'job_1' }])
  })
})

describe('threadbeat next, why, dry-run, hooks and webhook', () => {
  it('foresees', async () => {
    const at = Date.UTC(2030, 0, 1)
    await running({
      foresee: () => ({
        from: at,
        to: at,
        more: 2,
        agentStarts: 5,
        entries: [
          {
            at,
            kind: 'beat',
            threadId: 'thr_2',
            threadName: 'api',
            tier: 'hourly',
            jobId: null,
            text: 'Beats',
            held: 'paused',
          },
        ],
      }),
    })
    expect((await start(['next', 'api', '--hours', '2']).ended).out).toMatch(
      /api +hourly beat +Beats – held: paused\n… and 2 more\nAt most 5 agent starts until 20/,
    )
    expect(inputOf('foresee')).toEqual({ hours: 2, id: 'thr_2' })
    expect((await start(['next', '--hours', '49']).ended).code).toBe(2)
  })
  it('explains, and shows a prompt alone on stdout', async () => {
    await running({
      explain: () => ({
        lastTick: null,
        next: 'in 5 min',
        gates: [
          { gate: 'Trust', open: true, text: 'trusted' },
          { gate: 'Budget', open: false, text: 'used up' },
        ],
        settings: [{ label: 'Interval', value: '8 min', source: 'HEARTBEAT.json' }],
      }),
      dryRun: () => ({
        would: 'start',
        because: 'quick is due',
        tiers: ['quick'],
        tasks: ['a'],
        prompt: 'HEARTBEAT tier=quick thread=2\nDo it.',
        events: 1,
      }),
    })
    expect((await start(['why', 'api']).ended).out).toMatch(
      /✓ +Trust +trusted\n {2}✗ +Budget +used up[^]*Interval +8 min +HEARTBEAT\.json/,
    )
    expect(await start(['dry-run', 'api', '--tier', 'quick']).ended).toMatchObject({
      out: 'HEARTBEAT tier=quick thread=2\nDo it.\n',
      err: expect.stringContaining('A beat would start: quick is due') as string,
    })
  })
  it('installs the hooks that were shown, and nothing without an answer', async () => {
    const plan = {
      folder: '/r/.git/hooks',
      managedBy: null,
      problem: null,
      installed: false,
      digest: 'd'.repeat(64),
      files: [
        {
          name: 'post-commit',
          path: '/r/.git/hooks/post-commit',
          before: 'mine\n',
          after: 'mine\nours\n',
          state: 'foreign',
        },
      ],
    }
    await running({ 'hooks.plan': () => plan, 'hooks.install': () => null })
    expect(await start(['hooks', 'install', 'api']).ended).toMatchObject({
      code: 1,
      out: expect.stringContaining(' mine\n+ours\n') as string,
      err: expect.stringContaining('Nothing was written') as string,
    })
    expect(inputOf('hooks.install')).toBeUndefined()
    expect((await start(['hooks', 'install', 'api', '--yes']).ended).code).toBe(0)
    expect(inputOf('hooks.install')).toEqual({ id: 'thr_2', digest: plan.digest, confirmed: true })
  })
  it('takes its part out of the hooks, and only after an answer', async () => {
    const plan = {
      folder: '/r/.git/hooks',
      managedBy: null,
      problem: null,
      installed: true,
      digest: 'd'.repeat(64),
      files: [],
    }
    const plans = [plan, plan, { ...plan, installed: false }]
    await running({ 'hooks.plan': () => plans.shift(), 'hooks.remove': () => null })
    expect(await start(['hooks', 'remove', 'api']).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was removed') as string,
    })
    expect(inputOf('hooks.remove')).toBeUndefined()
    expect((await start(['hooks', 'remove', 'api', '--yes']).ended).out).toBe(
      'Removed from 2 api; your own lines are as they were.\n',
    )
    expect(inputOf('hooks.remove')).toEqual({ id: 'thr_2' })
    expect((await start(['hooks', 'remove', 'api', '--yes']).ended).out).toBe(
      'Nothing is installed for 2 api.\n',
    )
  })
  it('tries and removes a place by its name, and makes a new token only after an answer', async () => {
    const answers = [
      { ok: true, text: 'taken, 200' },
      { ok: false, text: 'refused, 404' },
    ]
    await running({
      'webhooks.list': () => [
        {
          id: 'hook_1',
          name: 'phone',
          kind: 'ntfy',
          url: 'https://ntfy.example/x',
          chat: null,
          on: ['urgent'],
          enabled: true,
          hasSecret: false,
          last: null,
        },
      ],
      'webhooks.test': () => answers.shift(),
      'webhooks.remove': () => null,
      'webhooks.rotate': () => ({
        port: 7878,
        running: true,
        problem: null,
        url: 'http://127.0.0.1:7878/events',
        token: 'NEW',
      }),
    })
    expect(await start(['webhook', 'test', 'phone']).ended).toMatchObject({
      code: 0,
      out: 'phone: taken, 200\n',
    })
    expect(await start(['webhook', 'test', 'hook_1']).ended).toMatchObject({
      code: 1,
      out: 'phone: refused, 404\n',
    })
    expect(await start(['webhook', 'test', 'fax']).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('no place "fax"') as string,
    })
    expect((await start(['webhook', 'remove', 'phone']).ended).out).toBe(
      'Removed phone; nothing is sent there any more.\n',
    )
    expect(inputOf('webhooks.remove')).toEqual({ id: 'hook_1' })
    expect((await start(['webhook', 'rotate']).ended).code).toBe(1)
    expect(app?.calls.some((c) => c.method === 'webhooks.rotate')).toBe(false)
    expect((await start(['webhook', 'rotate', '--yes']).ended).code).toBe(0)
  })
  it('prints neither addresses nor tokens', async () => {
    await running({
      'webhooks.list': () => [
        {
          id: 'hook_1',
          name: 'phone',
          kind: 'telegram',
          url: 'https://api.telegram.org/botSECRET/sendMessage',
          chat: '1',
          on: ['urgent'],
          enabled: true,
          hasSecret: false,
          last: null,
        },
      ],
      'webhooks.incoming': () => ({
        port: 7878,
        running: true,
        problem: null,
        url: 'http://127.0.0.1:7878/events',
        token: 'SECRET',
      }),
      'webhooks.save': () => null,
    })
    const shown = await Promise.all(
      [
        ['webhook', 'list'],
        ['webhook', 'list', '--json'],
        ['webhook', 'incoming'],
        ['webhook', 'incoming', '--json'],
      ].map((args) => start(args).ended),
    )
    for (const { code, out } of shown)
      expect([code, out.includes('SECRET'), out.length > 20]).toEqual([0, false, true])
    expect((await start(['webhook', 'incoming', '--show-token']).ended).out).toContain('Token: SECRET')
    const child = spawn(
      process.execPath,
      [bundle, '--data-dir', dataDir, 'webhook', 'add', 'team', '--secret', '--on', 'urgent', '--yes'],
      { env, stdio: ['pipe', 'pipe', 'inherit'] },
    )
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stdin.end('https://example.org/in/SECRET\nKEY-OF-IT\n')
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    expect(out).toContain('team: json at example.org, told of: urgent.')
    expect(out).not.toMatch(/SECRET|KEY-OF-IT/)
    expect(inputOf('webhooks.save')).toMatchObject({
      confirmed: true,
      target: {
        name: 'team',
        url: 'https://example.org/in/SECRET',
        secret: 'KEY-OF-IT',
        on: ['urgent'],
        enabled: true,
        chat: null,
      },
    })
  })
})

describe('values', () => {
  it.each([
    ['showOk', 'on', true],
    ['indicator', 'off', false],
    ['webhookPort', '7878', 7878],
    ['webhookPort', 'off', null],
    ['onBattery', 'hold', 'hold'],
    ['dormantAfterMs', '14d', 14 * 86_400_000],
    ['noisyRuns', '40', 40],
  ] as const)('%s %s', (key, text, value) => expect(readValue(key, text, 0)).toBe(value))
  it.each([
    ['showOk', 'yes'],
    ['webhookPort', 'any'],
  ] as const)('%s cannot be "%s"', (key, text) =>
    expect(() => readValue(key, text, 0)).toThrow(
      key === 'showOk' ? /show-ok must be on or off/ : /webhook-port must be off or a port/,
    ),
  )
  it('one source is switched and the others stay', () => {
    expect(readSources({ hook: 'off' }, ['git', 'now'])).toEqual({ hook: 'off', git: 'now' })
    expect(readSources({ hook: 'off', git: 'now' }, ['git', 'default'])).toEqual({ hook: 'off' })
    expect(() => readSources({}, ['gti', 'off'])).toThrow(/must be one of git, playbook/)
    expect(() => readSources({}, ['git', 'sometimes'])).toThrow(
      /source git must be off, next, now or default \(next\), got "sometimes"/,
    )
  })
  it('one delivery is switched and the others stay', () => {
    expect(readDelivery({ indicator: false }, ['show-ok', 'on'])).toEqual({ indicator: false, showOk: true })
    expect(readDelivery({ indicator: false }, ['indicator', 'default'])).toEqual({})
    expect(() => readDelivery({}, ['show-ok', 'maybe'])).toThrow(/on, off or default/)
  })
  it('are sent whole', async () => {
    await running({ 'threads.change': () => null })
    expect(await start(['set', 'source', 'hook', 'next', '--thread', 'web']).ended).toMatchObject({
      code: 0,
      out: '3 web: source is hook next\n',
    })
    expect(inputOf('threads.change')).toEqual({ id: 'thr_3', sources: { git: 'off', hook: 'next' } })
  })
  it('a session is named by its id alone', () => {
    expect(readSessionId('0199C1B2-7F3A-7ABC-8DEF-0123456789AB')).toBe('0199c1b2-7f3a-7abc-8def-0123456789ab')
    expect(() => readSessionId('latest')).toThrow(/must be a UUID/)
  })
  it('a difference has every line', () => {
    expect(difference('#!/bin/sh\necho mine\n', '#!/bin/sh\necho mine\n# ours\n')).toEqual([
      ' #!/bin/sh',
      ' echo mine',
      '+# ours',
    ])
    expect(difference('', 'a\nb\n')).toEqual(['+a', '+b'])
    expect(difference('a\nb\nc\n', 'a\nx\nc\n')).toEqual([' a', '-b', '+x', ' c'])
  })
  it('an address is shown by its host alone', () =>
    expect([hostOf('https://api.telegram.org/bot123:abc/sendMessage'), hostOf('x')]).toEqual([
      'api.telegram.org',
      'unreadable address',
    ]))
})
