import { existsSync } from 'node:fs'
import path from 'node:path'
import { openSettingsFile } from '../disk/settings/settings-file.ts'
import { readSettingsText, SETTINGS_FILE } from '../disk/settings/settings-text.ts'
import { STAGED } from './pending.ts'
import { readOwnTextSync } from '../disk/regular-file.ts'

/** The archive's settings, where they are wanted. */
export function takeStagedFiles(dataDir: string, withSettings: boolean): void {
  const file = path.join(dataDir, STAGED, SETTINGS_FILE)
  if (!withSettings || !existsSync(file)) return
  const read = readSettingsText(readOwnTextSync(file))
  if (read.ok) openSettingsFile(dataDir).change(read.value, 'restore')
}
