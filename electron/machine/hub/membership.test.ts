import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forget, invite, join } from './administration.ts'
import { scramVerifier } from './administration/scram.ts'
import { HUB_FILE, readMembership, writeMembership } from './membership.ts'
import { membershipAt } from './testing/servers.ts'

let dataDir: string
let file: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'tb-hub-json-'))
  file = path.join(dataDir, HUB_FILE)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
const MINE = membershipAt(5432)

describe('hub.json', () => {
  it('is read as it was written, for its owner only', async () => {
    expect(await readMembership(dataDir)).toEqual({ ok: true, value: null })
    expect(writeMembership(dataDir, MINE).ok).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await readMembership(dataDir)).toEqual({ ok: true, value: MINE })
    expect(forget(dataDir)).toEqual({ ok: true, value: undefined })
    expect(forget(dataDir)).toEqual({ ok: true, value: undefined })
    expect(await readMembership(dataDir)).toEqual({ ok: true, value: null })
  })

  const good = { version: 1, ...MINE }
  it.each([
    ['empty', '', 'it is no object of JSON'],
    ['cut', JSON.stringify(good).slice(0, -20), 'it is no object of JSON'],
    ['a list', '[]', 'its version is undefined, not 1'],
    ['of another time', JSON.stringify({ ...good, version: 2 }), 'its version is 2, not 1'],
    ['without a host', JSON.stringify({ ...good, host: '' }), 'host is no text'],
    ['with another id', JSON.stringify({ ...good, machine: 'x' }), 'machine is no UUID'],
    ['with a strange port', JSON.stringify({ ...good, port: 0 }), 'port is not 1 to 65535'],
    ['with a strange certificate', JSON.stringify({ ...good, ca: 5 }), 'ca is neither a text nor null'],
  ])('is a fault when it is %s, without the password, and stays as it is', async (_how, text, says) => {
    writeFileSync(file, text, { mode: 0o600 })
    const faulty = {
      ok: false,
      error: {
        code: 'file.unreadable',
        message: expect.stringContaining(`cannot be used: ${says}. Mend it`) as string,
      },
    }
    const read = await readMembership(dataDir)
    expect(read).toMatchObject(faulty)
    expect(JSON.stringify(read)).not.toContain('secret-of-the-login')
    expect(await invite(dataDir)).toMatchObject(faulty)
    const code = 'tbhub1-WyJhIiwxLCJiIiwiYyIsImQiLG51bGwsMV0gPvDt' // of no hub; it is not come to
    expect((await join(dataDir, code, { name: 'a', class: 'server', version: '1' })).ok).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('is a fault when it is a link, a folder, too large, or others may read it', async () => {
    const says = async (): Promise<string> => {
      const read = await readMembership(dataDir)
      return read.ok ? 'ok' : read.error.message
    }
    mkdirSync(file)
    expect(await says()).toContain('is a folder, not a regular file')
    rmSync(file, { recursive: true })
    writeFileSync(path.join(dataDir, 'other'), JSON.stringify(good), { mode: 0o600 })
    symlinkSync('other', file)
    expect(await says()).toContain('it is a link')
    rmSync(file)
    writeFileSync(file, ' '.repeat(100_001), { mode: 0o600 })
    expect(await says()).toContain('the limit is 100000')
    writeFileSync(file, JSON.stringify(good))
    chmodSync(file, 0o640)
    expect(await says()).toContain('its mode must be 600')
  })

  it('says that nothing was joined, and that a code is damaged', async () => {
    expect(await invite(dataDir)).toEqual({
      ok: false,
      error: { code: 'hub.refused', message: 'this machine has joined no hub' },
    })
    expect(await join(dataDir, 'tbhub1-AAAA', { name: 'a', class: 'server', version: '1' })).toEqual({
      ok: false,
      error: {
        code: 'hub.refused',
        message: 'the code is damaged: some of its characters are missing or others',
      },
    })
  })
})

it('makes the verifier that RFC 7677 has for its example', () => {
  expect(scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:' +
      'wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})
