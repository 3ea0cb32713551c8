import { createHash, randomUUID } from 'node:crypto'
import type { TaskClass } from '../../../../shared/runs/change-gate.ts'
import { ok } from '../../../../shared/base/result.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import { withRepository, type Repository } from '../../git/git.ts'
import { lookAt } from '../../git/look/look.ts'
import { factsOf } from '../../git/facts/repo-facts.ts'
import { operationInProgress } from '../../git/facts/working-state.ts'
import { hostingText } from './github.ts'
import { fetchTracking, listHeads } from './remote.ts'

/** For each question to the network. */
const TIMEOUT_MS = 30 * SECOND
/** More than these are not asked. */
const REMOTES_AT_MOST = 6

type Prints = Partial<Record<TaskClass, string>>

/**
 * What stands behind each class of task, as hashes; HEARTBEAT.md is left out. A class that cannot be told
 * now is absent, so that the agent looks. `fetch`: the remotes are asked first, else their branches are
 * taken as they were last fetched. Contract: never rejects.
 */
export async function prints(
  repoPath: string,
  classes: readonly TaskClass[],
  fetch: boolean,
): Promise<Prints> {
  if (classes.length === 0) return {}
  const read = await withRepository(repoPath, async (repository) => {
    const texts: Partial<Record<TaskClass, string | null>> = {}
    // The remote first: what comes in by a fetch must not be news to the next look.
    if (classes.includes('remote')) texts.remote = await remoteText(repository, fetch)
    if (classes.includes('hosting')) texts.hosting = await hosting(repository)
    if (classes.includes('tree') || classes.includes('refs')) {
      const seen = await lookAt(repository)
      if (seen.ok && classes.includes('refs'))
        texts.refs = JSON.stringify(Object.entries(seen.value.branches))
      const { branches: _, remotes: __, worktrees: ___, ...tree } = seen.ok ? seen.value : NOTHING
      if (seen.ok && classes.includes('tree'))
        texts.tree = JSON.stringify([
          tree,
          (await operationInProgress(repository.location.gitDir))?.kind ?? null,
        ])
    }
    return ok(texts)
  }).catch(() => null)
  if (read === null || !read.ok) return {}
  return Object.fromEntries(
    Object.entries(read.value)
      .filter((entry): entry is [string, string] => entry[1] !== null)
      .map(([name, text]) => [name, createHash('sha256').update(text).digest('hex').slice(0, 32)]),
  )
}

const NOTHING = { branches: {}, remotes: {}, worktrees: [] }

/**
 * The main remote must answer. Another one that does not is a state like any other: that it is gone, and
 * that it is back, are news, but an old address in the config does not make every beat look.
 */
async function remoteText(repository: Repository, fetch: boolean): Promise<string | null> {
  const kept = await repository.git(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/remotes'])
  if (!fetch) return kept.ok ? kept.value.stdout : null
  const facts = await factsOf(repository)
  if (!facts.ok) return null
  const remotes = [
    ...new Set(
      repository.config
        .map(([key]) => /^remote\.(.+)\.url$/s.exec(key)?.[1])
        .filter((name) => name !== undefined),
    ),
  ]
  if (remotes.length > REMOTES_AT_MOST) return null
  const network = { network: true, timeoutMs: TIMEOUT_MS } as const
  const parts: string[] = []
  for (const remote of remotes) {
    const fetched = await fetchTracking(repository, remote, network)
    // A branch that was deleted there stays here after a fetch.
    const heads = fetched.ok ? await listHeads(repository, remote, network) : fetched
    if (!heads.ok && remote === facts.value.remote) return null
    parts.push(`${remote}\n${heads.ok ? heads.value?.stdout : 'does not answer'}`)
  }
  const after = await repository.git(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/remotes'])
  return after.ok ? [...parts, after.value.stdout].join('\n') : null
}

async function hosting(repository: Repository): Promise<string | null> {
  const facts = await factsOf(repository)
  if (!facts.ok) return null
  return await hostingText({
    repository,
    facts: facts.value,
    signal: new AbortController().signal,
    marker: `prints-${randomUUID()}`,
    taskTimeoutMs: TIMEOUT_MS,
    onProcess: () => {},
    overNetwork: (wait) => wait(),
  })
}
