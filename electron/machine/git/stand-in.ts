import { copyFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporary } from '../disk/temporary.ts'
import { configText, type ConfigEntry } from './git-config.ts'
import type { GitLocation } from './git-location.ts'
import { codeOf } from '../disk/answering/disk-reason.ts'

const LINKED_FOLDERS = ['objects', 'refs', 'info', 'logs', 'reftable'] as const
const LINKED_FILES = ['packed-refs', 'shallow'] as const

/** Links to what is not there yet are fine: git then takes the thing as absent. */
export async function makeStandIn(location: GitLocation, config: readonly ConfigEntry[]): Promise<string> {
  const folder = await makeTemporary('git')
  // Without a logs folder git would try to make one inside our link.
  const keepsLogs = await stat(join(location.commonDir, 'logs')).then(
    () => true,
    () => false,
  )
  await Promise.all([
    writeFile(
      join(folder, 'config'),
      configText(keepsLogs ? config : [...config, ['core.logallrefupdates', 'false']]),
    ),
    ...LINKED_FOLDERS.map((name) => symlink(join(location.commonDir, name), join(folder, name), 'junction')),
    ...LINKED_FILES.map((name) => linkFile(join(location.commonDir, name), join(folder, name))),
  ])
  return folder
}

/** Windows lets only administrators link files; a copy serves for reading. */
async function linkFile(from: string, to: string): Promise<void> {
  if (process.platform !== 'win32') return await symlink(from, to)
  await copyFile(from, to).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}
