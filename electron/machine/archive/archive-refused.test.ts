import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync, zipSync, type Zippable } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../store/connection/driver.ts'
import { importFrom } from './import.ts'
import type { Manifest } from './manifest.ts'
import { driver, here, exportedProfile } from './testing/exported.ts'

const { root, zipPath, folder, exported, freshPath } = exportedProfile('archive-refused-test')

const sha256 = (bytes: Uint8Array): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')

describe('an archive that is not taken over', { timeout: 60_000 }, () => {
  /** The exported files, changed, zipped again by another hand. */
  async function refused(
    change: (
      files: Record<string, Uint8Array>,
      manifest: { -readonly [K in keyof Manifest]: Manifest[K] },
    ) => Zippable | void,
    tamper: (zip: Buffer) => Buffer = (b) => b,
  ): Promise<string> {
    await exported()
    const files = { ...unzipSync(readFileSync(zipPath)) }
    const manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString()) as Manifest
    const more = change(files, manifest) ?? {}
    if (files['manifest.json'] !== undefined) files['manifest.json'] = Buffer.from(JSON.stringify(manifest))
    const bad = path.join(root, 'bad.zip')
    writeFileSync(bad, tamper(Buffer.from(zipSync({ ...files, ...more }))))
    const dir = folder()
    const result = await importFrom(bad, dir, here)
    if (result.ok) throw new Error('it was taken over')
    expect(existsSync(dir) ? readdirSync(dir).filter((n) => n !== 'knowledge') : []).toEqual([])
    return result.error
  }
  const withDatabase = async (change: (db: Database) => void): Promise<string> =>
    refused((files, manifest) => {
      const file = `${freshPath('edited')}.db`
      writeFileSync(file, files['threadbeat.db']!)
      const db = driver.open(file)
      change(db)
      db.close()
      files['threadbeat.db'] = readFileSync(file)
      manifest.members = {
        ...manifest.members,
        'threadbeat.db': { size: files['threadbeat.db'].length, sha256: sha256(files['threadbeat.db']) },
      }
    })

  it('has other bytes, missing or extra members than its manifest says', async () => {
    expect(
      await refused(
        (files) => void (files['settings.json'] = Buffer.from('x'.repeat(files['settings.json']!.length))),
      ),
    ).toContain('settings.json is not what its manifest says')
    expect(await refused((files) => void delete files['threads.json'])).toContain('it has no threads.json')
    expect(await refused(() => ({ 'extra.txt': Buffer.from('x') }))).toContain('does not name extra.txt')
    expect(await refused((files) => void delete files['manifest.json'])).toContain('it has no manifest.json')
    expect(await refused((_, manifest) => void ((manifest as { format: number }).format = 2))).toContain(
      'format 2',
    )
    expect(await refused((_, manifest) => void (manifest.rows = { ...manifest.rows, runs: 1000 }))).toContain(
      'its manifest says 1000',
    )
  })
  it.each([
    ['../evil', 'leads out of its folder'],
    ['/etc/evil', 'absolute path'],
    ['a/./b', 'leads out'],
    ['C:evil', 'absolute path'],
    ['a\\b', 'backslash'],
    ['Settings.JSON', 'twice'],
  ])('names a member %s', async (name, why) => {
    expect(await refused(() => ({ [name]: Buffer.from('x') }))).toContain(why)
  })
  it('holds a link', async () => {
    expect(
      await refused(() => ({
        'knowledge/link': [Buffer.from('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
      })),
    ).toContain('no regular file')
  })
  it('unpacks to more than it declares', async () => {
    const shrink = (zip: Buffer): Buffer => {
      const at = zip.lastIndexOf('settings.json') - 46
      zip.writeUInt32LE(10, at + 24)
      return zip
    }
    expect(
      await refused(
        (_, manifest) =>
          void (manifest.members = {
            ...manifest.members,
            'settings.json': { ...manifest.members['settings.json']!, size: 10 },
          }),
        shrink,
      ),
    ).toMatch(/settings\.json unpacks to more than the 10 bytes/)
  })
  it('would unpack to a thousand times its size', async () => {
    expect(
      await refused(() => ({ 'knowledge/bomb': [new Uint8Array(80 * 1024 * 1024), { level: 9 }] })),
    ).toContain('times its size')
  })
  it('is cut short, or no zip', async () => {
    expect(
      await refused(
        () => undefined,
        (zip) => zip.subarray(0, zip.length - 30),
      ),
    ).toContain('no zip, or cut short')
    expect(
      await refused(
        () => undefined,
        () => Buffer.from('hello'),
      ),
    ).toContain('no zip, or cut short')
  })
  it('was written by a newer app, is damaged, or brings a schema of its own', async () => {
    expect(await withDatabase((db) => db.exec('PRAGMA user_version = 999'))).toContain('newer Threadbeat')
    expect(
      await withDatabase((db) =>
        db.exec('CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM threads; END'),
      ),
    ).toContain('trigger t')
    expect(
      await withDatabase((db) => db.exec('PRAGMA foreign_keys = OFF; UPDATE runs SET thread_id = 1')),
    ).toContain('belongs to nothing')
  })
})
