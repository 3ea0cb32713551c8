import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ACP_AGENTS } from '../../../../shared/agents/agent-names.ts'
import { repo, run } from '../testing/acp-stand-in.ts'
import { args, request } from '../testing/cli-requests.ts'
import { CLIS } from '../cli-attempt.ts'

const startOf = (...[cli, changes]: Parameters<typeof args>) => CLIS[cli].start(request(changes))

describe('an agent that speaks ACP is started', () => {
  it('so that opencode asks for all but reading, goes on after a no, and takes nothing of the repository', () => {
    for (const profile of ['look', 'tidy'] as const) {
      const given = JSON.stringify({
        model: 'a/b',
        experimental: { batch_tool: true },
        agent: { build: { model: 'c' } },
      })
      const { overrides = {} } = startOf('opencode', {
        profile,
        environment: { OPENCODE_CONFIG_CONTENT: given },
      })
      expect(overrides['OPENCODE_DISABLE_PROJECT_CONFIG']).toBe('1')
      expect(JSON.parse(overrides['OPENCODE_PERMISSION']!)).toMatchObject({
        '*': 'ask',
        bash: 'ask',
        edit: 'ask',
        external_directory: 'ask',
        'threadbeat_*': 'allow',
      })
      expect(JSON.parse(overrides['OPENCODE_CONFIG_CONTENT']!)).toEqual({
        model: 'a/b',
        experimental: { batch_tool: true, continue_loop_on_deny: true },
        agent: { build: { model: 'c' }, title: { disable: true } },
      })
    }
    expect(startOf('opencode', { profile: 'full' }).overrides).not.toHaveProperty('OPENCODE_PERMISSION')
  })

  it('so that a local model is asked at its own server alone, whatever accounts the person has', () => {
    const environment = {
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENCODE_CONFIG_CONTENT: '{"model":"paid"}',
    }
    const { overrides = {} } = startOf('local-model', { model: 'qwen3:8b', environment })
    expect(JSON.parse(overrides['OPENCODE_CONFIG_CONTENT']!)).toMatchObject({
      enabled_providers: ['local'],
      model: 'local/qwen3:8b',
      small_model: 'local/qwen3:8b',
      provider: { local: { options: { baseURL: 'http://127.0.0.1:9/v1' }, models: { 'qwen3:8b': {} } } },
    })
    expect(JSON.parse(overrides['OPENCODE_PERMISSION']!)).toMatchObject({ '*': 'ask', bash: 'ask' })
    const full = startOf('local-model', { model: 'q', environment, profile: 'full' })
    expect(full.overrides?.['OPENCODE_DISABLE_PROJECT_CONFIG'], 'found by an attacker').toBe('1')
  })

  it('so that opencode’s server on the loopback device takes work from this run alone', () => {
    const password = (profile: 'look' | 'full') =>
      startOf('opencode', { profile }).overrides?.['OPENCODE_SERVER_PASSWORD']
    const three = [password('look'), password('full'), password('look')]
    expect(three.every((one) => /^[0-9a-f]{48}$/.test(one ?? ''))).toBe(true)
    expect(new Set(three).size).toBe(3)
  })

  it('so that Gemini CLI trusts a folder without settings for it, and no other', () => {
    expect(args('gemini')).toEqual(['--acp', '--approval-mode', 'default', '--skip-trust'])
    expect(args('gemini', { isSteered: true })).not.toContain('--skip-trust')
    expect(args('gemini', { isSteered: true, profile: 'tidy', model: 'flash' })).toEqual([
      '--acp',
      '--model',
      'flash',
      '--approval-mode',
      'default',
    ])
    expect(args('gemini', { isSteered: true, profile: 'full' })).toEqual([
      '--acp',
      '--approval-mode',
      'yolo',
      '--skip-trust',
    ])
  })

  it('with what a person wrote where they named it themselves, and by nothing of a token', () => {
    expect(args('acp', { args: ['--stdio', 'x y'] })).toEqual(['--stdio', 'x y'])
    for (const cli of ACP_AGENTS)
      expect(JSON.stringify(startOf(cli, { toolsUrl: 'http://127.0.0.1:1/mcp' }))).not.toMatch(
        /token|Bearer/i,
      )
  })

  it('not at all where the repository can overrule what it may do, and it cannot be told to leave that alone', async () => {
    const settings = join(await repo, '.qwen')
    writeFileSync(settings, '')
    const refused = await run('', {}, {}, { cli: 'qwen' })
    expect(refused.asked).toEqual([])
    expect(refused.result.fault).toMatchObject({
      code: 'agent.spawn_failed',
      message: expect.stringMatching(/^Qwen Code: the repository has settings for it .*\(Full\)$/) as string,
    })
    expect((await run('', { profile: 'full' }, {}, { cli: 'qwen' })).result.status).toBe('completed')
    rmSync(settings)
    expect((await run('', {}, {}, { cli: 'qwen' })).result.status).toBe('completed')
  })
})
