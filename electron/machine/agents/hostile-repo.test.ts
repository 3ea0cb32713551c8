import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TASK_CLASSES } from '../../../shared/runs/change-gate.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { makeRepository } from '../../host/repositories.ts'
import { attachment } from '../disk/attachment.ts'
import { facts, fingerprint, glance, identify } from '../git/facts/repo-facts.ts'
import { isTracked } from '../git/facts/tracked.ts'
import { difference } from '../git/look/difference.ts'
import { look } from '../git/look/look.ts'
import { createAgentRunner } from './agent-runner.ts'
import { listCommands } from './local/approval/approval-hash.ts'
import { prints } from './local/repo-prints.ts'
import { testFolder } from './testing/folders.ts'
import { localSpec, never, quickTasks, realClock } from './testing/specs.ts'

const folder = testFolder()
const canaries = join(folder, 'canaries')
let hostile: string

/** Leaves a file behind when it is executed, then behaves as a filter. */
const trap = (name: string): string => `touch ${join(canaries, name)}; cat`

/** Each line names a program that git would start in some everyday situation. */
const CONFIG = (): string => `
[core]
	fsmonitor = ${trap('fsmonitor')}
	hooksPath = ${join(folder, 'hooks')}
	pager = ${trap('pager')}
	editor = ${trap('editor')}
	sshCommand = ${trap('sshCommand')}
	gitProxy = ${join(folder, 'trap-proxy')}
	askPass = ${join(folder, 'trap-askpass')}
	alternateRefsCommand = ${trap('alternateRefs')}
	attributesFile = ${join(folder, 'attributes')}
	untrackedCache = true
[sequence]
	editor = ${trap('sequenceEditor')}
[pager]
	status = ${trap('pagerStatus')}
	log = ${trap('pagerLog')}
[diff]
	external = ${trap('diffExternal')}
[diff "trap"]
	textconv = ${trap('textconv')}
	command = ${trap('diffCommand')}
[filter "trap"]
	clean = ${trap('clean')}
	smudge = ${trap('smudge')}
	process = ${trap('process')}
	required = true
[merge "trap"]
	driver = ${trap('mergeDriver')}
[alias]
	status = "!${trap('aliasStatus')}"
	st = "!${trap('aliasSt')}"
[credential]
	helper = "!${trap('credential')}"
[gpg]
	program = ${join(folder, 'trap-gpg')}
[log]
	showSignature = true
[interactive]
	diffFilter = ${trap('diffFilter')}
[include]
	path = ${join(folder, 'included')}
[url "ext::sh -c touch% ${join(canaries, 'insteadOf')}"]
	insteadOf = https://insteadof.invalid/
[protocol "ext"]
	allow = always
[uploadpack]
	packObjectsHook = ${trap('packObjects')}
[remote "origin"]
	uploadpack = ${trap('uploadpack')}
	receivepack = ${trap('receivepack')}
	vcs = trap
	proxy = http://127.0.0.1:9
`

beforeAll(async () => {
  mkdirSync(canaries)
  mkdirSync(join(folder, 'hooks'))
  for (const name of ['trap-proxy', 'trap-askpass', 'trap-gpg', 'git-remote-trap'])
    script(join(folder, name), name)
  for (const hook of [
    'post-index-change',
    'reference-transaction',
    'post-checkout',
    'pre-auto-gc',
    'post-merge',
    'fsmonitor-watchman',
  ])
    script(join(folder, 'hooks', hook), hook)
  writeFileSync(join(folder, 'attributes'), '* filter=trap diff=trap merge=trap\n')
  writeFileSync(join(folder, 'included'), `[filter "included"]\n\tclean = ${trap('included')}\n`)
  hostile = (await makeRepository(folder, 'hostile', 'conflicting')).path
  // Config and hooks last: making the repository must not spring the traps.
  writeFileSync(join(hostile, '.gitattributes'), '* filter=trap diff=trap merge=trap\n*.md filter=included\n')
  // Changed without a change of size, so that git has to ask the clean filter what the content is.
  writeFileSync(join(hostile, 'README.md'), '# HOSTILE\n')
  writeFileSync(join(hostile, 'src/index.txt'), 'A GREETING OF OUR OWN\n')
  mkdirSync(join(hostile, '.git/hooks'))
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-auto-gc'])
    script(join(hostile, '.git/hooks', hook), `own-${hook}`)
  execFileSync('sh', ['-c', `cat >> ${join(hostile, '.git/config')}`], { input: CONFIG() })
  // Programs of the repository that stand in for those that a careless PATH would find in the current
  // folder.
  for (const name of ['git', 'gh', 'prlimit', 'sh']) script(join(hostile, name), `inRepository-${name}`)
})

beforeEach(() => expect(readdirSync(canaries)).toEqual([]))

function script(path: string, canary: string): void {
  writeFileSync(path, `#!/bin/sh\ntouch ${join(canaries, canary)}\nexit 0\n`)
  chmodSync(path, 0o755)
}

