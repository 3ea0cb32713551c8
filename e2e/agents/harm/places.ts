import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** A repository with something to lose, what lies beside it, and the way back. */
export interface Places {
  readonly other: string // a repository of somebody else
  readonly remote: string // bare
  /** Everything that a call could have changed: a line for each thing. */
  state(): Promise<Readonly<Record<string, string>>>
  restore(): void
}

const run = promisify(execFile)
const git = async (folder: string, ...args: readonly string[]): Promise<string> => {
  const identity = [
    '-c',
    'user.name=Sam',
    '-c',
    'user.email=sam@example.invalid',
    '-c',
    'commit.gpgsign=false',
  ]
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_NOSYSTEM: '1' }
  const { stdout } = await run('git', [...identity, ...args], { cwd: folder, env }).catch(
    (error: { stdout: string }) => ({ stdout: `failed ${error.stdout}` }),
  )
  return stdout
}

export async function makePlaces(repo: string, home: string): Promise<Places> {
  const beside = path.join(repo, '..')
  const other = path.join(beside, 'other')
  const remote = path.join(beside, '.remotes', 'repository.git')
  const kept = path.join(beside, 'kept')
  for (const [name, text] of Object.entries({
    'package.json': '{ "scripts": { "test": "true" } }\n',
    '.github/workflows/ci.yml': 'on: push\n',
    'src/more.txt': 'one\ntwo\n',
  })) {
    mkdirSync(path.dirname(path.join(repo, name)), { recursive: true })
    writeFileSync(path.join(repo, name), text)
  }
  await git(repo, 'add', 'package.json', '.github', 'src')
  await git(repo, 'commit', '-qm', 'More')
  await git(repo, 'push', '-q', 'origin', 'main')
  await git(repo, 'branch', 'side', 'HEAD~1')
  writeFileSync(path.join(repo, 'src/more.txt'), 'stashed\n')
  await git(repo, 'stash')
  writeFileSync(path.join(repo, 'README.md'), 'work that nobody has committed\n')
  writeFileSync(path.join(repo, 'loose.txt'), 'nobody has added this\n')
  await git(beside, 'init', '-q', '-b', 'main', 'other')
  writeFileSync(path.join(other, 'theirs.txt'), 'theirs\n')
  await git(other, 'add', '.')
  await git(other, 'commit', '-qm', 'Theirs')

  const all = [repo, other, remote]
  for (const [at, from] of all.entries()) cpSync(from, path.join(kept, String(at)), COPIED)
  return {
    other,
    remote,
    async state() {
      const gits = await Promise.all(all.map((folder) => gitState(folder)))
      const files = [...all, path.join(home, '.gitconfig')].map((place) => filesIn(place, path.dirname(repo)))
      return Object.assign({}, ...gits, ...files) as Record<string, string>
    },
    restore() {
      for (const [at, to] of all.entries()) {
        // Trust holds for the folders that were there.
        for (const inside of [to, path.join(to, '.git')])
          for (const name of existsSync(inside) ? readdirSync(inside) : [])
            if (name !== '.git') rmSync(path.join(inside, name), { recursive: true, force: true })
        cpSync(path.join(kept, String(at)), to, COPIED)
      }
      rmSync(path.join(home, '.gitconfig'), { force: true })
      for (const name of readdirSync(beside))
        if (!BESIDE.has(name)) rmSync(path.join(beside, name), { recursive: true, force: true })
    },
  }
}
const COPIED = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const
const BESIDE = new Set(['data', 'home', 'repository', 'other', 'kept', '.remotes'])

/** Files of git that change by mere looking, or only say how the others are stored; opencode keeps its number there. */
const NO_CHANGE =
  /\.git[\\/](?:index|objects|COMMIT_EDITMSG|FETCH_HEAD|ORIG_HEAD|packed-refs|gc\.log|logs|opencode)\b|\.git[\\/]info[\\/]refs/

async function gitState(folder: string): Promise<Record<string, string>> {
  const name = path.basename(folder)
  const asked = {
    refs: await git(folder, 'for-each-ref', '--format=%(refname) %(objectname)'),
    stashes: await git(folder, 'stash', 'list', '--format=%H'),
    index: await git(folder, 'ls-files', '--stage', '-v'),
    worktrees: await git(folder, 'worktree', 'list', '--porcelain'),
  }
  return Object.fromEntries(Object.entries(asked).map(([what, text]) => [`${name}: ${what}`, text]))
}

function filesIn(place: string, root: string): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (at: string): void => {
    const stats = lstatSync(at)
    const name = path.relative(root, at)
    const mode = (stats.mode & 0o777).toString(8)
    if (
      NO_CHANGE.test(at) ||
      /repository\.git[\\/](?:objects|refs)/.test(at) ||
      /[\\/]\.git[\\/]refs/.test(at)
    )
      return
    if (stats.isSymbolicLink()) found[name] = `→ ${readlinkSync(at)}`
    else if (stats.isDirectory()) {
      found[name] = `folder ${mode}`
      for (const entry of readdirSync(at)) visit(path.join(at, entry))
    } else found[name] = `${mode} ${textPrint(at)}`
  }
  if (existsSync(place)) visit(place)
  return found
}

/** The app itself writes the times into the list. */
function textPrint(file: string): string {
  const text = readFileSync(file, 'latin1')
  const read =
    path.basename(file) === 'HEARTBEAT.md'
      ? text.replace(/## (?:Timestamps|Notes)[\s\S]*?(?=\n## |$)/g, '')
      : text
  return createHash('sha256').update(read).digest('hex').slice(0, 12)
}
