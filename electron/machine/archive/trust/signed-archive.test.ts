import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ArchiveAuthority } from '../../../../shared/contract/authority.ts'
import { importFrom } from '../import.ts'
import { exportedProfile, here, profileOf } from '../testing/exported.ts'
import { describeAgain, forged, rezipped } from '../testing/forge.ts'
import { KEY_FILE } from './archive-key.ts'

const { root, dataDir, zipPath, folder, exported, freshPath, own } = exportedProfile('signed-archive-test')
beforeAll(async () => void (await exported({ withSecrets: true })), 60_000)

type Files = Record<string, Uint8Array>
const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))
const text = (change: (text: string) => string) => (bytes: Uint8Array) =>
  Buffer.from(change(Buffer.from(bytes).toString()))

/** Imports for the folder that exported. */
async function taken(zip: string, options = own) {
  const dir = folder()
  const result = await importFrom(zip, dir, options)
  if (!result.ok) return { error: result.error, left: existsSync(dir) ? readdirSync(dir) : [] }
  const { signed, notTaken } = result.value.authority
  const tables = profileOf(dir)
  return {
    signed,
    notTaken,
    trusted: tables['threads']!.filter((t) => t['trusted_at'] !== null).length,
    approvals: tables['approvals']!.length,
    permissions: tables['permissions']!.length,
  }
}
const OWN = { signed: true, notTaken: [], trusted: 2, approvals: 1, permissions: 1 }
const STRANGERS = {
  signed: false,
  notTaken: expect.arrayContaining([
    'trust of 2 threads not taken over',
    '1 approval not taken over',
    '1 permission not taken over',
  ]) as string[],
  trusted: 0,
  approvals: 0,
  permissions: 0,
}

async function changed(change: (files: Files) => void): Promise<Awaited<ReturnType<typeof taken>>> {
  const zip = freshPath('changed')
  rezipped(zipPath, zip, change)
  return taken(zip)
}

describe('an archive that this data folder signed', { timeout: 60_000 }, () => {
  it('comes back with trust, approvals and permissions, however it is packed', async () => {
    expect(await taken(zipPath)).toEqual(OWN)
    expect(await changed(() => undefined)).toEqual(OWN)
  })

  it('holds neither the key nor any part of it', () => {
    const key = readFileSync(path.join(dataDir, KEY_FILE))
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(zipPath)))) {
      expect([name, Buffer.from(bytes).includes(key)]).toEqual([name, false])
      expect([name, Buffer.from(bytes).includes(key.toString('hex'))]).toEqual([name, false])
    }
  })

  it('is a stranger’s in another data folder, also in one that has a key', async () => {
    expect(await taken(zipPath, here)).toEqual(STRANGERS)
    const other = path.join(root, 'other')
    mkdirSync(other)
    writeFileSync(path.join(other, KEY_FILE), Buffer.alloc(32, 3), { mode: 0o600 })
    expect(await taken(zipPath, { ...own, owner: other })).toEqual(STRANGERS)
  })
})

describe('a signature that does not hold', { timeout: 60_000 }, () => {
  const CHANGES: readonly (readonly [how: string, change: (files: Files) => void])[] = [
    ['is missing', (files: Files) => void delete files['manifest.sig']],
    ['is empty', (files: Files) => void (files['manifest.sig'] = Buffer.alloc(0))],
    ['is garbage', (files: Files) => void (files['manifest.sig'] = Buffer.alloc(65, 0xff))],
    [
      'lacks its last letter',
      (files: Files) => void (files['manifest.sig'] = files['manifest.sig']!.slice(0, 64)),
    ],
    [
      'is in capitals',
      (files: Files) => void (files['manifest.sig'] = text((t) => t.toUpperCase())(files['manifest.sig']!)),
    ],
    ...[0, 31, 63].map(
      (at) =>
        [
          `has its byte ${at} flipped`,
          (files: Files): void => void (files['manifest.sig'] = flipped(files['manifest.sig']!, at)),
        ] as const,
    ),
    [
      'is of another manifest: a letter of it differs',
      (files: Files) =>
        void (files['manifest.json'] = text((t) => t.replace('"0.1.0"', '"0.1.1"'))(files['manifest.json']!)),
    ],
    [
      'is of another manifest: a space at its end',
      (files: Files) => void (files['manifest.json'] = text((t) => `${t} `)(files['manifest.json']!)),
    ],
    [
      'is of other settings',
      (files: Files) => {
        files['settings.json'] = text((t) => t.replace('dark', 'light'))(files['settings.json']!)
        describeAgain(files)
      },
    ],
  ]
  it.each(CHANGES)('makes the archive a stranger’s: it %s', async (_, change) => {
    expect(await changed(change)).toEqual(STRANGERS)
  })

  it('makes the archive a stranger’s: it is of another history', async () => {
    const zip = freshPath('forged')
    forged(zipPath, zip, (db) => db.exec("UPDATE threads SET trusted_at = 1, name = 'mine'"))
    expect(await taken(zip)).toEqual({
      ...STRANGERS,
      notTaken: expect.arrayContaining(['trust of 3 threads not taken over']) as string[],
    })
  })

  it.each(['threadbeat.db', 'settings.json', 'threads.json', 'history.jsonl'])(
    'is no matter where %s is not what the manifest says: that is refused, and nothing is left',
    async (name) => {
      const result = await changed((files) => void (files[name] = flipped(files[name]!, 40)))
      expect(result).toEqual({
        error: expect.stringContaining(`${name} is not what its manifest says`) as string,
        left: [],
      })
    },
  )

  it('is not read without end', async () => {
    expect(await changed((files) => void (files['manifest.sig'] = Buffer.alloc(2000)))).toMatchObject({
      error: expect.stringContaining('manifest.sig has 2000 bytes') as string,
    })
  })
})

describe('what is agreed to', { timeout: 60_000 }, () => {
  async function agreedTo(zip: string): Promise<ArchiveAuthority> {
    const seen: ArchiveAuthority[] = []
    const agree = async (authority: ArchiveAuthority): Promise<string> => {
      seen.push(authority)
      return 'No.'
    }
    const dir = folder()
    expect(await importFrom(zip, dir, { ...own, agree })).toEqual({ ok: false, error: 'No.' })
    expect(readdirSync(dir)).toEqual([])
    return seen[0]!
  }

  it('is asked before anything is in its place, and has the same hash each time', async () => {
    const first = await agreedTo(zipPath)
    expect(first.hash).toMatch(/^[0-9a-f]{32}$/)
    expect((await agreedTo(zipPath)).hash).toBe(first.hash)
  })

  it('has another hash for each other archive, signature or list', async () => {
    const variants = [zipPath]
    for (const change of [
      (files: Files) => void delete files['manifest.sig'],
      (files: Files) =>
        void (files['manifest.json'] = text((t) => t.replace('"0.1.0"', '"0.1.1"'))(files['manifest.json']!)),
      (files: Files) => {
        files['settings.json'] = text((t) => t.replace('dark', 'light'))(files['settings.json']!)
        describeAgain(files)
      },
    ]) {
      variants.push(freshPath('variant'))
      rezipped(zipPath, variants.at(-1)!, change)
    }
    const hashes = []
    for (const zip of variants) hashes.push((await agreedTo(zip)).hash)
    expect(new Set(hashes).size).toBe(variants.length)
  })
})
