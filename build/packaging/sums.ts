import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The sums of all that users load, in the form that `sha256sum -c` reads. */
export const SUMS = 'SHA256SUMS'

/** What the builder leaves for whoever looks for its faults. */
const NOT_FOR_USERS = new Set([SUMS, 'builder-debug.yml', 'builder-effective-config.yaml'])

/** Over each file that lies in `folder` itself; folders in it are loaded by nobody. */
export async function writeSums(folder: string): Promise<void> {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_FOR_USERS.has(entry.name))
    .map(({ name }) => name)
    .sort()
  const lines: string[] = []
  for (const name of files) lines.push(`${await sumOf(path.join(folder, name))}  ${name}\n`)
  writeFileSync(path.join(folder, SUMS), lines.join(''))
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
