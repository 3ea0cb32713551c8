import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../../../shared/settings/settings.ts'
import { GENERATIONS_KEPT } from './settings-generations.ts'
import { openSettingsFile } from './settings-file.ts'

const root = mkdtempSync(path.join(tmpdir(), 'settings-file-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folder = root
let serial = 0
let now = 1_000_000
beforeEach(() => {
  folder = path.join(root, String(serial++))
  mkdirSync(folder)
})
const file = (): string => path.join(folder, 'settings.json')
const open = (step?: (name: string) => void) => openSettingsFile(folder, () => (now += 1000), step)
const text = (): unknown => JSON.parse(readFileSync(file(), 'utf8'))

describe('settings.json', () => {
  it('found by an attack: that is nested without end is a file that cannot be read, and no end of the app', () => {
    const deep = `{"caps":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    writeFileSync(file(), deep)
    const settings = open()
    expect(settings.state().problem).toContain('settings.json holds values more than 100 deep')
    expect(readFileSync(file(), 'utf8')).toBe(deep)
  })

  it('holds only what is not built in, in one line each, for its owner', () => {
    const settings = open()
    expect(existsSync(file())).toBe(false)
    expect(settings.change({ theme: 'dark', maxRuns: 2, maxHeartbeats: 2 })).toEqual({
      ok: true,
      value: null,
    })
    expect(readFileSync(file(), 'utf8')).toBe('{\n  "theme": "dark",\n  "maxHeartbeats": 2\n}\n')
    settings.change({ theme: 'system', maxHeartbeats: undefined })
    expect(text()).toEqual({})
    expect(open().state()).toMatchObject({ problem: null, values: {} })
  })
  it('found by review: stays a link where a person made it one, and the file behind it is written', () => {
    const dotfiles = path.join(folder, 'dotfiles')
    mkdirSync(dotfiles)
    symlinkSync(path.join('dotfiles', 'threadbeat.json'), file())
    const settings = open()
    for (const theme of ['dark', 'light']) {
      expect(settings.change({ theme })).toEqual({ ok: true, value: null })
      expect([
        lstatSync(file()).isSymbolicLink(),
        JSON.parse(readFileSync(path.join(dotfiles, 'threadbeat.json'), 'utf8')),
        readdirSync(dotfiles),
      ]).toEqual([true, { theme }, ['threadbeat.json']])
    }
    writeFileSync(file(), '{ damaged')
    settings.look()
    expect(settings.change({ theme: 'dark' })).toEqual({ ok: true, value: null })
    expect([
      lstatSync(file()).isSymbolicLink(),
      text(),
      readdirSync(path.join(folder, 'settings.d')).filter((name) => name.startsWith('damaged')),
    ]).toEqual([true, { theme: 'dark' }, [expect.stringMatching(/^damaged-/)]])
  })
  it('keeps what a newer app wrote, and a bad key until a person changes that key', () => {
    writeFileSync(file(), '{"fromTheFuture": [1], "maxRuns": 99, "constructor": 1, "theme": "dark"}')
    const settings = open()
    expect(settings.state()).toMatchObject({
      problem: null,
      unknown: ['fromTheFuture', 'constructor'],
      bad: [{ key: 'maxRuns' }],
    })
    expect(readSettings(settings.values()).settings).toMatchObject({ maxRuns: 2, theme: 'dark' })
    settings.change({ noisyRuns: 50 })
    expect(text()).toMatchObject({ fromTheFuture: [1], maxRuns: 99, noisyRuns: 50 })
    settings.change({ maxRuns: 2 })
    expect(text()).toEqual({ noisyRuns: 50, theme: 'dark', constructor: 1, fromTheFuture: [1] })
  })
  it('knows the hand from the app, also after a restart', () => {
    open().change({ theme: 'dark' })
    writeFileSync(file(), '{"theme":"dark","maxRuns":3}')
    const settings = open()
    expect(settings.state().hand).toEqual(['maxRuns'])
    settings.change({ noisyRuns: 50 })
    expect(open().state().hand).toEqual(['maxRuns'])
    settings.change({ maxRuns: 4 })
    expect(settings.state().hand).toEqual([])
  })
  it('takes up a hand edit of this moment before it writes', () => {
    const settings = open()
    settings.change({ theme: 'dark' })
    writeFileSync(file(), '{"theme":"dark","zoomPercent":120}')
    settings.change({ maxRuns: 3 })
    expect(text()).toEqual({ theme: 'dark', zoomPercent: 120, maxRuns: 3 })
  })
  it('keeps ten states and brings each back, whatever the clock says', () => {
    const settings = open()
    for (let i = 0; i < 14; i++) {
      if (i === 7) now -= 500_000
      settings.change({ noisyRuns: 20 + i })
    }
    expect(readdirSync(path.join(folder, 'settings.d'))).toHaveLength(GENERATIONS_KEPT)
    const older = settings.generations()
    expect(older.map((g) => g.values['noisyRuns'])).toEqual([32, 31, 30, 29, 28, 27, 26, 25, 24])
    expect(settings.restore(older[3]!.id).ok).toBe(true)
    expect(text()).toEqual({ noisyRuns: 29 })
    expect(settings.restore('7').ok).toBe(false)
  })
  it.each([
    ['not JSON', '{"theme": "da'],
    ['empty', ''],
    ['a list', '[1]'],
    ['a number', '7'],
    ['no text', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
  ])('is never reset in silence when it is %s', (_what, damage) => {
    const settings = open()
    settings.change({ theme: 'dark' })
    writeFileSync(file(), damage)
    expect(settings.look()).toBe(true)
    for (const one of [settings, open()])
      expect(one.state()).toMatchObject({
        problem: expect.stringContaining('settings.json') as string,
        values: { theme: 'dark' },
      })
    settings.change({})
    expect(readFileSync(file())).toEqual(Buffer.from(damage))
    settings.change({ maxRuns: 3 })
    expect(text()).toEqual({ theme: 'dark', maxRuns: 3 })
    const aside = readdirSync(path.join(folder, 'settings.d')).find((n) => n.startsWith('damaged-'))!
    expect(readFileSync(path.join(folder, 'settings.d', aside))).toEqual(Buffer.from(damage))
  })
  it('found by review: begins anew where everything of it was removed on purpose', () => {
    const settings = open()
    settings.change({ theme: 'dark', webhookPort: 4444 })
    rmSync(file())
    rmSync(path.join(folder, 'settings.d'), { recursive: true })
    settings.look()
    expect([settings.state().problem, settings.values()]).toEqual([null, {}])
  })
  it('says so when it is gone or unreadable, and the last good values count', () => {
    const settings = open()
    settings.change({ theme: 'dark' })
    rmSync(file())
    expect([settings.look(), settings.state().problem, settings.values()]).toEqual([
      true,
      'settings.json is gone',
      { theme: 'dark' },
    ])
    mkdirSync(file())
    settings.look()
    expect(settings.state().problem).toBe('settings.json is no file')
    expect(settings.change({ maxRuns: 3 })).toMatchObject({ ok: false })
    expect(settings.values()).toEqual({ theme: 'dark' })
  })
  it('outlives a crash at every step of a write: the old values or the new', () => {
    const steps: string[] = []
    open((name) => steps.push(name)).change({ theme: 'dark' })
    expect(steps).toEqual(
      expect.arrayContaining(['create', 'write', 'sync', 'rename', 'folder', 'generation rename']),
    )
    for (let i = 0; i < steps.length; i++) {
      folder = path.join(root, `crash-${i}`)
      mkdirSync(folder)
      open().change({ theme: 'dark', maxRuns: 3 })
      let left = i
      try {
        open(() => {
          if (left-- === 0) throw new Error('killed')
        }).change({ theme: 'light' })
      } catch {
        // The process is gone.
      }
      const after = open()
      expect([steps[i], after.state().problem]).toEqual([steps[i], null])
      expect([
        { theme: 'dark', maxRuns: 3 },
        { theme: 'light', maxRuns: 3 },
      ]).toContainEqual(after.values())
    }
  })
  it('loses no good value to any bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((b) => Buffer.from(b)),
      fc.string().map((s) => Buffer.from(s)),
      fc.json().map((s) => Buffer.from(s)),
      fc
        .nat(60)
        .map((n) => Buffer.from('{"theme":"dark","maxRuns":3,"caps":[],"zoomPercent":120}').subarray(0, n)),
    )
    fc.assert(
      fc.property(bytes, (damage) => {
        folder = path.join(root, `random-${serial++}`)
        mkdirSync(folder)
        open().change({ theme: 'dark', maxRuns: 3 })
        writeFileSync(file(), damage)
        const settings = open()
        const { problem, values } = settings.state()
        if (problem !== null) expect(values).toEqual({ theme: 'dark', maxRuns: 3 })
        else expect(JSON.stringify(values)).toBe(JSON.stringify(JSON.parse(damage.toString())))
        expect(
          settings.generations().some((g) => g.values['theme'] === 'dark' && g.values['maxRuns'] === 3) ||
            values['theme'] === 'dark',
        ).toBe(true)
        readSettings(values)
      }),
      { numRuns: 50 },
    )
  })
  it('tells of a hand edit while the app runs', async () => {
    const settings = openSettingsFile(folder)
    settings.change({ theme: 'dark' })
    const news = new Promise<void>((resolve) => {
      const end = settings.follow(() => {
        end()
        resolve()
      })
    })
    writeFileSync(file(), '{"theme":"light"}')
    await news
    expect(settings.values()).toEqual({ theme: 'light' })
  })
  it('says when it cannot be written, and changes nothing', { skip: process.getuid?.() === 0 }, () => {
    const settings = open()
    settings.change({ theme: 'dark' })
    chmodSync(folder, 0o500)
    expect(settings.change({ theme: 'light' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('Nothing was changed') as string,
    })
    chmodSync(folder, 0o700)
    expect(settings.values()).toEqual({ theme: 'dark' })
  })
})
