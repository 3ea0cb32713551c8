import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRepository } from '../host/repositories.ts'
import { loadDriver } from '../store/connection/driver.ts'
import { commandUnderTest, type Ended } from './testing/command.ts'

/** The real command as a child process, on real repositories: alone, then against a running `serve`. */
const { root, dataDir, start, bundled, gone } = commandUnderTest('cli-test')
const repos = path.join(root, 'repos')

const cli = (...args: readonly string[]): Promise<Ended> => start(args).ended
const json = async <T>(...args: readonly string[]): Promise<T> =>
  JSON.parse((await cli(...args, '--json')).out) as T
/** Answers beats and messages by what it is asked; one message makes it stand still until it is stopped. */
const AGENT = `#!/bin/sh
prompt=$(cat)
case "$prompt" in
  HEARTBEAT*) echo HEARTBEAT_OK ;;
  *'stand still'*) exec tail -f /dev/null ;;
  *) printf 'I am \\033[31mfine\\n' ;;
esac
`
const agent = path.join(root, 'agent.sh')

interface ThreadJson {
  readonly id: string
  readonly runner: string
  readonly number: number
  readonly name: string
  readonly state: string
  readonly trusted: boolean
  readonly flags: readonly string[]
}

beforeAll(async () => {
  await bundled()
  await makeRepository(repos, 'api', 'clean')
  await makeRepository(repos, 'web', 'dirty')
  await makeRepository(repos, 'lab', 'clean')
  writeFileSync(agent, AGENT, { mode: 0o755 })
}, 60_000)
afterAll(gone)

