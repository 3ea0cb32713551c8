import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ImportPlan } from '../../../shared/contract/archive.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { identify } from '../git/facts/repo-facts.ts'
import { readSettingsText, SETTINGS_FILE } from '../disk/settings/settings-text.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { compareThreads } from '../../store/archive/compare.ts'
import { hasThreads } from '../../store/archive/whole.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { withPrivateUmask } from '../disk/data-dir.ts'
import { importFrom, type ImportOptions, type Imported } from './import.ts'
import { DATABASE } from './manifest.ts'

/**
 * What an import would do. The archive is unpacked into `stage`, to its end, with its paths as `map` says;
 * null: it was unpacked there. Nothing else changes. An error is a sentence.
 */
export async function planOf(
  zip: string | null,
  stage: string,
  database: string,
  map: ImportOptions['map'],
  driver: Driver,
): Promise<Result<ImportPlan, string>> {
  let taken: Imported | null = null
  if (zip !== null) {
    const imported = await importFrom(zip, stage, { map, identify }, driver)
    if (!imported.ok) return imported
    taken = imported.value
  }
  // an older one is brought up to this schema
  const theirs = withPrivateUmask(() => openDatabase(path.join(stage, DATABASE), driver))
  if (!theirs.ok) return err(theirs.error.message)
  const mine = existsSync(database) ? driver.open(database, { readOnly: true }) : null
  try {
    const threads = compareThreads(mine, theirs.value.db)
    const isWhole = mine === null || !hasThreads(mine)
    const placed = new Map(taken?.threads.map((t) => [t.id, t]))
    return ok({
      exportedAt: taken?.manifest.exportedAt ?? '',
      app: taken?.manifest.app ?? '',
      whole: isWhole,
      settings: settingsIn(stage),
      leftOut: taken?.manifest.leftOut.map((p) => `${p.table} ${p.row} ${p.what}`) ?? [],
      threads: threads.map(
        ({ id, number, name, repoPath, runs, state, differences, mine: here, executes, trusted }) => ({
          id,
          number,
          name,
          repoPath,
          runs,
          state,
          differences,
          mine: here === null ? null : { number: here.number, name: here.name, runs: here.runs },
          missing: placed.get(id)?.missing ?? null,
          executes,
          trusted,
        }),
      ),
    })
  } finally {
    mine?.close()
    theirs.value.db.close()
  }
}

function settingsIn(stage: string): number {
  const file = path.join(stage, SETTINGS_FILE)
  const read = existsSync(file) ? readSettingsText(readFileSync(file, 'utf8')) : null
  return read?.ok === true ? Object.keys(read.value).length : 0
}
