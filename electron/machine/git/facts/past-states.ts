import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { MINUTE, type Instant } from '../../../../shared/base/time.ts'
import { isRead, recognise } from '../../../../shared/pollination/recognise.ts'
import type { RepositoryState } from '../../../../shared/pollination/state.ts'
import { withRepository, type Repository } from '../git.ts'

/** Nobody waits for more: a history is looked at newest first. */
const COMMITS_READ = 100_000
/** A longer file is none that a person wrote. */
const TEXT_BYTES = 256 * 1024
const TEXTS_READ = 60
const LANGUAGES_KEPT = 12
const TIMEOUT_MS = MINUTE

/**
 * What the repository was at each of these times, oldest first, by the commits of HEAD: the last one at or before it.
 * null: there was none yet. Reads objects only, nothing of the working tree, and starts git at most twice for each time
 * and twice more.
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
/** A file of a commit. */
interface Entry {
  readonly id: string
  readonly bytes: number
  readonly path: string
}

async function statesOf(
  repository: Repository,
  times: readonly Instant[],
): Promise<Result<readonly (RepositoryState | null)[], Fault>> {
  const log = await repository.git(
    ['log', '--format=%H %ct', `--max-count=${COMMITS_READ}`, 'HEAD', '--'],
    { timeoutMs: TIMEOUT_MS, okCodes: [128] }, // no commit yet
  )
  if (!log.ok) return log
  const commits = log.value.stdout.split('\n').flatMap(commitIn)
  const chosen = times.map((time) => commits.find(({ at }) => at <= time) ?? null)
  const trees = new Map<string, readonly Entry[]>()
  for (const commit of chosen) {
    if (commit === null || trees.has(commit.id)) continue
    const listed = await repository.git(['ls-tree', '-r', '-l', '-z', '--full-tree', commit.id], {
      timeoutMs: TIMEOUT_MS,
    })
    if (!listed.ok) return listed
    trees.set(commit.id, listed.value.stdout.split('\0').flatMap(entryIn))
  }
  const texts = await textsOf(repository, [...trees.values()].flatMap(wanted))
  if (!texts.ok) return texts
  return ok(
    chosen.map((commit, i) =>
      commit === null ? null : stateAt(trees.get(commit.id) ?? [], texts.value, activeIn(commits, times[i]!)),
    ),
  )
}

const commitIn = (line: string): readonly Commit[] => {
  const [, id, seconds] = /^([0-9a-f]{40,64}) (\d{1,12})$/.exec(line) ?? []
  return id === undefined ? [] : [{ id, at: Number(seconds) * 1000 }]
}

const entryIn = (line: string): readonly Entry[] => {
  const [, id, bytes, path] = /^\d{6} blob ([0-9a-f]{40,64}) +(\d{1,15})\t([^]+)$/.exec(line) ?? []
  return id === undefined || path === undefined ? [] : [{ id, bytes: Number(bytes), path }]
}

const HALF_YEAR_MS = 182 * 24 * 60 * MINUTE
const activeIn = (commits: readonly Commit[], time: Instant): number =>
  commits.filter(({ at }) => at <= time && at > time - HALF_YEAR_MS).length

const wanted = (tree: readonly Entry[]): readonly Entry[] =>
  tree.filter(({ path, bytes }) => bytes <= TEXT_BYTES && isRead(path)).slice(0, TEXTS_READ)

/** Object → its text; one that is not here (a partial clone fetches nothing now) is left out. */
async function textsOf(
  repository: Repository,
  entries: readonly Entry[],
): Promise<Result<ReadonlyMap<string, string>, Fault>> {
  const texts = new Map<string, string>()
  const ids = [...new Set(entries.map(({ id }) => id))]
  if (ids.length === 0) return ok(texts)
  const read = await repository.git(['cat-file', '--batch'], {
    input: ids.map((id) => `${id}\n`).join(''),
    timeoutMs: TIMEOUT_MS,
  })
  if (!read.ok) return read
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
  return ok(texts)
}

function stateAt(
  tree: readonly Entry[],
  texts: ReadonlyMap<string, string>,
  active: number,
): RepositoryState {
  const names = new Set<string>()
  const endings = new Map<string, number>()
  for (const { path } of tree) {
    const slash = path.indexOf('/')
    names.add(slash < 0 ? path : path.slice(0, slash + 1))
    const ending = /\.([A-Za-z0-9_]{1,20})$/.exec(path)?.[1]?.toLowerCase()
    if (ending !== undefined) endings.set(ending, (endings.get(ending) ?? 0) + 1)
  }
  const most = [...endings].sort((a, b) => b[1] - a[1]).slice(0, LANGUAGES_KEPT)
  return recognise({
    names: [...names],
    texts: new Map(
      wanted(tree).flatMap(({ id, path }) => {
        const text = texts.get(id)
        return text === undefined ? [] : [[path, text] as const]
      }),
    ),
    languages: Object.fromEntries(most),
    active,
  })
}
