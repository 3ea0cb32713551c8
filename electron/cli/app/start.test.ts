import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRepository } from '../../host/repositories.ts'
import { commandUnderTest } from '../testing/command.ts'
import { commandsHere } from '../testing/in-process.ts'

const HAS_TMUX = spawnSync('tmux', ['-V']).status === 0
/** With a tmux server of its own. */
const { root, dataDir, bundle, env, start, bundled, gone } = commandUnderTest('start-test')
const cli = commandsHere(dataDir, root)
const own = { ...env, TMUX: '', TMUX_TMPDIR: path.join(root, 'tmux') }
const tmux = (...args: readonly string[]) => spawnSync('tmux', args, { env: own, encoding: 'utf8' })
const started = (args: readonly string[], more: Record<string, string> = {}) =>
  spawnSync(process.execPath, [bundle, '--data-dir', dataDir, 'start', ...args], {
    env: { ...own, ...more },
    encoding: 'utf8',
    timeout: 30_000,
  })

beforeAll(async () => {
  await bundled()
  mkdirSync(path.join(root, 'tmux'))
  await makeRepository(path.join(root, 'repos'), 'api', 'clean')
})
afterAll(() => {
  if (HAS_TMUX) tmux('kill-server')
  gone()
})

describe('threadbeat start', () => {
  it('beats every thread that is on once, at once', async () => {
    expect(await cli('add', path.join(root, 'repos', 'api'), '--trust')).toMatchObject({ code: 0 })
    await cli('beat', 'api', '--wait') // its first
    const serving = start(['start', '--heartbeat-now'])
    await serving.printed(/2 api: (beats now|is beating already)/)
    serving.child.kill('SIGTERM')
    expect((await serving.ended).code).toBe(0)
    expect(JSON.parse((await cli('log', 'api', '--json')).out)).toMatchObject([
      { reasons: expect.arrayContaining(['manual']) as string[] },
      {},
    ])
  })

  it('says how to get tmux where it is missing', () => {
    expect(started(['--tmux'], { PATH: path.join(root, 'repos') })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^tmux is not installed\. Install it: /) as string,
    })
  })

  it.skipIf(!HAS_TMUX)(
    'runs in a tmux session that one can attach to, and never makes a second one',
    async () => {
      expect(started(['--tmux'])).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('tmux attach -t threadbeat') as string,
      })
      expect(tmux('list-sessions', '-F', '#{session_name}').stdout).toBe('threadbeat\n')
      expect((await cli('doctor')).out).toMatch(/✓ {2}App +Running/)
      expect(started(['--tmux'])).toMatchObject({
        status: 1,
        stderr: 'There is a tmux session "threadbeat" already. Attach to it: tmux attach -t threadbeat\n',
      })
      tmux('send-keys', '-t', 'threadbeat', 'C-c')
      while (tmux('has-session', '-t', '=threadbeat').status === 0);
      expect((await cli('doctor')).out).toContain('Not running')
    },
  )
})
