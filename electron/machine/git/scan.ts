import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ScanStep } from '../../engine/ports/repositories.ts'

/** Folders that hold no repositories of a person's own, and many files. */
const SKIPPED = new Set([
  'node_modules',
  '.git',
  '.cache',
  '.npm',
  '.cargo',
  '.rustup',
  '.local',
  'Library',
  'vendor',
  'target',
  'dist',
  'build',
  '__pycache__',
  '.venv',
  'venv',
])
const PROGRESS_EVERY = 25

/**
 * Finds working copies; a bare repository is added by its path. Breadth first, so that near ones come
 * first; does not look inside a repository, follows no links, executes nothing.
 */
export async function* scanForRepositories(
  roots: readonly string[],
  depth: number,
  signal: AbortSignal,
): AsyncGenerator<ScanStep> {
  let folders = 0
  let unreadable = 0
  const seen = new Set<string>()
  let level = [...roots]
  for (let d = 0; d <= depth && level.length > 0; d++) {
    const next: string[] = []
    for (const folder of level) {
      if (signal.aborted) return
      folders++
      if (folders % PROGRESS_EVERY === 1) yield { kind: 'progress', folders, at: folder, unreadable }
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
      if (entries === null) {
        unreadable++
        continue
      }
      if (entries.some((e) => e.name === '.git')) {
        const realPath = await realpath(folder).catch(() => folder)
        if (!seen.has(realPath)) {
          seen.add(realPath)
          yield {
            kind: 'found',
            realPath,
            name: basename(realPath),
            lastChangedAt: await lastChange(realPath),
          }
        }
        continue
      }
      for (const entry of entries)
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(join(folder, entry.name))
    }
    level = next
  }
  yield { kind: 'progress', folders, at: '', unreadable }
}

/** When git last wrote there: a cheap hint for what a person works on. */
async function lastChange(repoPath: string): Promise<number> {
  for (const name of ['.git/index', '.git/HEAD', '.git']) {
    const info = await stat(join(repoPath, name)).catch(() => null)
    if (info !== null) return Math.round(info.mtimeMs)
  }
  return 0
}
