import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { damageInside } from '../machine/archive/testing/damage.ts'
import { DATABASE } from '../machine/archive/manifest.ts'
import { loadDriver } from '../store/connection/driver.ts'
import { openDatabase } from '../store/connection/open.ts'
import { followDamage } from './damage.ts'
import { readLate } from './late-reading.ts'

// A machine that gives no thread: nothing can be said of the history by the worker.
vi.mock('../store/backup/in-worker.ts', () => ({ quickCheck: async () => 'there is no thread to be had' }))

const folder = mkdtempSync(path.join(tmpdir(), 'late-reading-'))
afterEach(() => rmSync(path.join(folder, DATABASE)))

function history(): string {
  const file = path.join(folder, DATABASE)
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error.message)
  opened.value.db.close()
  return file
}

/** What the reading says of the history, and whether the engine began. */
async function read(): Promise<readonly string[]> {
  const heard: string[] = []
  const damage = followDamage(
    { dataDir: folder, log: () => undefined, noteDamaged: () => void heard.push('damaged') },
    {
      store: { refuseWrites: () => void heard.push('no more writes'), onDamage: () => () => undefined },
      views: { setProblem: (code) => void heard.push(`problem: ${code}`) },
    },
  )
  const reading = readLate(
    { dataDir: folder, driver: loadDriver(), unread: { sound: () => void heard.push('sound') } },
    damage,
  )!
  damage.onDamaged((message) => void heard.push(message.replace(folder, '')))
  await new Promise<void>((resolve) => {
    damage.onDamaged(() => resolve())
    reading.whenSound(async () => {
      heard.push('begun')
      resolve()
    })
  })
  return heard
}

it('calls no history damaged because the worker that was to read it failed', async () => {
  history()
  expect(await read()).toEqual(['sound', 'begun'])
})

it('finds damage also where the worker failed, and begins nothing', async () => {
  damageInside(history())
  expect(await read()).toEqual([
    'damaged',
    'no more writes',
    'problem: history',
    expect.stringMatching(/^\/threadbeat\.db is damaged: /),
  ])
})