describe('threadbeat without a running app', { timeout: 60_000 }, () => {
  it('ends wrong usage with 2 and help with 0', async () => {
    const ends = await Promise.all([
      cli('nonsense'),
      cli('beat', '--tier', 'weekly'),
      cli('run', '7'),
      cli('log', '-n', 'many'),
      cli('--help'),
      cli('--version'),
    ])
    expect(ends.map((e) => e.code)).toEqual([2, 2, 2, 2, 0, 0])
  })

  it('adds repositories, trusted or not, and says what it could not add', async () => {
    expect(await cli('add', path.join(repos, 'api'), '--trust')).toMatchObject({
      code: 0,
      out: 'Added 2 api\n',
    })
    const mixed = await cli('add', path.join(repos, 'web'), path.join(root, 'nowhere'))
    expect(mixed.code).toBe(1)
    expect(mixed.out).toMatch(/^Added 3 web: not trusted yet/)
    expect(mixed.err).toContain('nowhere')
    expect(
      (await json<ThreadJson[]>('list')).map(({ number, name, trusted }) => [number, name, trusted]),
    ).toEqual([
      [2, 'api', true],
      [3, 'web', false],
    ])
  })

  it('beats for real, records the outcome and ends with its code', async () => {
    const beat = await cli('beat', 'api', '--wait')
    expect(beat.err).toContain('Threadbeat is not running; the beat runs here, to its end.')
    expect(beat).toMatchObject({ code: 0, out: expect.stringMatching(/2 {2}api {2}✓ Quiet/) as string })
    const [newest] = await json<{ run: string; outcome: string; reasons: string[] }[]>(
      'log',
      'api',
      '-n',
      '1',
    )
    expect(newest).toMatchObject({
      outcome: 'quiet',
      reasons: expect.arrayContaining(['manual']) as string[],
    })
    const detail = await cli('run', newest?.run ?? '')
    expect(detail.out).toMatch(/Because .*you asked for it/)
    expect(existsSync(path.join(repos, 'api', 'HEARTBEAT.md'))).toBe(true)
  })

  it('asks for a name when there are several threads', async () => {
    expect(await cli('beat')).toMatchObject({
      code: 2,
      err: expect.stringContaining('THREAD, or --all') as string,
    })
    expect(await cli('beat', 'ghost')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no thread "ghost"') as string,
    })
  })

  it('says by its exit code what is wrong', async () => {
    expect((await cli('status', 'api')).code).toBe(0)
    const all = await cli('status')
    expect(all.code).toBe(30) // web is not trusted
    expect(all.err).toContain('no heartbeats until it is started')
    expect((await json<{ app: string }>('status')).app).toBe('closed')
  })

  it('approves exactly what was shown, and nothing without an answer', async () => {
    await cli('trust', '3')
    await cli('beat', '3') // makes HEARTBEAT.md
    appendFileSync(path.join(repos, 'web', 'HEARTBEAT.md'), '\n## Quick Tasks\n- [ ] Run `touch proof.txt`\n')
    const [command] = await json<{ hash: string; argv: string[]; approvedAt: number | null }[]>(
      'approve',
      'web',
    )
    expect(command).toMatchObject({ argv: ['touch', 'proof.txt'], approvedAt: null })
    expect(await cli('approve', 'web')).toMatchObject({
      code: 1,
      out: expect.stringContaining('["touch","proof.txt"]') as string,
      err: expect.stringContaining('Nothing was approved') as string,
    })
    expect((await cli('approve', 'web', '--yes', 'f'.repeat(12))).code).toBe(1)
    expect((await cli('beat', 'web', '--tier', 'quick')).code).toBe(30)
    expect(existsSync(path.join(repos, 'web', 'proof.txt'))).toBe(false)
    expect((await cli('approve', 'web', '--yes', command?.hash.slice(0, 12) ?? '')).code).toBe(0)
    await cli('beat', 'web', '--tier', 'quick')
    expect(existsSync(path.join(repos, 'web', 'proof.txt'))).toBe(true)
  })

  it('shows flags and their urgency', async () => {
    const file = path.join(repos, 'web', 'HEARTBEAT.md')
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace(
        /(## Urgent Flags\n)(?:\s*\(none\)\n|[^#]*)/i,
        '$1- [ ] The certificate \u001b[31mexpires\u001b[0m today\n\n',
      ),
    )
    expect((await cli('flags')).out).toMatch(/3 {2}web {2}The certificate \[31mexpires\[0m today/)
    expect((await cli('beat', 'web')).code).toBe(20)
    expect((await cli('status')).code).toBe(20)
    expect((await cli('ack')).out).toMatch(/alt_\w+ +3 web +urgent/)
    expect(await cli('ack', '--all')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/[1-9] acknowledged/) as string,
    })
  })

  it('refuses what the contract refuses, in its words', async () => {
    expect(await cli('set', 'theme', 'purple')).toMatchObject({
      code: 1,
      err: expect.stringContaining('theme: ') as string,
    })
    expect(await cli('set', 'interval', '2s', '-t', 'api')).toMatchObject({
      code: 1,
      err: expect.stringContaining('1 min to 24 h') as string,
    })
    expect(await cli('set', 'runner', '-t', 'api', '--', 'sh', '-c', 'id')).toMatchObject({
      code: 1,
      out: expect.stringContaining('["sh","-c","id"]') as string,
    })
    expect(await cli('set', 'max-runs', '3')).toMatchObject({ code: 0, out: 'max-runs is 3\n' })
  })

  it('sends no message that nobody would answer', async () => {
    await cli('add', path.join(repos, 'lab'), '--trust')
    await cli('set', 'runner', '-t', 'lab', '--yes', '--', agent)
    expect(await cli('send', 'lab', 'hello', '--wait')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was sent') as string,
    })
    expect(await cli('talk', 'lab')).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('hello') as string,
    })
    expect((await cli('talk', 'lab', '-n', '0')).code).toBe(2)
    expect((await cli('again', '7')).code).toBe(2)
  })
})