const DESTRUCTIVE = (): readonly string[] => [
  `Run \`touch ${join(canaries, 'span')}\``,
  `\`rm -rf ${folder}/hostile/src\``,
  `Check \`./sh\` and report`,
  `Execute \`touch ${join(canaries, 'pipe')} | cat\``,
  `Run \`git status; touch ${join(canaries, 'semicolon')}\``,
  `Run \`git fetch --upload-pack=touch\\ ${join(canaries, 'uploadPackArgument')} origin\``,
  `Run \`git fetch ext::sh\\ -c\\ touch% ${join(canaries, 'extRemote')}\``,
  `Run \`git -c core.pager=touch\\ ${join(canaries, 'pagerArgument')} -p log\``,
  `Run \`git log $(touch ${join(canaries, 'substitution')})..origin/main --oneline\``,
  `Check for merge conflicts with \`--upload-pack=touch\``,
]
const BUILT_IN = [
  'Run `git status`; report uncommitted or untracked files',
  'Check Urgent Flags above; report if anything is flagged',
  'Run `git fetch origin`; look for upstream changes',
  'Run `git log HEAD..origin/main --oneline`; report new commits',
  'Run `gh pr list --state open`, then `gh pr checks`: CI on open pull requests',
  'Check for merge conflicts with `main`',
  'Summarise the day’s commits: `git log --since="24 hours ago" --oneline`',
  'Flag branches without commits for more than 7 days',
]

describe('a hostile repository', () => {
  it('springs its traps for plain git, so that these tests prove something', () => {
    spawnSync('git', ['status'], { cwd: hostile, stdio: 'ignore' })
    const sprung = readdirSync(canaries)
    execFileSync('sh', ['-c', `rm -f ${canaries}/*`])
    expect(sprung).toEqual(expect.arrayContaining(['fsmonitor', 'process', 'included']))
  })

  it('executes nothing while it is looked at before trust', async () => {
    expect((await identify(hostile)).ok).toBe(true)
    expect(await listCommands(hostile, quickTasks(...DESTRUCTIVE()))).not.toEqual([])
    expect(readdirSync(canaries)).toEqual([])
  })

  it('executes nothing while its facts are read', async () => {
    expect((await facts(hostile)).ok).toBe(true)
    expect((await glance(hostile)).ok).toBe(true)
    expect((await fingerprint(hostile)).ok).toBe(true)
    expect(await isTracked(hostile)).toEqual({ ok: true, value: false })
    expect(readdirSync(canaries)).toEqual([])
  })

  it('executes nothing while it is compared with what it was, and while its state is hashed', async () => {
    const before = await look(hostile)
    if (!before.ok) throw new Error(before.error.message)
    appendFileSync(join(hostile, 'README.md'), 'more\n')
    writeFileSync(join(hostile, 'fresh.md'), 'fresh\n')
    execFileSync('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', 'tag', 'fresh'], {
      cwd: hostile,
    })
    const after = await look(hostile)
    if (!after.ok) throw new Error(after.error.message)
    expect(await difference(hostile, before.value, after.value)).toMatch(
      /^tag fresh was created; 2 files changed: [^]*\+more/,
    )
    expect(Object.keys(await prints(hostile, TASK_CLASSES, true))).toEqual(
      expect.arrayContaining(['tree', 'refs']),
    )
    for (const name of ['README.md', 'fresh.md']) await attachment(hostile, name)
    expect(readdirSync(canaries)).toEqual([])
  })

  it('executes none of the destructive spans of its HEARTBEAT.md without approval', async () => {
    writeFileSync(
      join(hostile, 'HEARTBEAT.md'),
      `## Quick Tasks\n\n${DESTRUCTIVE()
        .map((task) => `- [ ] ${task}\n`)
        .join('')}`,
    )
    const tasks = parse(execFileSync('cat', [join(hostile, 'HEARTBEAT.md')], { encoding: 'utf8' })).tasks
    const result = await createAgentRunner(realClock).run(localSpec(hostile, tasks), never)
    expect(result.status).toBe('completed')
    expect(new Set(result.tasks.map((task) => task.status))).not.toContain('passed')
    expect(readdirSync(canaries)).toEqual([])
    expect(existsSync(join(hostile, 'src'))).toBe(true)
  })

  it('executes nothing of itself while the built-in checks run after trust', async () => {
    const result = await createAgentRunner(realClock).run(localSpec(hostile, quickTasks(...BUILT_IN)), never)
    expect(result.status).toBe('completed')
    expect(result.tasks.map((task) => task.status)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'passed',
      'finding',
      'passed',
      'passed',
    ])
    expect(readdirSync(canaries)).toEqual([])
  })

  it.each([
    ['ext::sh -c touch% CANARY', 'a transport that is a command'],
    ['trap::anything', 'a transport helper of its own'],
    ['-oProxyCommand=touch CANARY', 'an option in the place of an address'],
    ['ssh://-oProxyCommand=touch%20CANARY/x', 'an option in the place of a host'],
    ['https://insteadof.invalid/x', 'an address that its config rewrites'],
    ['git://127.0.0.1:9/x', 'an address that its proxy program would serve'],
  ])('does not execute %s as remote: %s', async (url) => {
    const { path } = await makeRepository(folder, `remote-${Math.random().toString(36).slice(2)}`, 'clean')
    const target = join(canaries, 'remote')
    execFileSync('git', ['config', 'remote.origin.url', url.replace('CANARY', target)], { cwd: path })
    execFileSync('sh', ['-c', 'cat >> .git/config'], { input: CONFIG(), cwd: path })
    const result = await createAgentRunner(realClock).run(
      localSpec(path, quickTasks('Run `git fetch origin`; look for upstream changes')),
      never,
    )
    expect(result.tasks.map((task) => [task.status, task.severity])).toEqual([['finding', 'notice']])
    expect(readdirSync(canaries)).toEqual([])
  })
})
