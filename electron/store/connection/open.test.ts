import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WriteRefused } from '../../../shared/base/faults.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'
import { aThread, newFolder, openStore } from '../testing/one-store.ts'
import { isAtLeast, loadDriver, OLDEST_SQLITE } from './driver.ts'
import { lockFolder } from './lock.ts'
import { openDatabase } from './open.ts'

it('backs it up before each change of the schema, and keeps its rows', () => {
  const dir = newFolder()
  const path = join(dir, 'a.db')
  const store = openStore(path)
  store.threads.add(aThread(1))
  store.close()
  const newer = openDatabase(path, loadDriver(), [...MIGRATIONS, 'ALTER TABLE threads ADD COLUMN extra TEXT'])
  expect(newer).toMatchObject({ ok: true, value: { migratedFrom: MIGRATIONS.length } })
  if (newer.ok) newer.value.db.close()
  const backup = openStore(join(dir, 'backups', `before-schema-${MIGRATIONS.length + 1}.db`))
  expect(backup.threads.list()).toHaveLength(1)
  backup.close()
})

it('leaves a history of a newer app untouched and says so', () => {
  const path = join(newFolder(), 'a.db')
  const newer = openDatabase(path, loadDriver(), [...MIGRATIONS, 'SELECT 1'])
  if (newer.ok) newer.value.db.close()
  expect(openDatabase(path)).toMatchObject({
    ok: false,
    error: { code: 'store.corrupt', message: expect.stringContaining('newer Threadbeat') },
  })
})

it('leaves a history from before the first release untouched and says so, whatever its version', () => {
  for (const version of [1, 11]) {
    const path = join(newFolder(), 'a.db')
    const db = loadDriver().open(path)
    db.exec(`CREATE TABLE threads (id TEXT PRIMARY KEY); PRAGMA user_version = ${version}`)
    db.close()
    expect(openDatabase(path)).toMatchObject({
      ok: false,
      error: { code: 'store.corrupt', message: expect.stringContaining('before its first release') },
    })
  }
})

it('does not touch a damaged file', () => {
  const path = join(newFolder(), 'a.db')
  writeFileSync(path, 'this is not a database, but it may be all somebody has '.repeat(100))
  const before = readFileSync(path)
  expect(openDatabase(path)).toMatchObject({ ok: false, error: { code: 'store.corrupt' } })
  expect(readFileSync(path)).toEqual(before)
})

it.each([
  ['CREATE TABLE notes (a); PRAGMA user_version = 7', /before its first release/],
  ['CREATE TABLE notes (a)', /is a database of another program/],
  ['CREATE TABLE notes (a); PRAGMA application_id = 252006675', /is a database of another program/],
  ['CREATE TABLE notes (a); PRAGMA application_id = 9; PRAGMA user_version = 1', /of another program/],
])('leaves a database of another program as it is, byte for byte: %s', (sql, words) => {
  const path = join(newFolder(), 'a.db')
  const db = loadDriver().open(path)
  db.exec(sql)
  db.close()
  const before = readFileSync(path)
  expect(openDatabase(path)).toMatchObject({
    ok: false,
    error: { code: 'store.corrupt', message: expect.stringMatching(words) },
  })
  expect(readFileSync(path).equals(before)).toBe(true)
})

it('does not begin anew in a valid empty database beside backups of a history that is gone', () => {
  const path = join(newFolder(), 'a.db')
  const db = loadDriver().open(path)
  db.exec('CREATE TABLE notes (a); DROP TABLE notes')
  db.close()
  mkdirSync(join(path, '..', 'backups'))
  expect(openDatabase(path)).toMatchObject({ ok: true })
  rmSync(path)
  writeFileSync(join(path, '..', 'backups', 'daily-2026-11-25T00-00-00Z.db'), '')
  const again = loadDriver().open(path)
  again.exec('CREATE TABLE notes (a); DROP TABLE notes')
  again.close()
  expect(openDatabase(path)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('is empty, and backups of it lie') },
  })
})

it('rolls a failed change of the schema back', () => {
  const path = join(newFolder(), 'a.db')
  openStore(path).close()
  expect(() =>
    openDatabase(path, loadDriver(), [...MIGRATIONS, 'CREATE TABLE half (a); SELECT nonsense FROM nowhere']),
  ).toThrow()
  const store = openStore(path)
  expect(existsSync(path)).toBe(true)
  store.close()
})

it('lets one process at a time hold the data folder', () => {
  const dir = newFolder()
  const unlock = lockFolder(dir)
  expect(unlock).not.toBeNull()
  expect(lockFolder(dir)).toBeNull()
  unlock!()
  const again = lockFolder(dir)
  expect(again).not.toBeNull()
  again!()
})

it('refuses a SQLite that can corrupt a shared file', () => {
  expect(isAtLeast(loadDriver().sqliteVersion, OLDEST_SQLITE)).toBe(true)
  expect([
    isAtLeast('3.51.2', OLDEST_SQLITE),
    isAtLeast('3.51.3', OLDEST_SQLITE),
    isAtLeast('3.6.20', OLDEST_SQLITE),
    isAtLeast('4.0.0', OLDEST_SQLITE),
  ]).toEqual([false, true, false, true])
})

it.each(['missing', 'empty'])('a history that is %s where backups lie beside it is not begun anew', (how) => {
  const dir = newFolder()
  const path = join(dir, 'a.db')
  openStore(path).close()
  mkdirSync(join(dir, 'backups'))
  copyFileSync(path, join(dir, 'backups', 'daily-2026-03-10T08-00-00Z.db'))
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  if (how === 'empty') writeFileSync(path, '')
  expect(openDatabase(path)).toMatchObject({
    ok: false,
    error: {
      code: 'store.corrupt',
      message: expect.stringContaining(`is ${how}, and backups of it lie`) as string,
    },
  })
  rmSync(join(dir, 'backups'), { recursive: true })
  const anew = openDatabase(path)
  expect(anew.ok).toBe(true)
  if (anew.ok) anew.value.db.close()
})

it('what the disk refuses is said as long as it is so, and nothing of it is kept', () => {
  const opened = openDatabase(join(newFolder(), 'a.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const store = createStore(db, randomId, settingsInMemory())
  store.threads.add(aThread(1))
  const id = store.threads.list()[0]!.id
  const add = (text: string) =>
    store.events.add(id, { source: 'cli', text, trusted: true, ambient: false }, 'waiting', 1)
  db.exec(`PRAGMA max_page_count = ${Number(db.prepare('PRAGMA page_count').get()!['page_count'])}`)
  expect(() => add('x'.repeat(100_000))).toThrow(WriteRefused)
  expect([store.writeProblem(), store.events.waiting(id).events]).toEqual(['database or disk is full', []])
  db.exec('PRAGMA max_page_count = 100000')
  store.meta.set('tried', '1')
  expect(store.writeProblem()).toBeNull()
  add('it goes on\0 after a NUL')
  expect(store.events.waiting(id).events.map((e) => e.text)).toEqual(['it goes on\uFFFD after a NUL'])
  store.close()
})

it('what a statement would take back goes through no file', () => {
  const opened = openDatabase(join(newFolder(), 'a.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  expect(opened.value.db.prepare('PRAGMA temp_store').get()).toMatchObject({ temp_store: 2 })
  opened.value.db.close()
})
