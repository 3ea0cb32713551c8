import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openSettingsFile } from '../disk/settings/settings-file.ts'
import { readSettingsText, SETTINGS_FILE } from '../disk/settings/settings-text.ts'
import { STAGED } from './pending.ts'

/** Pages that are here stay as they are. */
export function takeStagedFiles(dataDir: string, withSettings: boolean): void {
  const staged = path.join(dataDir, STAGED)
  const copyMissing = (folder: string): void => {
    for (const entry of existsSync(path.join(staged, folder))
      ? readdirSync(path.join(staged, folder), { withFileTypes: true })
      : []) {
      const name = path.join(folder, entry.name)
      if (entry.isDirectory()) copyMissing(name)
      else if (!existsSync(path.join(dataDir, name))) {
        mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true, mode: 0o700 })
        copyFileSync(path.join(staged, name), path.join(dataDir, name))
      }
    }
  }
  copyMissing('knowledge')
  const file = path.join(staged, SETTINGS_FILE)
  if (!withSettings || !existsSync(file)) return
  const read = readSettingsText(readFileSync(file, 'utf8'))
  if (read.ok) openSettingsFile(dataDir).change(read.value, 'restore')
}
