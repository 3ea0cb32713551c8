import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Case, Kind } from '../board.ts'
import { git, GIT_ENVIRONMENT, listOf, makeRepository } from '../repository.ts'
import { beatOver, soundThread, tells } from '../watched.ts'

const CHECKS = listOf(
  '- [ ] Run `git fetch origin`; look for upstream changes',
  '- [ ] Run `git log HEAD..origin/main --oneline`; report new commits',
  '- [ ] Check for merge conflicts with `main`',
  '- [ ] Summarise the day’s commits: `git log --since="24 hours ago" --oneline`',
  '- [ ] Flag branches without commits for more than 7 days',
)

interface Trapped {
  readonly folder: string
  readonly repository: string
  /** Shell text that leaves a canary of this name, then behaves as a filter. */
  readonly trap: (name: string) => string
  readonly sprung: () => readonly string[]
}

function trapped(c: Case): Trapped {
  const folder = path.join(c.folder, 'traps')
  mkdirSync(path.join(folder, 'canaries'), { recursive: true })
  const repository = makeRepository(path.join(c.folder, 'repo'), { list: CHECKS })
  git(c.folder, 'init', '-q', '--bare', 'remote')
  git(repository, 'remote', 'add', 'origin', path.join(c.folder, 'remote'))
  git(repository, 'push', '-q', 'origin', 'main')
  return {
    folder,
    repository,
    trap: (name) => `touch '${path.join(folder, 'canaries', name)}'; cat`,
    sprung: () => readdirSync(path.join(folder, 'canaries')),
  }
}

/** Each key names a program that git starts somewhere. */
const KEYS = [
  ['core', 'fsmonitor'],
  ['core', 'pager'],
  ['core', 'editor'],
  ['core', 'sshCommand'],
  ['core', 'alternateRefsCommand'],
  ['pager', 'status'],
  ['pager', 'log'],
  ['diff', 'external'],
  ['diff "trap"', 'textconv'],
  ['diff "trap"', 'command'],
  ['filter "trap"', 'clean'],
  ['filter "trap"', 'smudge'],
  ['filter "trap"', 'process'],
  ['merge "trap"', 'driver'],
  ['alias', 'status'],
  ['alias', 'fetch'],
  ['alias', 'log'],
  ['credential', 'helper'],
  ['interactive', 'diffFilter'],
  ['uploadpack', 'packObjectsHook'],
  ['remote "origin"', 'uploadpack'],
  ['remote "origin"', 'receivepack'],
] as const

function script(file: string, text: string): void {
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
}

const HOOKS = ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-auto-gc', 'post-merge']

const config: Kind = {
  group: 'repository',
  name: 'settings and hooks of git that start programs',
  isShort: true,
  async play(c) {
    const app = await c.lane.app()
    const t = trapped(c)
    const id = await soundThread(c, app, t.repository)
    mkdirSync(path.join(t.folder, 'hooks'))
    mkdirSync(path.join(t.repository, '.git/hooks'), { recursive: true })
    for (const hook of HOOKS) {
      script(path.join(t.folder, 'hooks', hook), t.trap(`hooksPath-${hook}`))
      script(path.join(t.repository, '.git/hooks', hook), t.trap(hook))
    }
    writeFileSync(path.join(t.repository, '.gitattributes'), '* filter=trap diff=trap merge=trap\n')
    for (const name of ['git', 'gh', 'sh']) script(path.join(t.repository, name), t.trap(`program-${name}`))
    const keys = KEYS.map(([section, key]) => {
      const prefix = section === 'alias' || section === 'credential' ? '!' : ''
      return `[${section}]\n\t${key} = "${prefix}${t.trap(`${section.replaceAll(/\W/g, '')}.${key}`)}"\n`
    })
    const rest = `[core]\n\thooksPath = ${t.folder}/hooks\n[protocol "ext"]\n\tallow = always\n`
    appendFileSync(path.join(t.repository, '.git/config'), keys.join('') + rest)
    writeFileSync(path.join(t.repository, 'README.md'), '# README\n') // git has to ask the filter what it is
    c.injected(KEYS.length + 2 * HOOKS.length + 3)
    tells(c, await beatOver(c, app, id, 'settings that start programs'), 'settings that start programs')
    c.check('letIn', t.sprung().length === 0, `started: ${t.sprung().join(', ')}`)
    await app.client.threads.remove({ id })
    spawnSync('git', ['status'], { cwd: t.repository, env: GIT_ENVIRONMENT, stdio: 'ignore' })
    if (t.sprung().length === 0) throw new Error('plain git springs no trap: this proves nothing')
  },
}

