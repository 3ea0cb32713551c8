import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLI_NAMES, PRINTING_CLIS, type CliName } from '../../../../shared/agents/agent-names.ts'
import { passedOn } from '../cli-attempt.ts'
import type { CliRequest } from '../cli.ts'
import { args, TOOLS, session } from '../testing/cli-requests.ts'
import { codex } from './codex/codex.ts'

/**
 * Words that would do something if anything between us and the program were a shell, or took them for
 * options.
 */
const hostile = fc.oneof(
  fc.constantFrom(
    '- [ ] Run `rm -rf /`',
    '$(touch canary)',
    '`touch canary`',
    '"; touch canary; "',
    "'; touch canary; '",
    '\n--yolo\n',
    '--dangerously-skip-permissions',
    '%PATH%',
    '-c approval_policy="untrusted"',
    '"]\nsandbox_mode="danger-full-access"\nx=["',
    '\u007f\u0001',
    '(*)',
    '\\',
    '${THREADBEAT_TOOL_TOKEN}',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
)

describe('arguments', () => {
  it.each<[string, CliName, Partial<CliRequest>, readonly string[]]>([
    ['a model', 'claude', { model: 'haiku' }, ['--model', 'haiku']],
    ['a model', 'codex', { model: 'gpt-5.4' }, ['-m', 'gpt-5.4']],
    ['a model', 'copilot', { model: 'gpt-5.4' }, ['--model=gpt-5.4']],
    ['an effort', 'claude', { effort: 'low' }, ['--effort', 'low']],
    ['an effort', 'codex', { effort: 'low' }, ['-c', 'model_reasoning_effort="low"']],
    ['an effort', 'copilot', { effort: 'high' }, ['--reasoning-effort=high']],
    ['a session', 'claude', { session }, ['--resume', '01a2-b3']],
    ['a session', 'codex', { session }, ['resume', '--json']],
    ['a session', 'copilot', { session }, ['--resume=01a2-b3']],
    ['money', 'claude', { usd: 0.25 }, ['--max-budget-usd', '0.25']],
    ['an empty folder', 'codex', { isRepository: false }, ['--skip-git-repo-check']],
    ['an allowed call', 'claude', { allowed: ['Bash(npm test)'] }, ['Bash(npm test)']],
    ['an allowed kind of call', 'copilot', { allowed: ['shell(npm:*)'] }, ['--allow-tool=shell(npm:*)']],
    [
      'an allowed call',
      'copilot',
      { allowed: ['shell(npm)', 'write'] },
      ['--allow-tool=shell(npm)', '--allow-tool=write'],
    ],
  ])('carry %s: %s', (_, cli, changes, expected) => {
    const list = args(cli, changes)
    expect(list.join('\0')).toContain(expected.join('\0'))
    for (const word of expected) if (word !== '-c' && word !== '--json') expect(args(cli)).not.toContain(word)
  })

  it('keep a session only when it will be resumed', () => {
    expect(args('claude')).toContain('--no-session-persistence')
    // What Codex keeps is read, and deleted after the run.
    const deleted = (changes: Partial<CliRequest> = {}) =>
      codex.forget?.({ keepSession: false, session: null, ...changes } as CliRequest, 's1')
    expect(deleted()).toEqual(['delete', '--force', 's1'])
    expect(args('codex')).not.toContain('--ephemeral')
    for (const changes of [{ keepSession: true }, { session }]) {
      expect(args('claude', changes)).not.toContain('--no-session-persistence')
      expect(deleted(changes)).toBeNull()
    }
  })

  it('put the id of a resumed Codex thread and the dash for stdin last', () =>
    expect(args('codex', { session, effort: 'low' }).slice(-2)).toEqual(['01a2-b3', '-']))

  it('never hold a token, only the name of its variable', () => {
    for (const cli of PRINTING_CLIS)
      expect(args(cli, { toolsUrl: TOOLS }).join('\n')).toContain('THREADBEAT_TOOL_TOKEN')
    expect(
      JSON.parse(args('claude', { toolsUrl: TOOLS })[args('claude').indexOf('--mcp-config') + 1]!),
    ).toEqual({
      mcpServers: {
        threadbeat: {
          type: 'http',
          url: TOOLS,
          alwaysLoad: true,
          headers: { Authorization: 'Bearer ${THREADBEAT_TOOL_TOKEN}' },
        },
      },
    })
  })

  it('hide the token from the commands that Codex starts', () => {
    expect(args('codex', { toolsUrl: TOOLS })).toContain(
      'shell_environment_policy.set.THREADBEAT_TOOL_TOKEN=""',
    )
    expect(args('codex').join(' ')).not.toContain('shell_environment_policy')
  })

  it('take no rule that could become two, or an option', () => {
    const allowed = [
      'Bash(ls) Bash(*)',
      'Bash(rm -rf *)',
      '--yolo',
      'Bash(a\nb)',
      'Bash',
      'Bash(a) ',
      '',
      'Edit(/src/a.ts)',
    ]
    const plain = args('claude')
    expect(args('claude', { allowed }).filter((word) => !plain.includes(word))).toEqual(['Edit(/src/a.ts)'])
  })
})

describe('five thousand hostile texts', () => {
  it('never change which options there are, wherever they stand', () => {
    const count = (list: readonly string[]): number => list.length
    const plain = Object.fromEntries(
      CLI_NAMES.map((cli) => [
        cli,
        args(cli, { profile: 'tidy', toolsUrl: TOOLS, repoPath: '/r', gitFolders: ['/r/.git'] }),
      ]),
    ) as Record<CliName, readonly string[]>
    fc.assert(
      fc.property(hostile, fc.constantFrom('look' as const, 'tidy' as const), (text, profile) => {
        for (const cli of CLI_NAMES) {
          const list = args(cli, {
            profile,
            toolsUrl: TOOLS,
            repoPath: `/r/${text}`,
            gitFolders: [`/r/${text}/.git`],
          })
          // Only where a folder has to be named does the text show up, as one value: nothing is added,
          // nothing begins with a dash that did not.
          if (profile === 'tidy') expect(count(list)).toBe(count(plain[cli]))
          const dashed = list.filter((word) => word.startsWith('-'))
          expect(dashed.filter((word) => !/^--?[a-z][\w-]*(?:=.*)?$/is.test(word) && word !== '-')).toEqual(
            [],
          )
          const roots = list.find((word) => word.startsWith('sandbox_workspace_write.writable_roots='))
          if (roots !== undefined) {
            const value = roots.slice(roots.indexOf('=') + 1)
            expect(JSON.parse(value)).toEqual([`/r/${text}/.git`])
            expect(value).not.toMatch(/[\n\r\u007f]/)
          }
          expect(
            list.filter((word) => word === '--yolo' || word === '--dangerously-skip-permissions'),
          ).toEqual([])
        }
      }),
      { seed: 20261122, numRuns: 5000 },
    )
  })
})

describe('the environment', () => {
  it('passes on the CLI’s own configuration of the session, the thread’s before it, and nothing else', () => {
    const session = {
      ANTHROPIC_API_KEY: 'one',
      OPENAI_API_KEY: 'two',
      GITHUB_TOKEN: 'three',
      NODE_OPTIONS: '--inspect',
      AWS_SECRET_ACCESS_KEY: 'four',
    }
    expect(passedOn({ cli: 'claude', env: { CLAUDE_CONFIG_DIR: '/work' } }, session)).toEqual({
      ANTHROPIC_API_KEY: 'one',
      CLAUDE_CONFIG_DIR: '/work',
    })
    expect(passedOn({ cli: 'codex', env: {} }, session)).toEqual({ OPENAI_API_KEY: 'two' })
    expect(passedOn({ cli: 'copilot', env: { GITHUB_TOKEN: 'other' } }, session)).toEqual({
      GITHUB_TOKEN: 'other',
    })
  })
})
