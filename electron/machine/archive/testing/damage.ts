import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Bytes in the middle of a database, as a bad disk would write them. */
export function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096, Math.min(bytes.length, 40_960))
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  writeFileSync(file, bytes)
}
