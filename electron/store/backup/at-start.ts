import { existsSync } from 'node:fs'
import type { Driver } from '../connection/driver.ts'
import { schemaVersion, strangeSchema, type StrangeSchema } from '../schema/version.ts'
import { messageOf } from '../../../shared/base/error-message.ts'

interface FileProblem {
  readonly kind: 'missing' | 'damaged' | 'foreign' | StrangeSchema['kind']
  readonly text: string // a sentence without its end
}
/** As `checkBackup`, in this thread: for a start, when nothing else happens yet. */
export function problemOf(file: string, driver: Driver): FileProblem | null {
  if (!existsSync(file)) return { kind: 'missing', text: 'it is not there' }
  try {
    const db = driver.open(file)
    try {
      const verdict = String(db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'])
      if (verdict !== 'ok') return { kind: 'damaged', text: `it is damaged: ${verdict}` }
      const strange = strangeSchema(db)
      if (strange !== null) return { kind: strange.kind, text: `it ${strange.text}` }
      return schemaVersion(db) < 1 ? { kind: 'foreign', text: 'it is no history of Threadbeat' } : null
    } finally {
      db.close()
    }
  } catch (error) {
    const message = messageOf(error)
    return { kind: 'damaged', text: `it cannot be opened: ${message}` }
  }
}

/** Another file with the same history, in this thread. Throws. */
export function copyNow(database: string, target: string, driver: Driver): void {
  const db = driver.open(database)
  try {
    db.prepare('VACUUM INTO ?').run(target)
  } finally {
    db.close()
  }
}

/** The history's log becomes part of it, where it can be read; the caller is alone with it. */
export function foldLog(database: string, driver: Driver): void {
  try {
    const db = driver.open(database)
    try {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      db.close()
    }
  } catch {
    // Damaged: whoever keeps it keeps the log beside it.
  }
}
