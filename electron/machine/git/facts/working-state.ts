import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../../../../shared/base/faults.ts'
import { CONFIG_NAMES } from '../../../../shared/threads/heartbeat-json.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { GitGlance } from '../../../../shared/events/git-glance.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import { isTempName } from '../../disk/replace-file.ts'
import type { Repository } from '../git.ts'

/** What `git status` tells, read once per run. */
export interface WorkingState {
  readonly head: string | null // commit id; null: no commit yet
  readonly branch: string | null // null: detached
  readonly upstream: string | null // as git writes it: origin/main
  readonly ahead: number | null
  readonly behind: number | null
  readonly changed: readonly string[] // tracked files that differ, without the unmerged ones
  readonly untracked: readonly string[]
  readonly unmerged: readonly string[]
  readonly operation: { readonly kind: NonNullable<GitGlance['operation']>; readonly since: Instant } | null
  readonly hasSubmodules: boolean // what is uncommitted inside of them is not among the files
}

/**
 * Our own file is not the person's uncommitted work, also where the exclude line could not be written, nor is what a
 * write of ours puts beside it for a moment.
 */
const OWN_FILE = 'HEARTBEAT.md'
const isOwn = (name: string): boolean =>
  name === OWN_FILE || [OWN_FILE, ...CONFIG_NAMES].some((own) => isTempName(name, own))

export async function readWorkingState(
  repository: Repository,
  signal?: AbortSignal,
): Promise<Result<WorkingState, Fault>> {
  const operation = await operationInProgress(repository.location.gitDir)
  if (repository.bare) {
    const head = await repository.git(['rev-parse', '--verify', '--quiet', 'HEAD'], { okCodes: [1], signal })
    if (!head.ok) return head
    const branch = await repository.git(['symbolic-ref', '--short', '--quiet', 'HEAD'], {
      okCodes: [1],
      signal,
    })
    if (!branch.ok) return branch
    return ok({
      head: head.value.stdout.trim() || null,
      branch: branch.value.stdout.trim() || null,
      upstream: null,
      ahead: null,
      behind: null,
      changed: [],
      untracked: [],
      unmerged: [],
      operation: null,
      hasSubmodules: false,
    })
  }
  // Work inside submodules is left out: looking at it would start git in there, with the submodule's own
  // config.
  const status = await repository.git(
    ['status', '--porcelain=v2', '--branch', '-z', '--ignore-submodules=dirty'],
    { signal },
  )
  const hasSubmodules = await lstat(join(repository.location.path, '.gitmodules')).then(
    () => true,
    () => false,
  )
  return status.ok ? ok({ ...parseStatus(status.value.stdout), operation, hasSubmodules }) : status
}

export function toGlance(state: WorkingState): GitGlance {
  return {
    branch: state.branch,
    ahead: state.ahead,
    behind: state.behind,
    changed: state.changed.length + state.untracked.length + state.unmerged.length,
    operation: state.operation?.kind ?? null,
  }
}

/**
 * `git status --porcelain=v2 --branch -z`:
 *    # branch.ab +1 -2
 * 1 .M N... 100644 100644 100644 <id> <id> path fields before the path: 8 (9 for "2", 10 for "u")
 *    2 R. … R100 new path NUL old path
 *    ? path
 */
export function parseStatus(listing: string): Omit<WorkingState, 'operation' | 'hasSubmodules'> {
  const changed: string[] = []
  const untracked: string[] = []
  const unmerged: string[] = []
  const head: Record<string, string> = {}
  const entries = listing.split('\0')
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] ?? ''
    if (entry.startsWith('# ')) {
      const [, key = '', value = ''] = /^# (\S+) (.*)$/s.exec(entry) ?? []
      head[key] = value
    } else if (entry.startsWith('1 ')) changed.push(afterFields(entry, 8))
    else if (entry.startsWith('2 ')) {
      changed.push(afterFields(entry, 9))
      i++ // the old name
    } else if (entry.startsWith('u ')) unmerged.push(afterFields(entry, 10))
    else if (entry.startsWith('? ') && !isOwn(entry.slice(2))) untracked.push(entry.slice(2))
  }
  const counts = /^\+(\d+) -(\d+)$/.exec(head['branch.ab'] ?? '')
  return {
    head: head['branch.oid'] === '(initial)' ? null : (head['branch.oid'] ?? null),
    branch: head['branch.head'] === '(detached)' ? null : (head['branch.head'] ?? null),
    upstream: head['branch.upstream'] ?? null,
    ahead: counts ? Number(counts[1]) : null,
    behind: counts ? Number(counts[2]) : null,
    changed,
    untracked,
    unmerged,
  }
}

function afterFields(entry: string, fields: number): string {
  let at = 0
  for (let i = 0; i < fields; i++) at = entry.indexOf(' ', at) + 1
  return entry.slice(at)
}

const OPERATIONS = [
  ['rebase', 'rebase-merge'],
  ['rebase', 'rebase-apply'],
  ['merge', 'MERGE_HEAD'],
  ['cherry-pick', 'CHERRY_PICK_HEAD'],
  ['revert', 'REVERT_HEAD'],
  ['bisect', 'BISECT_LOG'],
] as const

export const OPERATION_NAMES: readonly string[] = OPERATIONS.map(([, name]) => name)

export async function operationInProgress(gitDir: string): Promise<WorkingState['operation']> {
  for (const [kind, name] of OPERATIONS) {
    const found = await stat(join(gitDir, name)).catch(() => null)
    if (found !== null) return { kind, since: found.mtimeMs }
  }
  return null
}

/**
 * When the newest of these files changed. null: none of them is there (all deleted), or the list is empty.
 */
export async function newestChange(folder: string, files: readonly string[]): Promise<Instant | null> {
  let newest: Instant | null = null
  // The newest of a thousand files says enough; a folder with a million must not cost a million calls.
  for (const file of files.slice(0, 1000)) {
    const found = await lstat(join(folder, file)).catch(() => null)
    if (found !== null && (newest === null || found.mtimeMs > newest)) newest = found.mtimeMs
  }
  return newest
}
