import { describe, expect, it } from 'vitest'
import { PROFILES } from '../../../../shared/agents/agent-config.ts'
import { CLI_NAMES, type CliName } from '../../../../shared/agents/agent-names.ts'
import { CLIS } from '../cli-attempt.ts'
import type { CliRequest } from '../cli.ts'
import { request, args, TOOLS, session } from '../testing/cli-requests.ts'

const after = (list: readonly string[], option: string): readonly string[] =>
  list
    .slice(list.indexOf(option) + 1)
    .slice(0, list.slice(list.indexOf(option) + 1).findIndex((word) => word.startsWith('--')) >>> 0)

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
