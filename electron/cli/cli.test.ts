import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root as checkout } from '../../build/machine.mjs'
import { makeRepository } from '../demo/repositories.ts'

/** The real command as a child process, on real repositories: alone, then against a running `serve`. */
const bundleDir = path.join(checkout, 'node_modules/.cache/cli-test', String(process.pid)) // below node_modules, where packages are found
const bundle = path.join(bundleDir, 'cli.cjs')
const root = mkdtempSync(path.join(tmpdir(), 'cli-test-'))
const dataDir = path.join(root, 'data')
const repos = path.join(root, 'repos')
const children = new Set<ChildProcess>()

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function start(args: readonly string[]): { child: ChildProcess; ended: Promise<Ended>; printed: (text: RegExp) => Promise<void> } {
  const env = { ...process.env, FORCE_COLOR: '', CI: '', THREADBEAT_DATA_DIR: '', HOME: root }
  const child = spawn(process.execPath, [bundle, '--data-dir', dataDir, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  let out = ''
  let err = ''
  const listeners = new Set<() => void>()
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    for (const listener of listeners) listener()
  })
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => {
    children.delete(child)
    resolve({ code, out, err })
  }))
  const printed = (text: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (text.test(out)) resolve()
      }
      listeners.add(look)
      void ended.then(() => reject(new Error(`ended without printing ${text}: ${out}${err}`)))
      look()
    })
  return { child, ended, printed }
}
const cli = (...args: readonly string[]): Promise<Ended> => start(args).ended
const json = async <T>(...args: readonly string[]): Promise<T> => JSON.parse((await cli(...args, '--json')).out) as T
interface ThreadJson {
  readonly number: number
  readonly name: string
  readonly state: string
  readonly trusted: boolean
  readonly flags: readonly string[]
}

beforeAll(async () => {
  mkdirSync(bundleDir, { recursive: true })
  await build({
    entryPoints: [path.join(checkout, 'electron/cli/main.ts')], outfile: bundle, bundle: true, format: 'cjs', platform: 'node', target: 'node20.18',
    external: ['@photostructure/sqlite', 'node:*'], define: { 'import.meta.url': '__metaUrl' }, banner: { js: "const __metaUrl = require('node:url').pathToFileURL(__filename).href;" }, logLevel: 'error',
  })
  await makeRepository(repos, 'api', 'clean')
  await makeRepository(repos, 'web', 'dirty')
}, 60_000)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  rmSync(bundleDir, { recursive: true, force: true })
})

