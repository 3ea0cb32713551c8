import { isUtf8 } from 'node:buffer'
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { CONFIG_LIMIT_BYTES, CONFIG_NAMES } from '../../../shared/threads/heartbeat-json.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { codeOf } from './answering/disk-reason.ts'
import { fileFault, readRegularFile } from './regular-file.ts'
import { lstatOrNull } from './replace-file.ts'

interface ConfigFile {
  readonly name: string // of CONFIG_NAMES: the one that counts
  readonly text: string
  readonly names: readonly string[] // all that are there, in their order
}

/**
 * HEARTBEAT.json beside the playbook; null: there is none. Only a regular file counts, since a link could
 * make a file outside the repository speak for it. repo.missing, file.unreadable, file.too_large. Contract:
 * never rejects.
 */
export async function readHeartbeatConfig(repoPath: string): Promise<Result<ConfigFile | null, Fault>> {
  let path = repoPath
  try {
    const home = await realpath(repoPath)
    // Not one look for each name: where case does not count, they are one file.
    const there = new Set(await readdir(home))
    const names = CONFIG_NAMES.filter((name) => there.has(name))
    const [name] = names
    if (name === undefined) return ok(null)
    path = join(home, name)
    const text = await readText(path)
    return text.ok ? ok(text.value === null ? null : { name, text: text.value, names }) : text
  } catch (error) {
    const code = codeOf(error)
    if (path === repoPath && (code === 'ENOENT' || code === 'ENOTDIR'))
      return err(fault('repo.missing', `${repoPath} is not there`))
    const why = WORDS[code ?? ''] ?? messageOf(error)
    return err(fault('file.unreadable', `${path} could not be read: ${why}`))
  }
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it is a link',
}

/** null: gone meanwhile. */
async function readText(path: string): Promise<Result<string | null, Fault>> {
  const seen = await lstatOrNull(path)
  if (seen === null) return ok(null)
  if (seen.isSymbolicLink())
    return err(fault('file.unreadable', `${path} is a link; it must be a file of its own`))
  if (!seen.isFile())
    return err(fault('file.unreadable', `${path} is ${seen.isDirectory() ? 'a folder' : 'no regular file'}`))
  try {
    const { bytes } = await readRegularFile(path, { maxBytes: CONFIG_LIMIT_BYTES, links: 'refuse' })
    return isUtf8(bytes)
      ? ok(bytes.toString('utf8'))
      : err(fault('file.unreadable', `${path} is not UTF-8 text`))
  } catch (error) {
    const known = fileFault(error)
    if (known === null) throw error
    return err(known)
  }
}
