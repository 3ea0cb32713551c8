import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { loadDriver, type Database } from '../../../store/connection/driver.ts'
import type { Manifest } from '../manifest.ts'

type Files = Record<string, Uint8Array>

/** The members of an archive, changed and zipped again by another hand; what the manifest says stays. */
export function rezipped(zip: string, target: string, change: (files: Files) => void): void {
  const files = { ...unzipSync(readFileSync(zip)) }
  change(files)
  writeFileSync(target, zipSync(files))
}

/** The history of an archive, changed by another hand, and the manifest of what it is now. */
export function forged(zip: string, target: string, change: (db: Database) => void): void {
  rezipped(zip, target, (files) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-forge-'))
    const file = path.join(folder, `${randomUUID()}.db`)
    try {
      writeFileSync(file, files['threadbeat.db']!)
      const db = loadDriver().open(file)
      change(db)
      const rows = Object.keys(manifestOf(files).rows)
      const counts = rows.map((t) => [t, Number(db.prepare(`SELECT count(*) AS n FROM "${t}"`).get()!['n'])])
      db.close()
      files['threadbeat.db'] = readFileSync(file)
      describeAgain(files, Object.fromEntries(counts) as Record<string, number>)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

const manifestOf = (files: Files): Manifest =>
  JSON.parse(Buffer.from(files['manifest.json']!).toString()) as Manifest

/** A manifest that names every member as it is now. */
export function describeAgain(files: Files, rows?: Manifest['rows']): void {
  const manifest = manifestOf(files)
  const members = Object.fromEntries(
    Object.entries(manifest.members).map(([name, before]) => {
      const bytes = files[name]
      return [name, bytes === undefined ? before : { size: bytes.length, sha256: sha256(bytes) }]
    }),
  )
  const said = { ...manifest, rows: rows ?? manifest.rows, members }
  files['manifest.json'] = Buffer.from(`${JSON.stringify(said, null, 2)}\n`)
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