describe('threadbeat without a running app', { timeout: 60_000 }, () => {
  it('ends wrong usage with 2 and help with 0', async () => {
    const ends = await Promise.all([cli('nonsense'), cli('beat', '--tier', 'weekly'), cli('run', '7'), cli('log', '-n', 'many'), cli('--help'), cli('--version')])
    expect(ends.map((e) => e.code)).toEqual([2, 2, 2, 2, 0, 0])
  })

  it('adds repositories, trusted or not, and says what it could not add', async () => {
    expect(await cli('add', path.join(repos, 'api'), '--trust')).toMatchObject({ code: 0, out: 'Added 2 api\n' })
    const mixed = await cli('add', path.join(repos, 'web'), path.join(root, 'nowhere'))
    expect(mixed.code).toBe(1)
    expect(mixed.out).toMatch(/^Added 3 web: not trusted yet/)
    expect(mixed.err).toContain('nowhere')
    expect((await json<ThreadJson[]>('list')).map(({ number, name, trusted }) => [number, name, trusted])).toEqual([[2, 'api', true], [3, 'web', false]])
  })

  it('beats for real, records the outcome and ends with its code', async () => {
    const beat = await cli('beat', 'api', '--wait')
    expect(beat.err).toContain('Threadbeat is not running; the beat runs here, to its end.')
    expect(beat).toMatchObject({ code: 0, out: expect.stringMatching(/2 {2}api {2}✓ Quiet/) as string })
    const [newest] = await json<{ run: string; outcome: string; reasons: string[] }[]>('log', 'api', '-n', '1')
    expect(newest).toMatchObject({ outcome: 'quiet', reasons: expect.arrayContaining(['manual']) as string[] })
    const detail = await cli('run', newest?.run ?? '')
    expect(detail.out).toMatch(/Because .*you asked for it/)
    expect(existsSync(path.join(repos, 'api', 'HEARTBEAT.md'))).toBe(true)
  })

  it('asks for a name when there are several threads', async () => {
    expect(await cli('beat')).toMatchObject({ code: 2, err: expect.stringContaining('THREAD, or --all') as string })
    expect(await cli('beat', 'ghost')).toMatchObject({ code: 1, err: expect.stringContaining('no thread "ghost"') as string })
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
    const [command] = await json<{ hash: string; argv: string[]; approvedAt: number | null }[]>('approve', 'web')
    expect(command).toMatchObject({ argv: ['touch', 'proof.txt'], approvedAt: null })
    expect(await cli('approve', 'web')).toMatchObject({ code: 1, out: expect.stringContaining('["touch","proof.txt"]') as string, err: expect.stringContaining('Nothing was approved') as string })
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
    const { writeFileSync } = await import('node:fs')
    writeFileSync(file, text.replace(/(## Urgent Flags\n)(?:\s*\(none\)\n|[^#]*)/i, '$1- [ ] The certificate \u001b[31mexpires\u001b[0m today\n\n'))
    expect((await cli('flags')).out).toMatch(/3 {2}web {2}The certificate \[31mexpires\[0m today/)
    expect((await cli('beat', 'web')).code).toBe(20)
    expect((await cli('status')).code).toBe(20)
    expect((await cli('ack')).out).toMatch(/alt_\w+ +3 web +urgent/)
    expect(await cli('ack', '--all')).toMatchObject({ code: 0, out: expect.stringMatching(/[1-9] acknowledged/) as string })
  })

  it('refuses what the contract refuses, in its words', async () => {
    expect(await cli('set', 'theme', 'purple')).toMatchObject({ code: 1, err: expect.stringContaining('theme: ') as string })
    expect(await cli('set', 'interval', '2s', '-t', 'api')).toMatchObject({ code: 1, err: expect.stringContaining('1 min to 24 h') as string })
    expect(await cli('set', 'runner', '-t', 'api', '--', 'sh', '-c', 'id')).toMatchObject({ code: 1, out: expect.stringContaining('["sh","-c","id"]') as string })
    expect(await cli('set', 'max-runs', '3')).toMatchObject({ code: 0, out: 'max-runs is 3\n' })
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
    expect([socket, path.dirname(socket), dataDir].map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(['600', '700', '700'])
  })

  it('beats there, and waits for the end when asked to', async () => {
    expect(await cli('beat', 'api')).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/2 api: (started|queued|joined|is beating)/) as string })
    expect(await cli('beat', 'api', '--wait')).toMatchObject({ code: 0, out: expect.stringMatching(/✓ Quiet/) as string })
    expect((await json<{ app: string }>('status')).app).toBe('running')
  })

  it('changes threads, pauses and resumes', async () => {
    expect((await cli('set', 'active-hours', '09:00-18:00 Europe/Berlin', '-t', '2')).code).toBe(0)
    expect((await cli('status', '2')).out).toMatch(/Active hours +09:00–18:00 Europe\/Berlin/)
    expect((await cli('pause', '--all', '--for', '1h')).code).toBe(0)
    expect((await json<{ engine: string }>('status')).engine).toBe('paused')
    expect((await cli('resume', '--all')).code).toBe(0)
    expect((await cli('pause')).code).toBe(2)
  })

  it('has no second one beside it', async () => {
    expect(await cli('serve')).toMatchObject({ code: 1, err: expect.stringContaining('Another Threadbeat works on') as string })
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
    expect(await cli('status')).toMatchObject({ code: 1, err: expect.stringContaining('does not answer') as string })
    stuck.child.kill('SIGTERM')
    await stuck.ended
  })
})
