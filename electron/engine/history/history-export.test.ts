import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { longFiles } from '../../machine/disk/long-file.ts'
import { addThread, beat, emptyHistory, START } from '../../store/testing/history-bench.ts'
import type { Store } from '../ports/store.ts'
import { exportRows } from './history-export.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-export-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function exported(store: Store, name: string) {
  const to = path.join(folder, name)
  const told = []
  const task = { store, files: longFiles, filter: {}, format: 'jsonl' as const, path: to, limit: 2, of: 0 }
  for await (const step of exportRows({ ...task, breath: async () => undefined, signal: undefined }))
    told.push(step)
  return { to, told }
}

it('found by a user: an export is refused where the newest runs would be missing from it', async () => {
  const { store } = emptyHistory()
  const id = addThread(store, 1)
  beat(store, id, START)
  beat(store, id, START + 1)
  const whole = await exported(store, 'whole.jsonl')
  expect(whole.told.at(-1)).toMatchObject({ kind: 'done', rows: 2 })
  expect(readFileSync(whole.to, 'utf8').trimEnd().split('\n')).toHaveLength(2)
  beat(store, id, START + 2)
  store.refuseWrites('the disk is full')
  const behind = await exported(store, 'behind.jsonl')
  expect(behind.told.at(-1)).toMatchObject({
    kind: 'failed',
    why: expect.stringContaining('its newest run would be missing') as string,
  })
  expect(existsSync(behind.to)).toBe(false)
})
