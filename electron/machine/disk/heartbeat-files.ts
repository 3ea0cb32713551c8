import { unlinkSync, type Stats } from 'node:fs'
import { readdir, realpath, unlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fault, type Fault, type FaultCode } from '../../../shared/base/faults.ts'
import { MAX_BYTES, sizeFault } from '../../../shared/playbook/lint/size.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { HeartbeatFiles, HeartbeatText } from '../../engine/ports/repositories.ts'
import { codeOf, diskReason } from './answering/disk-reason.ts'
import { createFolderWatch } from './folder-watch.ts'
import { decode, encode, versionOf, type Encoding } from './heartbeat-bytes.ts'
import { CONFIG_NAMES } from '../../../shared/threads/heartbeat-json.ts'
import { createHeartbeatWatch, type WatchOptions } from './heartbeat-watch.ts'
import { fileFault, readRegularFile, readRegularFileSync } from './regular-file.ts'
import { isTempName, lstatOrNull, replaceFile } from './replace-file.ts'

const HEARTBEAT_NAME = 'HEARTBEAT.md'

/**
 * HEARTBEAT.md of a repository: real bytes in, real bytes out, one step for each change. A symbolic link is
 * followed as far as the repository goes; a file with several hard links or without the right to write is
 * refused aloud, because a replacement would part the links and get round the refusal.
 */
