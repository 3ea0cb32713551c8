import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLI_NAMES, PROFILES, type CliName } from '../../../../shared/agents/agent-config.ts'
import { CLIS, passedOn } from '../cli-attempt.ts'
import type { CliRequest } from '../cli.ts'

const request = (changes: Partial<CliRequest> = {}): CliRequest => ({
  repoPath: '/src/repo',
  gitFolders: ['/src/repo/.git'],
  isRepository: true,
  model: null,
  effort: null,
  profile: 'look',
  allowed: [],
  session: null,
  keepSession: false,
  usd: null,
  billed: false,
  toolsUrl: null,
  usageFile: '/tmp/run/usage.json',
  ...changes,
})
const args = (cli: CliName, changes: Partial<CliRequest> = {}): readonly string[] =>
  CLIS[cli].start(request(changes)).args
const after = (list: readonly string[], option: string): readonly string[] =>
  list
    .slice(list.indexOf(option) + 1)
    .slice(0, list.slice(list.indexOf(option) + 1).findIndex((word) => word.startsWith('--')) >>> 0)
const TOOLS = 'http://127.0.0.1:4000/mcp'
const session = { id: '01a2-b3', totals: null }

describe('profiles', () => {
  it.each<[CliName, CliRequest['profile'], readonly string[], readonly string[]]>([
    [
      'claude',
      'look',
      [
        '--permission-mode dontAsk',
        '--setting-sources user',
        'Edit(/HEARTBEAT.md)',
        'Bash(git status *)',
        'Bash(gh pr list *)',
      ],
      ['Edit(/**)', 'Bash(git add *)', 'Bash(git commit *)'],
    ],
    [
      'claude',
      'tidy',
      [
        '--permission-mode dontAsk',
        '--setting-sources user',
        'Edit(/**)',
        'Bash(git add *)',
        'Bash(git commit *)',
        'Bash(git switch *)',
      ],
      ['Write'],
    ],
    [
      'claude',
      'full',
      ['--permission-mode dontAsk', '--allowedTools Bash Edit'],
      ['--setting-sources', 'Bash(git push *)'],
    ],
    ['claude', 'bypass', ['--dangerously-skip-permissions'], ['--permission-mode', '--allowedTools']],
    [
      'codex',
      'look',
      ['-s read-only', 'approval_policy="never"'],
      ['sandbox_workspace_write.writable_roots=["/src/repo/.git"]'],
    ],
    [
      'codex',
      'tidy',
      [
        '-s workspace-write',
        'approval_policy="never"',
        'sandbox_workspace_write.writable_roots=["/src/repo/.git"]',
      ],
      [],
    ],
    ['codex', 'full', ['-s danger-full-access', 'approval_policy="never"'], []],
    ['codex', 'bypass', ['--dangerously-bypass-approvals-and-sandbox'], ['-s']],
    [
      'copilot',
      'look',
      [
        '--allow-tool=write(/src/repo/HEARTBEAT.md)',
        '--deny-tool=shell(git push)',
        '--deny-tool=shell(git branch)',
        '--no-ask-user',
      ],
      ['--allow-tool=write'],
    ],
    [
      'copilot',
      'tidy',
      [
        '--allow-tool=write',
        '--allow-tool=shell(git commit)',
        '--deny-tool=shell(git push)',
        '--no-ask-user',
      ],
      ['--deny-tool=shell(git branch)'],
    ],
    ['copilot', 'full', ['--allow-all-tools', '--no-ask-user'], ['--deny-tool=shell(git push)']],
    ['copilot', 'bypass', ['--allow-all'], []],
  ])('of %s: %s', (cli, profile, has, hasNot) => {
    const list = args(cli, { profile })
    for (const words of has) expect(list.join(' ')).toContain(words)
    for (const word of hasNot) expect(list).not.toContain(word)
  })

  const BYPASS = [
    '--dangerously-skip-permissions',
    '--allow-dangerously-skip-permissions',
    'bypassPermissions',
    '--dangerously-bypass-approvals-and-sandbox',
    '--allow-all',
    '--yolo',
    '--allow-all-paths',
    '--full-auto',
  ]
  it.each(CLI_NAMES.flatMap((cli) => PROFILES.map((profile) => [cli, profile] as const)))(
    'bypass flags never by default: %s, %s',
    (cli, profile) => {
      for (const changes of [
        {},
        { session },
        { toolsUrl: TOOLS },
        { keepSession: true },
        { isRepository: false },
        { allowed: ['--dangerously-skip-permissions', '--yolo', 'Bash(ls)'] },
      ]) {
        expect(
          args(cli, { profile, ...changes }).filter((word) =>
            BYPASS.some((flag) => word === flag || word.startsWith(`${flag}=`)),
          ),
        ).toEqual([])
      }
    },
  )

  it('never let an agent of the first two push, and open Threadbeat’s tools to all', () => {
    for (const profile of ['look', 'tidy'] as const) {
      expect(after(args('claude', { profile }), '--disallowedTools')).toContain('Bash(git push *)')
      expect(args('copilot', { profile })).toContain('--deny-tool=shell(git push)')
    }
    for (const profile of PROFILES) {
      expect(args('claude', { profile, toolsUrl: TOOLS })).toContain('mcp__threadbeat__*')
      expect(args('codex', { profile, toolsUrl: TOOLS })).toContain(
        'mcp_servers.threadbeat.default_tools_approval_mode="approve"',
      )
    }
    expect(args('copilot', { toolsUrl: TOOLS })).toContain('--allow-tool=threadbeat')
  })
})

