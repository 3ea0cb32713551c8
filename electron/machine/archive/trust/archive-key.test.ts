import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../store/connection/open.ts'
import { exportTo } from '../export.ts'
import { importFrom } from '../import.ts'
import { driver, here, options } from '../testing/exported.ts'
import { KEY_FILE, keyOf, readKey } from './archive-key.ts'

let dataDir = ''
const file = (): string => path.join(dataDir, KEY_FILE)
beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'archive-key-test-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const key = (bytes: number): void => writeFileSync(file(), Buffer.alloc(bytes, 7), { mode: 0o600 })
const BROKEN: readonly (readonly [what: string, make: () => void, why: string])[] = [
  [
    'a link',
    () => {
      writeFileSync(`${file()}.real`, Buffer.alloc(32), { mode: 0o600 })
      symlinkSync(`${file()}.real`, file())
    },
    'it is a link',
  ],
  ['a link to nowhere', () => symlinkSync('/nowhere', file()), 'it is a link'],
  ['a named pipe', () => execFileSync('mkfifo', ['-m', '600', file()]), 'it is no regular file'],
  ['a folder', () => mkdirSync(file(), { mode: 0o700 }), 'it is no regular file'],
  ['empty', () => key(0), 'it has 0 bytes, not 32'],
  ['too short', () => key(31), 'it has 31 bytes, not 32'],
  ['too long', () => key(33), 'it has 33 bytes, not 32'],
  [
    'open to others',
    () => {
      key(32)
      chmodSync(file(), 0o644)
    },
    'others may read or write it',
  ],
]

describe('the key of a data folder', () => {
  it('is made at first use, for the owner only, and is the same from then on', () => {
    expect(readKey(dataDir)).toEqual({ ok: true, value: null })
    const made = keyOf(dataDir)
    if (!made.ok) throw new Error(made.error.message)
    expect([made.value.length, statSync(file()).mode & 0o777]).toEqual([32, 0o600])
    expect(keyOf(dataDir)).toEqual(made)
    expect(readKey(dataDir)).toEqual(made)
    expect(readdirSync(dataDir)).toEqual([KEY_FILE])
  })

  it.each(BROKEN)('that is %s is a named fault, and stays as it is', (_, make, why) => {
    make()
    for (const read of [readKey, keyOf]) {
      const result = read(dataDir)
      expect(result).toMatchObject({ ok: false, error: { code: 'file.unreadable' } })
      if (result.ok) throw new Error('it was read')
      expect(result.error.message).toContain(`${file()}, the key that signs archives, cannot be used: ${why}`)
    }
    expect(readdirSync(dataDir).filter((name) => name.includes('tmp'))).toEqual([])
  })

  it.each(BROKEN)('that is %s ends an export and an import, and nothing is lost', async (_, make, why) => {
    make()
    const opened = openDatabase(path.join(dataDir, 'threadbeat.db'))
    if (!opened.ok) throw new Error(opened.error.message)
    const zip = path.join(dataDir, 'out.zip')
    writeFileSync(zip, 'an older export')
    const before = readdirSync(dataDir)
    const exported = await exportTo(opened.value.db, dataDir, zip, options({ force: true }), driver)
    opened.value.db.close()
    expect(exported).toMatchObject({ ok: false, error: expect.stringContaining(why) as string })
    expect(readFileSync(zip, 'utf8')).toBe('an older export')
    const target = path.join(dataDir, 'target')
    const imported = await importFrom(zip, target, { ...here, owner: dataDir }, driver)
    expect(imported).toMatchObject({ ok: false, error: expect.stringContaining(why) as string })
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([])
    expect(readdirSync(dataDir).filter((name) => !/target|-wal|-shm/.test(name))).toEqual(
      before.filter((name) => !/-wal|-shm/.test(name)),
    )
  })
})
