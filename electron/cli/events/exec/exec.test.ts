import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appUnderTest, snapshotWith, threadView } from '../../testing/app.ts'
import { execUnderTest } from '../../testing/exec.ts'

const exec = execUnderTest('exec-test')
const { root, dataDir, repo, inbox, env: shellEnv, sh, dropped } = exec
beforeAll(exec.ready, 60_000)
afterEach(exec.emptied)
afterAll(exec.gone)

describe('threadbeat exec', () => {
  it('keeps the event in the inbox folder while no app runs, privately and whole', () => {
    expect(sh('sh', 'threadbeat exec -- sh -c "echo one; echo two >&2; exit 3"').status).toBe(3)
    expect(dropped()).toEqual([
      {
        to: repo,
        text: expect.stringMatching(
          /^Command "sh -c 'echo one; echo two >&2; exit 3'" failed with exit code 3 after \d+ s\.\nIts output ended with:\none\ntwo$/,
        ) as string,
        wake: 'now',
        urgent: false,
        source: 'command',
        command: { name: "sh -c 'echo one; echo two >&2; exit 3'", hasFailed: true },
        ref: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        trusted: false,
      },
    ])
    const [name = ''] = readdirSync(inbox)
    expect(name).toMatch(/^event_\d{8}T\d{9}Z-[0-9a-f]{12}\.json$/)
    expect(statSync(path.join(inbox, name)).mode & 0o777).toBe(0o600)
  })

  it('asks for a beat when it failed, or always', () => {
    for (const script of ['true', 'false', 'kill -INT $$', 'kill -TERM $$'])
      sh('sh', `threadbeat exec --name job -- sh -c '${script}'`)
    sh('sh', 'threadbeat exec --thread 3 --always-wake -- true')
    expect(
      dropped()
        .map(({ to, wake, text }) => [to, wake, text.replace(/ after .*/, '')].join(' '))
        .sort(),
    ).toEqual(
      [
        [repo, 'next', 'Command "job" ended well'],
        [repo, 'next', 'Command "job" was ended by SIGINT'],
        [repo, 'now', 'Command "job" failed with exit code 1'],
        [repo, 'now', 'Command "job" was ended by SIGTERM'],
        [3, 'now', 'Command "true" ended well'],
      ].map((words) => words.join(' ')),
    )
  })

  describe('with a running app', () => {
    const marked = { ...shellEnv, THREADBEAT_RUN_ID: 'run_marked' }
    const run = (args: readonly string[], cwd: string) =>
      new Promise<{ code: number | null; err: string; out: string; ms: number }>((resolve) => {
        const began = performance.now()
        const child = spawn('threadbeat', ['exec', ...args], { cwd, env: marked })
        let [out, err] = ['', '']
        child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
        child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
        child.once('close', (code) => resolve({ code, err, out, ms: performance.now() - began }))
      })
    const inner = path.join(repo, 'inner')
    const threads = [threadView(2, 'api', repo), threadView(3, 'api-inner', inner)]
    const answers = {
      snapshot: () => snapshotWith(threads),
      'events.ended': () => ({ state: 'queued', id: 'evt_1', wakes: true }),
    }

    it('tells the innermost thread of its folder, with the marker of the run it stands in', async () => {
      mkdirSync(path.join(inner, 'src'), { recursive: true })
      const app = await appUnderTest(dataDir, answers)
      expect(await run(['--', 'sh', '-c', 'echo hello; exit 4'], path.join(inner, 'src'))).toMatchObject({
        code: 4,
        out: 'hello\n',
        err: '',
      })
      expect(app.calls.find((c) => c.method === 'events.ended')?.input).toMatchObject({
        to: 'thr_3',
        wake: 'now',
        again: {
          argv: ['sh', '-c', 'echo hello; exit 4'],
          folder: path.join(inner, 'src'),
        },
        command: { name: "sh -c 'echo hello; exit 4'", hasFailed: true },
        marker: 'run_marked',
        text: expect.stringMatching(/failed with exit code 4[^]*\nhello$/) as string,
      })
      await app.close()
      expect(dropped()).toEqual([])
    })

    it('leaves out what it ran where an argument seems to hold a credential, and keeps none in a file', async () => {
      const app = await appUnderTest(dataDir, answers)
      const secret = `ghp_${'a1B2'.repeat(9)}`
      await run(['--', 'sh', '-c', 'exit 1', '--', `--token=${secret}`], repo)
      const sent = app.calls.find((c) => c.method === 'events.ended')?.input as Record<string, unknown>
      expect(JSON.stringify(sent)).not.toContain(secret)
      expect(sent).not.toHaveProperty('again')
      await app.close()
      expect((await run(['--', 'false'], repo)).code).toBe(1)
      expect(dropped()).toHaveLength(1)
      expect(dropped()[0]).not.toHaveProperty('again')
    })

    it('does nothing when the thread is ambiguous, and runs where there is none', async () => {
      const app = await appUnderTest(dataDir, answers)
      expect(await run(['--thread', 'ap', '--', 'touch', 'ran'], repo)).toMatchObject({
        code: 2,
        err: expect.stringContaining('could be 2 api, 3 api-inner') as string,
      })
      expect(existsSync(path.join(repo, 'ran'))).toBe(false)
      expect(await run(['--', 'sh', '-c', 'exit 6'], root)).toMatchObject({
        code: 6,
        err: `threadbeat: nobody was told how it ended: ${root} lies in no thread's repository\n`,
      })
      expect(await run(['--thread', 'ghost', '--', 'true'], repo)).toMatchObject({
        code: 0,
        err: expect.stringContaining('no thread "ghost"') as string,
      })
      expect(app.calls.some((c) => c.method === 'events.ended')).toBe(false)
      await app.close()
    })

    it('waits for no app that is stuck, and keeps the event', async () => {
      const app = await appUnderTest(dataDir, { ...answers, 'events.ended': () => new Promise(() => {}) })
      const ended = await run(['--', 'false'], repo)
      expect(ended).toMatchObject({ code: 1, err: '' })
      expect(ended.ms).toBeLessThan(4000)
      const handedOver = app.calls.find((c) => c.method === 'events.ended')?.input
      expect(dropped()).toMatchObject([
        {
          to: 2,
          ref: (handedOver as { readonly ref: string } | undefined)?.ref,
          text: expect.stringContaining('exit code 1') as string,
        },
      ])
      await app.close()
    })
  })
})
