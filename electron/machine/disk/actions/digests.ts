import { createHash } from 'node:crypto'
import { readAttachment } from '../attachment.ts'

const MOST_BYTES = 64_000_000

/** Of regular files below the repository; null: not there, outside, or too large. Contract: never rejects. */
export async function digests(
  repoPath: string,
  paths: readonly string[],
): Promise<Readonly<Record<string, string | null>>> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readAttachment(repoPath, path, MOST_BYTES)
      return [path, bytes === null ? null : createHash('sha256').update(bytes).digest('hex')] as const
    }),
  )
  return Object.fromEntries(found)
}
