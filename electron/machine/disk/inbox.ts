import { watch } from 'chokidar'
import { mkdirSync } from 'node:fs'
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Inbox, InboxFile } from '../../engine/ports/disk.ts'
import { readRegularFile } from './regular-file.ts'

const MAX_BYTES = 1_000_000
/** Leaves room for the ending of the reason's file. */
const LONGEST_NAME = 200

/**
 * A folder for scripts: `*.json` files are taken oldest first. Write under another name and rename, so that
 * a half-written file is never seen. What cannot be taken goes to `rejected/` with a reason beside it and
 * is not looked at again.
 */
export function inboxFolder(folder: string): Inbox {
  const rejected = join(folder, 'rejected')
  mkdirSync(rejected, { recursive: true, mode: 0o700 })
  return {
    async collect() {
      await nameReadably(folder)
      const names = (await readdir(folder, { withFileTypes: true }).catch(() => []))
        .filter((e) => e.name.endsWith('.json') && !e.name.startsWith('.'))
        .map((e) => e.name)
      const files = await Promise.all(
        names.map(async (name): Promise<InboxFile> => {
          const path = join(folder, name)
          const info = await lstat(path).catch(() => null)
          // A link, a pipe or a folder is none of ours to read: it goes aside with the reason.
          const content = await readRegularFile(path, { maxBytes: MAX_BYTES, links: 'refuse' }).then(
            ({ bytes }) => bytes.toString('utf8'),
            () => null,
          )
          return {
            name,
            content,
            version: `${info?.mtimeMs ?? 0}-${info?.ino ?? 0}`,
            writtenAt: info?.mtimeMs ?? 0,
          }
        }),
      )
      return files.sort((a, b) => a.writtenAt - b.writtenAt || (a.name < b.name ? -1 : 1))
    },
    accept: ({ name }) =>
      rm(join(folder, name), { force: true }).then(
        () => true,
        () => false,
      ),
    async reject({ name }, reason) {
      const short = name.slice(0, LONGEST_NAME)
      const moved = await rename(join(folder, name), join(rejected, short)).then(
        () => true,
        () => false,
      )
      if (moved)
        await writeFile(join(rejected, `${short}.reason.txt`), `${reason}\n`, { mode: 0o600 }).catch(() => {})
      return moved
    },
    watch(changed) {
      const watcher = watch(folder, {
        ignoreInitial: true,
        depth: 0,
        awaitWriteFinish: { stabilityThreshold: 100, pollInterval: 50 },
      })
      watcher
        .on('add', changed)
        // What came between the first look and the first watch is no news to the watch.
        .on('ready', changed)
        .on('change', changed)
        .on('error', () => {})
      return () => void watcher.close()
    },
  }
}

/** A name that is no UTF-8 cannot be told to anybody: its file goes on under one in which its odd bytes are written out. */
async function nameReadably(folder: string): Promise<void> {
  for (const raw of await readdir(folder, { encoding: 'buffer' }).catch(() => [])) {
    const name = raw.toString('utf8')
    if (!name.endsWith('.json') || Buffer.from(name).equals(raw)) continue
    const readable = raw.toString('latin1').replace(/[^\w.-]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
    const isFree = (await lstat(join(folder, readable)).catch(() => null)) === null
    if (isFree)
      await rename(Buffer.concat([Buffer.from(folder + sep), raw]), join(folder, readable)).catch(() => {})
  }
}
