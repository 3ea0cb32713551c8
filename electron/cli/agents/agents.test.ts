import path from 'node:path'
import { loadDriver } from '../../store/connection/driver.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsAndHost, type ThreadJson } from '../testing/host.ts'

const fleet = commandsAndHost('agents-test')
const { dataDir, agent, cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

describe('agents', () => {
  it('lists a server of one’s own as well, and what it is asked through', async () =>
    expect((await cli('agents')).out).toMatch(
      /^local-model +Local model +(?:through \S|needs opencode, not found).*a server of yours, named by OPENAI_BASE_URL/m,
    ))

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
        /program: \/opt\/claude[^]*daily beats: model haiku, Look only[^]*Full: .*no safety net[^]*No checks for 1 h, instead of all that/,
      ) as string,
      err: expect.stringContaining('Nothing was changed') as string,
    })
    expect((await cli('set', 'runner', 'codex', '-t', 'lab', '--bypass', '25h', '--yes')).code).toBe(2)
    expect(await cli('set', 'runner', '-t', 'lab', '--acp', '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('options are for a runner; name it') as string,
    })
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
    const [claude] = (await json<{ cli: string; program: string | null }[]>('agents')).filter(
      ({ cli: name }) => name === 'claude',
    )
    expect((await cli('agents')).out).toContain(claude!.program ?? 'not on the PATH, and not needed there')
    expect((await cli('set', 'runner', '-t', 'lab', '--yes', '--', agent)).code).toBe(0)
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
    db.prepare(`INSERT INTO permissions VALUES (?, ?, ?, 0, 'asked', ?, NULL)`).run(
      lab?.id ?? '',
      'execute(git push)',
      'run git push',
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
    const push = permissions.find((p) => p.rule === 'execute(git push)')?.number ?? ''
    expect(await cli('permit', 'lab', push, '--always', '--yes')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('cannot be allowed by itself, only refused') as string,
    })
    expect((await cli('permit', 'lab', push, '--never', '--yes')).code).toBe(0)
    expect(await cli('permit', 'lab', number, '--always')).toMatchObject({
      code: 1,
      out: expect.stringContaining('rule: Bash(npm test)') as string,
      err: expect.stringContaining('Nothing was changed') as string,
    })
    expect((await cli('permit', 'lab', number, '--always', '--yes')).code).toBe(0)
    expect((await json<typeof permissions>('permissions', 'lab')).map((p) => p.decision).sort()).toEqual([
      'always',
      'asked',
      'never',
    ])
  })

  it('shows where agents were found, and starts one for a test only when that was answered', async () => {
    expect((await json<{ cli: string }[]>('agents')).map((a) => a.cli)).toEqual([
      'claude',
      'codex',
      'copilot',
      'opencode',
      'gemini',
      'goose',
      'qwen',
      'kiro',
    ])
    expect(await json<unknown[]>('agents', 'rescan')).toHaveLength(8)
    expect((await cli('agents')).out).toMatch(/^copilot +GitHub Copilot/m)
    expect((await cli('agents', 'test', 'acp')).code).toBe(2)
    expect(await cli('agents', 'test', 'claude')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was started') as string,
    })
    expect(await cli('agents', 'try', 'claude')).toMatchObject({ code: 1, err: 'No runner rests.\n' })
  })
})
