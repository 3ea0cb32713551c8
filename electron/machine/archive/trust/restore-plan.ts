import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { Authority, BackupAuthority } from '../../../../shared/contract/authority.ts'
import { authorityOf } from '../../../store/archive/authority.ts'
import { BACKUPS } from '../../../store/backup/backups.ts'
import type { Driver } from '../../../store/connection/driver.ts'
import { MIGRATIONS } from '../../../store/schema/schema.ts'
import { migrate, strangeSchema } from '../../../store/schema/version.ts'
import { withPrivateUmask } from '../../disk/data-dir.ts'
import { DATABASE, temporaryIn } from '../manifest.ts'
import { agreementHash } from './agreement.ts'

interface RestorePlan extends BackupAuthority {
  readonly sha256: string // of the backup's file, 64 hexadecimal digits
}

/**
 * What a backup executes or allows otherwise than the present history; all of it where that one cannot be
 * read. Both are only read. An error is a sentence.
 */
export async function restorePlan(
  dataDir: string,
  name: string,
  driver: Driver,
): Promise<Result<RestorePlan, string>> {
  const copy = temporaryIn(dataDir)
  try {
    // A copy is looked at: opening a history writes files beside it, and an older one is brought up to date.
    await copyFile(path.join(dataDir, BACKUPS, name), copy)
    const sha256 = await sha256Of(copy)
    const then = authorityIn(copy, driver)
    const now = new Set(presentOf(dataDir, driver).map((authority) => JSON.stringify(authority)))
    const differs = then.filter((authority) => !now.has(JSON.stringify(authority)))
    return ok({ differs, sha256, hash: agreementHash('restore', sha256, differs) })
  } catch (error) {
    return err(`${name} cannot be restored: ${messageOf(error)}. Nothing was changed.`)
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) await rm(copy + end, { force: true })
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

function authorityIn(file: string, driver: Driver): readonly Authority[] {
  const db = withPrivateUmask(() => driver.open(file))
  try {
    const strange = strangeSchema(db)
    if (strange !== null) throw new Error(`it ${strange.text}`)
    withPrivateUmask(() => migrate(db, MIGRATIONS))
    return authorityOf(db)
  } finally {
    db.close()
  }
}

/** Of the history that is there. */
function presentOf(dataDir: string, driver: Driver): readonly Authority[] {
  try {
    const db = driver.open(path.join(dataDir, DATABASE), { readOnly: true })
    try {
      return authorityOf(db)
    } finally {
      db.close()
    }
  } catch {
    return [] // missing, damaged or of another schema
  }
}
