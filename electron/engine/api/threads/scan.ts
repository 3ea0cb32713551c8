import type { ScanMessage } from '../../../../shared/contract/threads.ts'
import type { CoreParts } from '../parts.ts'

/** More than this in one scan is a folder chosen too high up. */
const SCAN_LIMIT = 200

/** Repositories below some folders, one after the other. */
export async function* scanForRepositories(
  { roots, depth }: { readonly roots: readonly string[]; readonly depth: number },
  { ports, store }: CoreParts,
  signal: AbortSignal | undefined,
): AsyncGenerator<ScanMessage, void> {
  const threads = new Set(store.threads.list().map((t) => t.repoPath))
  const abort = new AbortController()
  signal?.addEventListener('abort', () => abort.abort())
  let found = 0
  let last = { folders: 0, unreadable: 0 }
  for await (const step of ports.repositories.scan(roots, depth, abort.signal)) {
    if (step.kind === 'progress') {
      last = step
      yield { kind: 'progress', folders: step.folders, at: step.at }
      continue
    }
    found++
    yield {
      kind: 'found',
      path: step.realPath,
      name: step.name,
      lastChangedAt: step.lastChangedAt,
      alreadyAdded: threads.has(step.realPath),
    }
    if (found >= SCAN_LIMIT) abort.abort()
  }
  const limited = found >= SCAN_LIMIT
  yield { kind: 'done', folders: last.folders, found, unreadable: last.unreadable, limited }
}
