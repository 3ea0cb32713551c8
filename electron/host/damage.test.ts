import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterAll, expect, it } from 'vitest'
import { DATABASE } from '../machine/archive/manifest.ts'
import { lastEnd } from '../machine/archive/last-end.ts'
import { openQuietHost } from './testing/open-quiet-host.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'damage-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** All pages of the open history and of its log but the first. */
function overwrite(): void {
  for (const name of [DATABASE, `${DATABASE}-wal`]) {
    const handle = openSync(path.join(folder, name), 'r+')
    const { size } = statSync(path.join(folder, name))
    for (let at = 1024; at < size; at += 1024) writeSync(handle, Buffer.alloc(1024, 0xa5), 0, 1024, at)
    closeSync(handle)
  }
}

it('a history that is found damaged while it is open is a problem in the window, takes nothing more, and is read whole at the next start', async () => {
  await (await openQuietHost(folder)).stop('stop')
  const host = await openQuietHost(folder)
  const client = createRouterClient(host.router, { context: { origin: 'window' } })
  const heard = new Promise<string>((resolve) => host.onDamaged(resolve))
  expect(host.snapshot().fleet.problems).toEqual([])
  overwrite()
  const save = () => client.notes.save({ text: 'the disk was exchanged' })
  await expect(save()).rejects.toThrow(/^The history is damaged: .*malformed/)
  expect(await heard).toMatch(/threadbeat\.db is damaged: /)
  const { engine, problems } = host.snapshot().fleet
  expect([engine, problems.map(({ code }) => code)]).toEqual(['halted', ['history']])
  await expect(save()).rejects.toThrow(/damaged/)
  await host.stop('stop')
  expect(lastEnd(path.join(folder, DATABASE))).toBe('unknown')
  expect(readFileSync(path.join(folder, 'logs', 'threadbeat.log'), 'utf8')).toContain('is damaged')
}, 30_000)