describe('rules for git, found by review', () => {
  /**
   * Words of git after which an option, or a further word, writes a file, runs a program or reaches
   * outside.
   */
  const UNSAFE =
    /^git (?:log|diff|show|shortlog|blame|rev-list|diff-tree|cat-file|grep|reflog|stash|stash list|stash show|ls-remote|fetch|pull|push|remote|remote -v|branch(?: -\S+| --\S+)|tag|tag --list|config|archive|bundle|rebase|bisect|submodule|worktree|worktree list|worktree add)$/
  it.each(['look', 'tidy'] as const)(
    'never take options where one of them does more than it says: %s',
    (profile) => {
      const rules = after(args('claude', { profile }), '--allowedTools')
        .map((rule) => /^Bash\((.*)\)$/.exec(rule)?.[1])
        .filter((words) => words !== undefined)
      expect(rules.length).toBeGreaterThan(20)
      expect(rules.filter((words) => words.endsWith(' *') && UNSAFE.test(words.slice(0, -2)))).toEqual([])
      expect(rules.filter((words) => /[*]/.test(words.replace(/ \*$/, '')))).toEqual([])
      expect(rules.filter((words) => /ls-remote/.test(words))).toEqual([])
    },
  )
  it('know fetch and the lists of branches and remotes only as exact words', () => {
    const [look, tidy] = [args('claude'), args('claude', { profile: 'tidy' })]
    for (const rule of ['Bash(git branch -vv)', 'Bash(git remote -v)', 'Bash(git stash list)'])
      expect(look).toContain(rule)
    for (const rule of [
      'Bash(git fetch)',
      'Bash(git fetch origin)',
      'Bash(git fetch --prune)',
      'Bash(git fetch --all)',
    ])
      expect(tidy).toContain(rule)
    expect(look.filter((rule) => /^Bash\(git fetch/.test(rule))).toEqual([])
  })
  it('give gh no browser', () => {
    for (const cli of ['claude', 'copilot'] as const)
      expect([
        CLIS[cli].start(request()).env['GH_BROWSER'],
        CLIS[cli].start(request({ profile: 'full' })).env['GH_BROWSER'],
      ]).toEqual(['true', undefined])
  })
  it(
    'are refusals where Copilot lets pass by itself what can write or run, unless a person allowed it; ' +
      'pushing stays refused',
    () => {
      for (const profile of ['look', 'tidy'] as const) {
        for (const words of ['git diff', 'git log', 'git show', 'git grep', 'git ls-remote', 'uniq'])
          expect(args('copilot', { profile })).toContain(`--deny-tool=shell(${words})`)
        const allowed = ['shell(git log)', 'shell(git push)']
        expect(args('copilot', { profile, allowed })).not.toContain('--deny-tool=shell(git log)')
        expect(args('copilot', { profile, allowed })).toContain('--allow-tool=shell(git log)')
        expect(args('copilot', { profile, allowed })).toContain('--deny-tool=shell(git push)')
        expect(
          args('copilot', { profile }).filter((word) => /allow-tool=shell\(git (?:fetch|stash)/.test(word)),
        ).toEqual([])
      }
    },
  )
})

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
    expect(args('codex')).toContain('--ephemeral')
    for (const changes of [{ keepSession: true }, { session }]) {
      expect(args('claude', changes)).not.toContain('--no-session-persistence')
      expect(args('codex', changes)).not.toContain('--ephemeral')
    }
  })

  it('put the id of a resumed Codex thread and the dash for stdin last', () =>
    expect(args('codex', { session, effort: 'low' }).slice(-2)).toEqual(['01a2-b3', '-']))

  it('never hold a token, only the name of its variable', () => {
    for (const cli of CLI_NAMES)
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
