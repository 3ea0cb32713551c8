import path from 'node:path'
import type { Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'
import { threadPlaces, type ThreadPlace } from '../../store/archive/contents.ts'
import { forgetCommands, settlePlaces } from '../../store/archive/hold-back.ts'
import type { Database } from '../../store/connection/driver.ts'
import { withPrivateUmask } from '../disk/data-dir.ts'
import { ZipError } from './zip/zip-read.ts'

export interface Places {
  /** Old beginning of a path → new one, longest first; only whole folder names match. */
  readonly map: readonly { readonly from: string; readonly to: string }[]
  /** Real path of a repository; looks at names only. */
  readonly identify: (path: string) => Promise<Result<{ readonly realPath: string }, Fault>>
}
export interface ImportedThread extends ThreadPlace {
  readonly movedFrom: string | null // null: the folder it was exported with
  readonly missing: string | null // why no repository is there; null: it is
  readonly distrusted: boolean // trust and approvals were taken away
}

/**
 * Settles where the threads of an unpacked history are on this machine. Trust stays only where a thread's own
 * repository is found at its own real path, because it was given to that folder. Throws `ZipError`.
 */
export async function settleThreads(db: Database, places: Places): Promise<readonly ImportedThread[]> {
  const threads: ImportedThread[] = []
  for (const thread of threadPlaces(db)) threads.push(await placeOf(thread, places))
  const taken = new Map<string, ImportedThread>()
  for (const t of threads) {
    const other = taken.get(t.repoPath)
    if (other !== undefined)
      throw new ZipError(
        `the threads ${other.number} ${other.name} and ${t.number} ${t.name} would share the folder ${t.repoPath}`,
      )
    taken.set(t.repoPath, t)
  }
  const moved = threads.filter((t) => t.movedFrom !== null)
  withPrivateUmask(() => {
    settlePlaces(
      db,
      new Map(moved.map((t) => [t.id, t.repoPath])),
      new Set(threads.filter((t) => t.distrusted || t.movedFrom !== null).map((t) => t.id)),
    )
    forgetCommands(db)
  })
  return threads
}

async function placeOf(thread: ThreadPlace, { map, identify }: Places): Promise<ImportedThread> {
  const wanted = mapped(thread.repoPath, map)
  const found = await identify(wanted)
  // A person named the folder: where it really lies is what counts from now on. Without their word a path
  // that leads elsewhere stays as it was.
  const repoPath = wanted !== thread.repoPath && found.ok ? found.value.realPath : wanted
  const isItself = repoPath === thread.repoPath && found.ok && found.value.realPath === thread.repoPath
  const missing = found.ok ? elsewhere(repoPath, found.value.realPath) : found.error.message
  return {
    ...thread,
    repoPath,
    movedFrom: repoPath === thread.repoPath ? null : thread.repoPath,
    missing,
    trusted: thread.trusted && isItself,
    distrusted: thread.trusted && !isItself,
  }
}

/** By whole folder names: /home/a maps /home/a/x, not /home/ab. The longest beginning counts. */
export function mapped(repoPath: string, map: Places['map']): string {
  const trimmed = (p: string): string => (p.length > 1 ? p.replace(/[/\\]+$/, '') : p)
  const [best] = map
    .map(({ from, to }) => ({ from: trimmed(from), to: trimmed(to) }))
    .filter(
      ({ from }) =>
        repoPath === from ||
        repoPath.startsWith(/[/\\]$/.test(from) ? from : `${from}/`) ||
        repoPath.startsWith(`${from}\\`),
    )
    .sort((a, b) => b.from.length - a.from.length)
  if (best === undefined) return repoPath
  const rest = repoPath.slice(best.from.length).replace(/^[/\\]+/, '')
  return rest === '' ? best.to : path.join(best.to, rest)
}

/** null: it is where the person said. */
const elsewhere = (repoPath: string, realPath: string): string | null =>
  realPath === repoPath ? null : `${repoPath} now leads to ${realPath}`