describe('threadbeat with a running serve', { timeout: 60_000 }, () => {
  let serving: ReturnType<typeof start>
  const socket = path.join(dataDir, 'run', 'socket')
  beforeAll(async () => {
    serving = start(['serve'])
    await serving.printed(/runs without a window/)
  }, 30_000)

  it('is reached by its owner only', () => {
    expect(
      [socket, path.dirname(socket), dataDir].map((file) => (statSync(file).mode & 0o777).toString(8)),
    ).toEqual(['600', '700', '700'])
  })

  it('beats there, and waits for the end when asked to', async () => {
    expect(await cli('beat', 'api')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/2 api: (started|queued|joined|is beating)/) as string,
    })
    expect(await cli('beat', 'api', '--wait')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/✓ Quiet/) as string,
    })
    expect((await json<{ app: string }>('status')).app).toBe('running')
  })

  it('tags and pins a thread, and puts off one of its tiers', async () => {
    expect((await cli('tag', 'api', 'money', 'ops')).out).toBe('2 api: money, ops\n')
    expect((await cli('tag', 'api', '--add', 'web', '--remove', 'ops')).out).toBe('2 api: money, web\n')
    expect(await cli('tag', 'api', '--remove', 'ops')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no tag "ops". It has: money, web.') as string,
    })
    expect((await cli('pin', 'api')).out).toBe('2 api is pinned.\n')
    expect((await cli('snooze', 'api', '--tier', 'hourly', '--for', '4h')).out).toMatch(
      /^Hourly of 2 api is snoozed until \d{4}-/,
    )
    expect((await cli('status', 'api')).out).toMatch(
      /Tags +money, web[^]*Pinned +yes[^]*Hourly .*snoozed until/,
    )
    const ends = await Promise.all([
      cli('snooze', 'api', '--tier', 'weekly', '--for', '4h'),
      cli('snooze', 'api', '--tier', 'hourly'),
      cli('snooze', 'api', '--wake'),
      cli('snooze', 'api', '--tier', 'hourly', '--for', '60d'),
    ])
    expect(ends.map((e) => e.code)).toEqual([2, 2, 2, 1])
    expect(ends[3]?.err).toContain('at most 30 d')
    expect((await cli('snooze', 'api', '--tier', 'hourly', '--wake')).out).toContain('is awake')
    expect(
      (await Promise.all([cli('unpin', 'api'), cli('tag', 'api', '--none')])).map((e) => e.out).sort(),
    ).toEqual(['2 api is not pinned.\n', '2 api: no tags\n'])
    expect((await cli('status', 'api')).out).not.toMatch(/Pinned|Tags|snoozed/)
  })

  it('changes threads, pauses and resumes', async () => {
    expect((await cli('set', 'active-hours', '09:00-18:00 Europe/Berlin', '-t', '2')).code).toBe(0)
    expect((await cli('status', '2')).out).toMatch(/Active hours +09:00–18:00 Europe\/Berlin/)
    expect((await cli('pause', '--all', '--for', '1h')).code).toBe(0)
    expect((await json<{ engine: string }>('status')).engine).toBe('paused')
    expect((await cli('resume', '--all')).code).toBe(0)
    expect((await cli('pause')).code).toBe(2)
  })

  it('sets an agent after its program, its powers and its checks were shown, and not without an answer', async () => {
    expect(
      await cli(
        'set',
        'runner',
        'claude',
        '-t',
        'lab',
        '--program',
        '/opt/claude',
        '--profile',
        'message=full',
        '--bypass',
        '1h',
      ),
    ).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /program: \/opt\/claude[^]*daily beats: model sonnet, Look only[^]*Full: .*no safety net[^]*No checks for 1 h, instead of all that/,
      ) as string,
      err: expect.stringContaining('Nothing was changed') as string,
    })
    expect((await cli('set', 'runner', 'codex', '-t', 'lab', '--bypass', '25h', '--yes')).code).toBe(2)
    expect(await cli('set', 'runner', 'claude', '-t', 'lab', '--model', 'quick=-x', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('agent.models.quick') as string,
    })
    expect(
      await cli(
        'set',
        'runner',
        'claude',
        '-t',
        'lab',
        '--program',
        '/opt/claude',
        '--model',
        'quick=haiku',
        'daily=opus',
        '--yes',
      ),
    ).toMatchObject({ code: 0, out: expect.stringMatching(/Set\.\n$/) as string })
    expect((await json<ThreadJson[]>('list')).map((t) => t.runner)).toContain('Claude Code')
    expect((await cli('set', 'runner', '-t', 'lab', '--yes', '--', agent)).code).toBe(0)
  })

  it('keeps settings, read back as they were written', async () => {
    const caps = 'fleet usd 2/day, thread:2 starts 20/day, runner:claude tokens 1000000/month'
    expect(await cli('set', 'caps', caps.replace('thread:2', 'thread:api'))).toMatchObject({
      code: 0,
      out: `caps is ${caps}\n`,
    })
    expect((await cli('set')).out).toMatch(
      /caps +fleet usd 2\/day\n +thread:2 starts 20\/day\n +runner:claude tokens 1000000\/month\n/,
    )
    expect((await cli('set', 'caps', 'fleet usd lots/day')).code).toBe(2)
    expect(await cli('set', 'caps', 'default')).toMatchObject({
      code: 0,
      out: expect.stringContaining('thread usd 0.5/day') as string,
    })
    expect((await cli('set', 'quick-calls', '60')).out).toBe('quick-calls is 60\n')
    expect((await cli('set', 'session-idle', '2d')).out).toBe('session-idle is 2 d\n')
    expect((await cli('set', 'session', 'resume', '-t', 'lab')).code).toBe(0)
    expect((await cli('set', 'gate', 'sometimes', '-t', 'lab')).code).toBe(2)
    expect((await cli('set', 'gate', 'always', '-t', 'lab')).code).toBe(0)
    expect((await cli('status', 'lab')).out).toMatch(/Agent starts +at each beat/)
  })

  it('beats over the budget only for who says so', async () => {
    await cli('set', 'interval', 'off', '-t', 'lab')
    expect((await cli('beat', 'lab', '--wait')).err).toBe('')
    await cli('set', 'caps', 'thread:lab starts 1/day')
    expect(await cli('beat', 'lab')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /4 lab was not beaten: .*budget of 1 start a day.*threadbeat beat 4 --anyway/,
      ) as string,
    })
    expect(await json('beat', 'lab')).toMatchObject([
      { number: 4, outcome: null, refused: expect.stringContaining('budget') as string },
    ])
    expect((await cli('beat', '--all')).out).toMatch(/2 api: (started|queued|joined|is beating)/)
    const before = await json<{ today: { starts: number } }>('spend')
    expect((await cli('beat', 'lab', '--anyway', '--wait')).err).toBe('')
    const starts = before.today.starts + 1
    expect(await json('spend')).toMatchObject({
      today: { starts },
      caps: [{ text: 'thread:4 starts 1/day', used: starts, share: starts }],
      threads: [{ number: 4, starts }],
    })
    expect((await cli('spend')).out).toMatch(
      new RegExp(
        `Today +${starts} starts[^]*  4 lab +${starts} of 1 start a day +${starts}00 %[^]*Threads ` +
          `today\\n  4 lab +${starts} starts`,
      ),
    )
    await cli('set', 'caps', 'off')
  })

  it('gives a permission only when exactly that was shown and answered', async () => {
    expect((await cli('permissions', 'lab')).out).toBe('4 lab was refused nothing.\n')
    const [lab] = (await json<ThreadJson[]>('list')).filter((t) => t.name === 'lab')
    const db = loadDriver().open(path.join(dataDir, 'threadbeat.db'))
    for (const rule of ['Bash(npm test)', 'Bash(rm\u202e -rf\u001b[31m x)'])
      db.prepare(`INSERT INTO permissions VALUES (?, ?, ?, 1, 'asked', ?, NULL)`).run(
        lab?.id ?? '',
        rule,
        `run ${rule}`,
        1,
      )
    db.close()
    const listed = await cli('permissions', 'lab')
    expect(listed.out).toContain('Bash(rm<U+202E> -rf<U+001B>[31m x)')
    const permissions = await json<{ number: string; rule: string; decision: string }[]>('permissions', 'lab')
    const number = permissions.find((p) => p.rule === 'Bash(npm test)')?.number ?? ''
    expect(listed.out).toMatch(new RegExp(`^${number} +waits for you +run Bash\\(npm test\\)`, 'm'))
    expect((await cli('permit', 'lab', number)).code).toBe(2)
    expect((await cli('permit', 'lab', number, '--always', '--never', '--yes')).code).toBe(2)
    expect((await cli('permit', 'lab', '99999', '--always', '--yes')).code).toBe(1)
    expect(await cli('permit', 'lab', number, '--always')).toMatchObject({
      code: 1,
      out: expect.stringContaining('rule: Bash(npm test)') as string,
      err: expect.stringContaining('Nothing was changed') as string,
    })
    expect((await cli('permit', 'lab', number, '--always', '--yes')).code).toBe(0)
    expect((await json<typeof permissions>('permissions', 'lab')).map((p) => p.decision).sort()).toEqual([
      'always',
      'asked',
    ])
  })

  it('shows where agents were found, and starts one for a test only when that was answered', async () => {
    expect((await json<{ cli: string }[]>('agents')).map((a) => a.cli)).toEqual([
      'claude',
      'codex',
      'copilot',
    ])
    expect(await json<unknown[]>('agents', 'rescan')).toHaveLength(3)
    expect((await cli('agents')).out).toMatch(/^copilot +GitHub Copilot/m)
    expect((await cli('agents', 'test', 'gemini')).code).toBe(2)
    expect(await cli('agents', 'test', 'claude')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was started') as string,
    })
    expect(await cli('agents', 'try', 'claude')).toMatchObject({ code: 1, err: 'No runner rests.\n' })
  })

  it('has nothing to stop and no session before it was spoken to', async () => {
    expect((await cli('stop', 'lab')).out).toBe('4 lab is not running anything.\n')
    expect(await cli('session', 'lab')).toMatchObject({
      code: 0,
      out: '4 lab has no session: the next message begins one, or a beat that you ask for.\n',
    })
    expect((await cli('session', 'lab', '--forget')).out).toBe('4 lab had no session.\n')
    expect(await json('session', 'lab')).toBeNull()
  })

  it('answers messages, shows the conversation and the run', async () => {
    const answered = await cli('send', 'lab', 'how', 'are you?', '--wait')
    expect(answered).toMatchObject({ code: 0, out: 'I am [31mfine\n' })
    const talk = await cli('talk', 'lab')
    expect(talk.out).toMatch(
      /You {2}.*\n {2}how are you\?\nlab {2}.*✓ Quiet {2}run_\w+\n {2}I am \[31mfine\n/,
    )
    const entry = (await json<{ runId: string; text: string; state: string }[]>('talk', 'lab')).at(-1)
    expect(entry).toMatchObject({ text: 'how are you?', state: 'answered' })
    expect((await cli('run', entry?.runId ?? '')).out).toMatch(
      /Message\n {2}how are you\?\n\nReply\n {2}I am \[31mfine\n/,
    )
    expect(await json('again', entry?.runId ?? '')).toMatchObject({
      kind: 'message',
      message: 'how are you?',
      outcome: 'quiet',
      reply: expect.stringContaining('fine') as string,
    })
    expect(await cli('send', 'api', 'hello', '--wait')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no agent') as string,
    })
  })

  it('stops what runs, and says so by the exit code of who waits for it', async () => {
    const waiting = start(['send', 'lab', 'stand still', '--wait'])
    // Each look is a process of its own, which is pause enough.
    while ((await cli('stop', 'lab')).out.includes('not running anything'));
    expect(await waiting.ended).toMatchObject({ code: 30, err: expect.stringContaining('Stopped') as string })
    expect((await cli('talk', 'lab', '-n', '1')).out).toMatch(
      /stand still[^]*It was stopped.*threadbeat again run_/,
    )
  })

  it('has no second one beside it', async () => {
    expect(await cli('serve')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another Threadbeat works on') as string,
    })
  })

  it('finds nothing failed', async () => {
    const doctor = await cli('doctor')
    expect(doctor.out).toMatch(/✓ {2}App +Running/)
    expect(doctor.code).toBe(0)
  })

  it('ends in good order on SIGTERM, leaves no socket, and the next command works alone', async () => {
    serving.child.kill('SIGTERM')
    expect((await serving.ended).code).toBe(0)
    expect(existsSync(socket)).toBe(false)
    expect((await cli('status', 'api')).code).toBe(0)
  })

  it('is said to be silent when it holds the folder but does not answer', async () => {
    const stuck = start(['serve'])
    await stuck.printed(/runs without a window/)
    rmSync(socket)
    expect(await cli('status')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not answer') as string,
    })
    stuck.child.kill('SIGTERM')
    await stuck.ended
  })
})