const URLS = [
  'ext::sh -c touch% CANARY',
  'trap::anything',
  '-oProxyCommand=touch CANARY',
  'ssh://-oProxyCommand=touch%20CANARY/x',
  '--upload-pack=touch CANARY',
  'file:///dev/zero',
] as const

const urls: Kind = {
  group: 'repository',
  name: 'remotes whose address is a command',
  async play(c) {
    const app = await c.lane.app()
    const t = trapped(c)
    const id = await soundThread(c, app, t.repository)
    appendFileSync(path.join(t.repository, '.git/config'), '[protocol "ext"]\n\tallow = always\n')
    for (const url of c.some(URLS)) {
      const address = url.replace('CANARY', path.join(t.folder, 'canaries/url'))
      git(t.repository, 'config', 'remote.origin.url', address)
      c.injected()
      const run = await beatOver(c, app, id, url)
      tells(c, run, url)
      const fetched = run?.tasks.find((task) => task.text.includes('git fetch'))?.status
      c.check('silent', fetched !== 'passed', `${url}: the fetch is said to have passed`)
      c.check('letIn', t.sprung().length === 0, `${url} was executed`)
    }
    await app.client.threads.remove({ id })
  },
}

const NAMES = (canary: string): readonly string[] => [
  'two\nlines',
  "quote\"s and 'others'",
  `$(touch ${canary})`,
  `\`touch ${canary}\``,
  `; touch ${canary};`.replaceAll('/', '_'),
  '--upload-pack=touch x',
  '-rf',
  'bidi \u202e and \u200b',
  '*',
  '\u001b[31mred',
]

const names: Kind = {
  group: 'repository',
  name: 'names of files and branches that a shell or git would obey',
  isShort: true,
  async play(c) {
    const app = await c.lane.app()
    const t = trapped(c)
    const id = await soundThread(c, app, t.repository)
    const canary = 'canary-by-name'
    for (const name of NAMES(canary)) {
      writeFileSync(path.join(t.repository, name), 'x\n')
      c.injected()
    }
    const head = git(t.repository, 'rev-parse', 'HEAD').trim()
    for (const branch of ['--upload-pack=x', '-d', `$(touch ${canary})`.replace(' ', '${IFS}'), "a'b;c"]) {
      const file = path.join(t.repository, '.git/refs/heads', branch)
      writeFileSync(file, `${head}\n`)
      c.injected()
    }
    const run = await beatOver(c, app, id, 'names')
    tells(c, run, 'names')
    const made = execFileSync('find', [c.folder, '-name', `${canary}*`], { encoding: 'utf8' })
    c.check('letIn', made === '' && !readdirSync('.').includes(canary), `executed: ${made}`)
    await app.client.threads.remove({ id })
  },
}

const excludes: Kind = {
  group: 'repository',
  name: 'files of its settings that are pipes',
  async play(c) {
    const app = await c.lane.app()
    const pipe = path.join(c.folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const key of c.some(['core.excludesFile', 'core.attributesFile', 'include.path'])) {
      const repository = makeRepository(path.join(c.folder, key))
      const id = await soundThread(c, app, repository)
      git(repository, 'config', key, pipe)
      c.injected()
      tells(c, await beatOver(c, app, id, key), key)
      await app.client.threads.remove({ id })
    }
    rmSync(pipe)
  },
}

export const HOSTILE_KINDS: readonly Kind[] = [config, urls, names, excludes]
