import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { MINUTE, type Instant } from '../../../../shared/base/time.ts'
import { isRead, recognise } from '../../../../shared/pollination/recognise.ts'
import { HALF_YEAR_MS, type RepositoryState } from '../../../../shared/pollination/state.ts'
import { withRepository, type Repository } from '../git.ts'

/** Nobody waits for more: a history is looked at newest first. */
const COMMITS_READ = 100_000
/** Longer files, and more of them, are none that a person wrote: what is beyond is not read. */
const TEXT_BYTES = 64 * 1024
const TEXTS_READ = 40
const TEXTS_BYTES = 256 * 1024
const NAMES_READ = 2_000
const LANGUAGES_KEPT = 12
const TIMEOUT_MS = MINUTE

/**
 * What the repository was at each of these times, oldest first, by the commits of HEAD: the last one at or before it.
 * null: there was none yet. Reads objects only, nothing of the working tree, and starts git twice for each time and once more.
 */
export const pastStates = (
  repoPath: string,
  times: readonly Instant[],
): Promise<Result<readonly (RepositoryState | null)[], Fault>> =>
  withRepository(repoPath, (repository) => statesOf(repository, times))

interface Commit {
  readonly id: string
  readonly at: Instant
}
/** What of a commit's tree is looked at. */
interface Tree {
  readonly names: readonly string[] // at the root, folders with a slash
  readonly languages: Readonly<Record<string, number>>
  readonly texts: readonly { readonly id: string; readonly path: string }[]
}

async function statesOf(
  repository: Repository,
  times: readonly Instant[],
): Promise<Result<readonly (RepositoryState | null)[], Fault>> {
  const log = await repository.git(
    ['--no-replace-objects', 'log', '--format=%H %ct', `--max-count=${COMMITS_READ}`, 'HEAD', '--'],
    { timeoutMs: TIMEOUT_MS, okCodes: [128] }, // no commit yet
  )
  if (!log.ok) return log
  const commits = log.value.stdout.split('\n').flatMap(commitIn)
  const known = new Map<string, RepositoryState>()
  const states: (RepositoryState | null)[] = []
  for (const time of times) {
    const commit = commits.find(({ at }) => at <= time)
    if (commit === undefined) {
      states.push(null)
      continue
    }
    const state = known.get(commit.id) ?? (await stateOf(repository, commit.id))
    if ('error' in state) return state
    known.set(commit.id, state)
    states.push({ ...state, active: activeIn(commits, time) })
    // Whoever else waits for this process goes first.
    await new Promise(setImmediate)
  }
  return ok(states)
}

/** What the repository was at a commit, but for how active it was. One tree at a time: a hostile one is large. */
export async function stateOf(
  repository: Repository,
  commit: string,
): Promise<RepositoryState | { readonly ok: false; readonly error: Fault }> {
  const listed = await repository.git(
    ['--no-replace-objects', 'ls-tree', '-r', '-l', '-z', '--full-tree', commit],
    {
      timeoutMs: TIMEOUT_MS,
    },
  )
  if (!listed.ok) return listed
  const { names, languages, texts } = treeIn(listed.value.stdout)
  const read = await textsOf(repository, texts)
  if (!read.ok) return read
  return recognise({ names, languages, texts: read.value, active: 0 })
}

const commitIn = (line: string): readonly Commit[] => {
  const [, id, seconds] = /^([0-9a-f]{40,64}) (\d{1,12})$/.exec(line) ?? []
  return id === undefined ? [] : [{ id, at: Number(seconds) * 1000 }]
}

const activeIn = (commits: readonly Commit[], time: Instant): number =>
  commits.filter(({ at }) => at <= time && at > time - HALF_YEAR_MS).length

const ENTRY = /^\d{6} blob ([0-9a-f]{40,64}) +(\d{1,15})\t([^]+)$/
/** A regular file: the text of a link is a path. */
const IS_FILE = /^100/

function treeIn(listing: string): Tree {
  const names = new Set<string>()
  const endings = new Map<string, number>()
  const found: Found[] = []
  for (let at = 0; at < listing.length; ) {
    const end = listing.indexOf('\0', at)
    const line = listing.slice(at, end < 0 ? listing.length : end)
    at = end < 0 ? listing.length : end + 1
    const [, id, length = '', path] = ENTRY.exec(line) ?? []
    if (id === undefined || path === undefined) continue
    const slash = path.indexOf('/')
    if (names.size < NAMES_READ) names.add(slash < 0 ? path : path.slice(0, slash + 1))
    const ending = /\.([A-Za-z0-9_]{1,20})$/.exec(path)?.[1]?.toLowerCase()
    if (ending !== undefined && (endings.size < NAMES_READ || endings.has(ending)))
      endings.set(ending, (endings.get(ending) ?? 0) + 1)
    const isWanted = IS_FILE.test(line) && Number(length) <= TEXT_BYTES && isRead(path)
    if (isWanted && found.length < NAMES_READ) found.push({ id, path, bytes: Number(length) })
  }
  const most = [...endings].sort((a, b) => b[1] - a[1]).slice(0, LANGUAGES_KEPT)
  return { names: [...names], languages: Object.fromEntries(most), texts: chosen(found) }
}

interface Found {
  readonly id: string
  readonly path: string
  readonly bytes: number
}

/** What lies at the root first: it says most. */
function chosen(found: readonly Found[]): readonly Found[] {
  const depth = ({ path }: Found): number => path.split('/').length
  let bytesLeft = TEXTS_BYTES
  return found
    .toSorted((a, b) => depth(a) - depth(b))
    .slice(0, TEXTS_READ)
    .filter(({ bytes }) => (bytesLeft -= bytes) >= 0)
}

/** Path → its text; what is not here (a partial clone fetches nothing now) is left out. */
async function textsOf(
  repository: Repository,
  wanted: Tree['texts'],
): Promise<Result<ReadonlyMap<string, string>, Fault>> {
  if (wanted.length === 0) return ok(new Map())
  const ids = [...new Set(wanted.map(({ id }) => id))]
  const read = await repository.git(['--no-replace-objects', 'cat-file', '--batch'], {
    input: ids.map((id) => `${id}\n`).join(''),
    timeoutMs: TIMEOUT_MS,
  })
  if (!read.ok) return read
  const texts = new Map<string, string>()
  const { bytes } = read.value
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at)
    if (end < 0) break
    const header = bytes.toString('latin1', at, end)
    const [, id, length] = /^([0-9a-f]{40,64}) \w+ (\d{1,15})$/.exec(header) ?? []
    at = end + 1
    if (id === undefined) continue // "… missing"
    texts.set(id, bytes.toString('utf8', at, at + Number(length)))
    at += Number(length) + 1
  }
  return ok(
    new Map(
      wanted.flatMap(({ id, path }) => {
        const text = texts.get(id)
        return text === undefined ? [] : [[path, text] as const]
      }),
    ),
  )
}
