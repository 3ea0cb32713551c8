import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ImportPlan } from '../../../shared/contract/archive.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { readSettingsText, SETTINGS_FILE } from '../disk/settings/settings-text.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { compareThreads } from '../../store/archive/compare.ts'
import { hasThreads } from '../../store/archive/whole.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { withPrivateUmask } from '../disk/data-dir.ts'
import type { Imported } from './import.ts'
import { DATABASE } from './manifest.ts'
import { readOwnTextSync } from '../disk/regular-file.ts'

/**
 * What an import would do: of an archive that was unpacked into `stage`. Nothing changes. An error is a
 * sentence.
 */
export function planOf(
  stage: string,
  database: string,
  { manifest, threads: there, authority }: Imported,
  driver: Driver,
): Result<ImportPlan, string> {
  const theirs = withPrivateUmask(() => openDatabase(path.join(stage, DATABASE), driver))
  if (!theirs.ok) return err(theirs.error.message)
  const mine = existsSync(database) ? driver.open(database, { readOnly: true }) : null
  try {
    const threads = compareThreads(mine, theirs.value.db)
    const isWhole = mine === null || !hasThreads(mine)
    const placed = new Map(there.map((t) => [t.id, t]))
    return ok({
      exportedAt: manifest.exportedAt,
      app: manifest.app,
      authority,
      whole: isWhole,
      settings: settingsIn(stage),
      leftOut: manifest.leftOut.map((p) => `${p.table} ${p.row} ${p.what}`),
      threads: threads.map(({ id, number, name, repoPath, runs, state, differences, mine: here }) => ({
        id,
        number,
        name,
        repoPath,
        runs,
        state,
        differences,
        mine: here === null ? null : { number: here.number, name: here.name, runs: here.runs },
        missing: placed.get(id)?.missing ?? null,
      })),
    })
  } finally {
    mine?.close()
    theirs.value.db.close()
  }
}

function settingsIn(stage: string): number {
  const file = path.join(stage, SETTINGS_FILE)
  const read = existsSync(file) ? readSettingsText(readOwnTextSync(file)) : null
  return read?.ok === true ? Object.keys(read.value).length : 0
}
