import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isRead, recognise } from '../../shared/pollination/recognise.ts'
import type { RepositoryState } from '../../shared/pollination/state.ts'

/**
 * `npm run bench:states -- OUT REPOSITORY…`: writes the file of states that `bench:spread` reads: each git
 * repository (its folder, or a bare one) as it was at the start of each March and September from 2019 on,
 * seen by the product's own recogniser. Names, counts and ids of checks only; nothing of a repository is run.
 */
const FIRST_YEAR = 2019
/** Languages of a state: the most frequent endings. */
const MOST_ENDINGS = 6
const HALF_YEAR_S = 182.5 * 86_400
const MOST_BYTES = 400_000

const [out, ...folders] = process.argv.slice(2)
if (out === undefined || folders.length === 0)
  throw new Error('usage: npm run bench:states -- OUT REPOSITORY…')

function git(folder: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
  })
  if (status !== 0) throw new Error(`git ${args[0]} in ${folder} failed`)
  return stdout
}

const dates: string[] = []
for (let year = FIRST_YEAR; year <= new Date().getFullYear(); year++)
  for (const month of ['03', '09'])
    if (Date.parse(`${year}-${month}-01`) <= Date.now()) dates.push(`${year}-${month}-01`)

interface Commit {
  readonly id: string
  readonly at: number
}

function commitsOf(folder: string, ...options: string[]): Commit[] {
  const lines = git(folder, 'log', '--format=%H %ct', ...options, 'HEAD')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [id = '', at] = line.split(' ')
    return { id, at: Number(at) }
  })
}

function endingsOf(files: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) {
    const ending = /\.([A-Za-z0-9]{1,12})$/.exec(file)?.[1]?.toLowerCase()
    if (ending !== undefined) counts.set(ending, (counts.get(ending) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_ENDINGS))
}

function stateAt(folder: string, commit: string, active: number): RepositoryState {
  const files = git(folder, 'ls-tree', '-r', '-z', '--name-only', commit).split('\0')
  const names = new Set(files.map((file) => (file.includes('/') ? `${file.split('/')[0]}/` : file)))
  names.delete('')
  const texts = new Map<string, string>()
  for (const file of files.filter(isRead))
    texts.set(file, git(folder, 'cat-file', 'blob', `${commit}:${file}`).slice(0, MOST_BYTES))
  const { ecosystem: _, ...state } = recognise({
    names: [...names],
    texts,
    languages: endingsOf(files),
    active,
  })
  return state
}

/** `OWNER/NAME` of a folder that is called so, or `OWNER+NAME`. */
const nameOf = (folder: string): string =>
  path
    .resolve(folder)
    .replace(/(\/repo)?(\/?\.git)?$/, '')
    .split(path.sep)
    .slice(-2)
    .join('/')

const fleet: Record<string, Record<string, RepositoryState | null>> = {}
for (const folder of folders) {
  const all = commitsOf(folder)
  const main = commitsOf(folder, '--first-parent')
  const newest = all[0]?.at ?? 0
  const states: Record<string, RepositoryState | null> = {}
  for (const date of dates) {
    const before = Date.parse(date) / 1000
    const commit = main.find(({ at }) => at < before)
    const active = all.filter(({ at }) => at < before && at >= before - HALF_YEAR_S).length
    states[date] = commit === undefined ? null : stateAt(folder, commit.id, active)
  }
  fleet[nameOf(folder)] = states
  console.log(
    `${nameOf(folder)}: ${all.length} commits, the newest of ${new Date(newest * 1000).toISOString()}`,
  )
}
writeFileSync(out, JSON.stringify({ about: 'states of repositories, each half-year', fleet }))