export function createHeartbeatFiles(options: WatchOptions = {}): HeartbeatFiles {
  const watch = createHeartbeatWatch(options)
  const watchFolder = createFolderWatch()
  return {
    read: (repoPath) => asFault(() => read(repoPath), 'file.unreadable', repoPath),
    write: (repoPath, text, expected, encoding = 'utf-8') =>
      asFault(() => write(repoPath, text, expected, encoding), 'file.write_failed', repoPath),
    watch(repoPath, changed) {
      const ends = [
        watchFolder(repoPath, () => changed('folder')),
        watch(join(repoPath, HEARTBEAT_NAME), () => changed('list')),
        watch(join(repoPath, CONFIG_NAMES[0]), () => changed('config')),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    remove: (repoPath, expected) => asFault(() => remove(repoPath, expected), 'file.write_failed', repoPath),
    sweep: (repoPath) => sweep(repoPath).catch(() => undefined),
  }
}

/** The real file of a repository, or why there is none that may be touched. `stats` null: no file yet. */
interface Target {
  readonly path: string
  readonly stats: Stats | null
}

async function locate(repoPath: string): Promise<Result<Target, Fault>> {
  const home = await realpath(repoPath)
  const named = join(home, HEARTBEAT_NAME)
  const stats = await lstatOrNull(named)
  if (stats === null || !stats.isSymbolicLink()) return usable({ path: named, stats })
  let path: string
  try {
    path = await realpath(named)
  } catch (error) {
    return err(
      fault('file.unreadable', `${named} is a link that leads nowhere (${codeOf(error) ?? 'unreadable'})`),
    )
  }
  const inside = relative(home, path).split(sep)
  if (inside[0] === '..' || inside[0] === '.git' || path === home)
    return err(fault('file.unreadable', `${named} is a link out of the repository, to ${path}`))
  return usable({ path, stats: await lstatOrNull(path) })
}

function usable(target: Target): Result<Target, Fault> {
  const { path, stats } = target
  if (stats === null || stats.isFile()) return ok(target)
  return err(fault('file.unreadable', `${path} is ${stats.isDirectory() ? 'a folder' : 'no regular file'}`))
}

async function read(repoPath: string): Promise<Result<HeartbeatText, Fault>> {
  const target = await locate(repoPath)
  if (!target.ok) return target
  const { path, stats } = target.value
  if (stats === null) return err(fault('file.missing', `${path} is not there`))
  const bytes = await readBytes(path, stats)
  if (!bytes.ok) return bytes
  const decoded = decode(bytes.value)
  const tooLarge = sizeFault(path, decoded.text, bytes.value.length)
  return tooLarge === null ? ok({ ...decoded, version: versionOf(bytes.value) }) : err(tooLarge)
}

/** Through one handle that follows no link, so that what was looked at is what is read. */
async function readBytes(path: string, seen: Stats): Promise<Result<Buffer, Fault>> {
  try {
    const { bytes, stats } = await readRegularFile(path, READ)
    return stats.dev === seen.dev ? ok(bytes) : err(fault('file.unreadable', `${path} is being exchanged`))
  } catch (error) {
    // It was there a moment ago, and so was its folder: somebody has taken it away.
    const known =
      codeOf(error) === 'ENOENT' ? fault('file.missing', `${path} is not there`) : fileFault(error)
    if (known === null) throw error
    return err(known)
  }
}
const READ = { maxBytes: MAX_BYTES, links: 'refuse' } as const

async function write(
  repoPath: string,
  text: string,
  expected: string | null,
  encoding: Encoding,
): Promise<Result<string, Fault>> {
  const bytes = encode(text, encoding)
  if (bytes === null)
    return err(
      fault(
        'file.write_failed',
        'The text holds half of a character (a lone surrogate), which a file cannot hold; nothing was written',
      ),
    )
  const tooLarge = sizeFault('The text', text, bytes.length)
  if (tooLarge !== null) return err(tooLarge)
  const target = await locate(repoPath)
  if (!target.ok) return err(fault('file.write_failed', target.error.message))
  const { path, stats } = target.value
  if (expected === null) {
    if (stats !== null) return err(fault('file.conflict', `${path} exists already; nothing was overwritten`))
  } else if (stats === null) {
    return err(fault('file.conflict', `${path} was removed meanwhile`))
  } else {
    if (stats.nlink > 1)
      return err(
        fault(
          'file.write_failed',
          `${path} has ${stats.nlink} hard links; a safe write would part them. Keep one name, or use a symbolic link`,
        ),
      )
    if ((stats.mode & 0o200) === 0) return err(fault('file.write_failed', `${path} is read-only`))
    const current = await readBytes(path, stats)
    if (!current.ok && current.error.code === 'file.missing')
      return err(fault('file.conflict', `${path} was removed meanwhile`))
    if (!current.ok) return current
    if (versionOf(current.value) !== expected)
      return err(fault('file.conflict', `${path} was changed meanwhile`))
  }
  const replaced = await replaceFile(path, bytes, expected, stats)
  return replaced === 'replaced'
    ? ok(versionOf(bytes))
    : err(fault('file.conflict', `${path} was changed meanwhile`))
}

async function remove(repoPath: string, expected: string): Promise<Result<null, Fault>> {
  const target = await locate(repoPath)
  if (!target.ok) return target
  const { path, stats } = target.value
  if (stats === null) return err(fault('file.missing', `${path} is not there`))
  if (basename(path) !== HEARTBEAT_NAME || dirname(path) !== (await realpath(repoPath)))
    return err(
      fault(
        'file.write_failed',
        `${HEARTBEAT_NAME} is a link to ${path}, which is somebody's file; nothing was deleted`,
      ),
    )
  const current = await readBytes(path, stats)
  if (!current.ok) return current
  // Looked at once more and gone in one step: whoever wrote in between keeps what they wrote.
  if (versionOf(current.value) !== expected || versionOf(readRegularFileSync(path, READ)) !== expected)
    return err(fault('file.conflict', `${path} was changed meanwhile`))
  unlinkSync(path)
  return ok(null)
}

async function sweep(repoPath: string): Promise<void> {
  const target = await locate(repoPath)
  const folders = new Set([await realpath(repoPath), ...(target.ok ? [dirname(target.value.path)] : [])])
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isFile() && isTempName(entry.name, HEARTBEAT_NAME))
        await unlink(join(folder, entry.name)).catch(() => undefined)
    }
  }
}

/** The port's contract: what the system throws becomes a fault with words. */
async function asFault<T>(
  act: () => Promise<Result<T, Fault>>,
  otherwise: FaultCode,
  repoPath: string,
): Promise<Result<T, Fault>> {
  try {
    return await act()
  } catch (error) {
    const path = join(repoPath, HEARTBEAT_NAME)
    const doing = otherwise === 'file.unreadable' ? 'read' : 'written'
    return err(fault(otherwise, `${path} could not be ${doing}: ${diskReason(error, OF_REPOSITORY)}`))
  }
}

const OF_REPOSITORY = {
  ENOENT: 'the repository’s folder is missing',
  ENOTDIR: 'the repository is not a folder',
}
