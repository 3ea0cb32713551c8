import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeBackup } from '../store/backup/backups.ts'
import { openDatabase } from '../store/connection/open.ts'

/** What the person answers, in order: the beginning of a button, and where a file is saved. */
const person = vi.hoisted(() => ({
  answers: [] as string[],
  saveAs: '',
  said: [] as { message: string; detail?: string; buttons: readonly string[] }[],
}))
vi.mock('electron', () => ({
  shell: { openPath: () => Promise.resolve('') },
  dialog: {
    showMessageBox: (box: { message: string; detail?: string; buttons?: string[] }) => {
      person.said.push({ buttons: [], ...box })
      const at =
        box.buttons === undefined
          ? 0
          : box.buttons.findIndex((b) => b.startsWith(person.answers[0] ?? 'Quit'))
      if (box.buttons !== undefined) person.answers.shift()
      return Promise.resolve({ response: at })
    },
    showSaveDialog: () => Promise.resolve({ canceled: person.saveAs === '', filePath: person.saveAs }),
  },
}))
const { mendHistory, wantsStartAgain } = await import('./trouble.ts')
const FACE = { timeZone: 'Europe/Berlin', style: { hours: 24, date: 'dmy' } } as const

let dataDir = ''
const database = (): string => path.join(dataDir, 'threadbeat.db')
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'trouble-test-'))
  person.said.length = 0
  const opened = openDatabase(database())
  if (!opened.ok) throw new Error(opened.error.message)
  opened.value.db.exec("INSERT INTO meta (key, value) VALUES ('remembered', 'yes')")
  opened.value.db.close()
  mkdirSync(path.join(dataDir, 'backups'))
  expect(
    await makeBackup(database(), path.join(dataDir, 'backups'), 'daily', Date.UTC(2026, 2, 1)),
  ).toMatchObject({ ok: true })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
function damage(): Buffer {
  const bytes = readFileSync(database())
  bytes.fill(0xa5, 0, 4096)
  writeFileSync(database(), bytes)
  return bytes
}

describe('a damaged history', { timeout: 30_000 }, () => {
  it('is told with what is safe, and the last good backup takes its place when the person says so', async () => {
    const damaged = damage()
    person.answers = ['Restore the backup']
    expect(await mendHistory(dataDir, 'file is not a database', FACE)).toBe('retry')
    expect(person.said[0]).toMatchObject({
      message: 'Threadbeat’s history is damaged',
      detail: expect.stringContaining('Your repositories and their HEARTBEAT.md are safe') as string,
    })
    const opened = openDatabase(database())
    expect(
      opened.ok && opened.value.db.prepare("SELECT value FROM meta WHERE key = 'remembered'").get(),
    ).toEqual({ value: 'yes' })
    if (opened.ok) opened.value.db.close()
    const aside = readdirSync(path.join(dataDir, 'backups')).find((n) => n.startsWith('damaged-'))!
    expect(readFileSync(path.join(dataDir, 'backups', aside)).equals(damaged)).toBe(true)
  })
  it('is restored only after what the backup executes was shown', async () => {
    const folder = path.join(dataDir, 'backups')
    const opened = openDatabase(database())
    if (!opened.ok) throw new Error(opened.error.message)
    opened.value.db.exec(`INSERT INTO threads (id, number, name, repo_path, role, agent, interval_ms, phase_ms, created_at, trusted_at)
      VALUES ('thr_1', 2, 'api', '/api', 'worker', '{"kind":"command","argv":["./agent.sh"],"env":{}}', 0, 0, 1, 1)`)
    opened.value.db.close()
    expect(await makeBackup(database(), folder, 'daily', Date.UTC(2026, 2, 2))).toMatchObject({ ok: true })
    const damaged = damage()
    person.answers = ['Restore the backup', 'Cancel', 'Quit']
    expect(await mendHistory(dataDir, 'file is not a database', FACE)).toBe('quit')
    expect(person.said[1]).toMatchObject({
      message: 'The backup executes or allows this',
      detail: '2 api, agent program: ["./agent.sh"]; in "/api"; trusted',
    })
    expect(readFileSync(database()).equals(damaged)).toBe(true)
    person.answers = ['Restore the backup', 'Restore']
    expect(await mendHistory(dataDir, 'file is not a database', FACE)).toBe('retry')
    expect(readFileSync(database()).equals(damaged)).toBe(false)
  })
  it('is saved as far as it can be read, asked again, and left as it is by Quit', async () => {
    person.saveAs = path.join(dataDir, 'out', 'salvaged.jsonl')
    mkdirSync(path.dirname(person.saveAs))
    person.answers = ['Save what can be read', 'Quit']
    const before = readFileSync(database())
    expect(await mendHistory(dataDir, 'one page is damaged', FACE)).toBe('quit')
    expect(person.said[1]?.message).toMatch(/^\d+ rows were saved$/)
    expect(readFileSync(person.saveAs, 'utf8')).toContain('remembered')
    expect(readFileSync(database()).equals(before)).toBe(true)
  })
  it('is left as it is when the person goes on without it', async () => {
    const damaged = damage()
    person.answers = ['Go on without history']
    expect(await mendHistory(dataDir, 'file is not a database', FACE)).toBe('without')
    expect(person.said[0]?.detail).toContain('kept only until Threadbeat ends')
    expect(readFileSync(database()).equals(damaged)).toBe(true)
  })
  it('from before the first release is told as such: it can be read, and no backup takes its place', async () => {
    const opened = openDatabase(database())
    if (!opened.ok) throw new Error(opened.error.message)
    opened.value.db.exec('PRAGMA application_id = 0')
    opened.value.db.close()
    person.answers = ['Quit']
    expect(await mendHistory(dataDir, 'it has another schema', FACE)).toBe('quit')
    expect(person.said[0]).toMatchObject({
      message: 'This history is from before Threadbeat’s first release',
      buttons: ['Save what can be read…', 'Open the folder', 'Quit'],
    })
  })
  it('found by review: of which nothing can be read says so, and leaves no file', async () => {
    damage()
    person.saveAs = path.join(dataDir, 'salvaged.jsonl')
    person.answers = ['Save what can be read', 'Quit']
    expect(await mendHistory(dataDir, 'file is not a database', FACE)).toBe('quit')
    expect(person.said[1]).toMatchObject({ message: 'Nothing was saved' })
    expect(existsSync(person.saveAs)).toBe(false)
  })
  it('found while Threadbeat runs is told in the same words, and started again only where the person wants it', async () => {
    person.answers = ['Later', 'Start again']
    expect([await wantsStartAgain('one page is damaged'), await wantsStartAgain('one page')]).toEqual([
      false,
      true,
    ])
    expect(person.said[0]).toMatchObject({
      message: 'Threadbeat’s history is damaged',
      detail: expect.stringMatching(
        /^one page is damaged\n\nYour repositories and their HEARTBEAT\.md are safe.*No beat runs before this is settled\./,
      ) as string,
    })
  })
})
