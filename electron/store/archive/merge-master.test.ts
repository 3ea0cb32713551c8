import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'
import { mergeThreads } from './merge.ts'

it('a master that comes from elsewhere is one of many where there is one, and does not take its number', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-merge-master-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const history = (name: string) => {
    const file = path.join(folder, name)
    const opened = openDatabase(file)
    if (!opened.ok) throw new Error(opened.error.message)
    const { db } = opened.value
    return { file, db, store: createStore(db, randomId, settingsInMemory()) }
  }
  const [here, there] = [history('a.db'), history('b.db')]
  const add = ({ store }: typeof here, name: string, isMastersFolder: boolean): ThreadId => {
    const id = `thr_${name}` as ThreadId
    const fields = {
      id,
      name,
      repoPath: `/${name}`,
      intervalMs: 0,
      trustedAt: 1,
      createdAt: 1,
      isMastersFolder,
    }
    expect(store.threads.add(fields)).toMatchObject({ number: isMastersFolder ? 1 : 2 })
    store.threads.setMaster(id)
    return id
  }
  const [own, coming] = [add(here, 'own', false), add(there, 'folder', true)]
  there.db.close()
  mergeThreads(here.db, there.file, new Map([[coming, 'theirs']]), true)
  const store = createStore(here.db, randomId, settingsInMemory())
  expect(store.threads.list().map(({ id, number, role }) => [id, number, role])).toEqual([
    [own, 2, 'master'],
    [coming, 3, 'worker'],
  ])
  here.db.close()
})
