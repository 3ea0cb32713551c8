import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'

export function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Of a file or a folder; where folders cannot be synced, the rename itself has happened. */
export function synced(file: string): void {
  let handle: number | null = null
  try {
    handle = openSync(file, 'r')
    fsyncSync(handle)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') throw error
  } finally {
    if (handle !== null) closeSync(handle)
  }
}
