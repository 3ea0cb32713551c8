import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { codeOf } from '../../disk/answering/disk-reason.ts'

/** What a folder holds, none where it is not there. null: more than `most`, which are not all read. */
export async function entriesOf(folder: string, most: number): Promise<readonly Dirent[] | null> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder)) {
      if (entries.length >= most) return null
      entries.push(entry)
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  return entries
}
