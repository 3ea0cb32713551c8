import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
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
})

const used = async (name: string) => {
  const dataDir = path.join(folder, name)
  mkdirSync(dataDir)
  const host = await openQuietHost(dataDir)
  const client = createRouterClient(host.router, { context: { origin: 'window' } })
  await client.notes.save({ text: 'kept' })
  return { dataDir, host, heard: new Promise<string>((resolve) => host.onDamaged(resolve)) }
}

it('a history that is removed while it is open is told, takes nothing more, and is saved among the backups', async () => {
  const { dataDir, host, heard } = await used('removed')
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(DATABASE)))
    rmSync(path.join(dataDir, name))
  host.powerChanged()
  expect(await heard).toMatch(/was removed, moved away or exchanged .* saved as backups\/asked-/)
  const client = createRouterClient(host.router, { context: { origin: 'window' } })
  await expect(client.notes.save({ text: 'into nowhere' })).rejects.toThrow(
    /removed, moved away or exchanged/,
  )
  await host.stop('stop')
  const [saved] = readdirSync(path.join(dataDir, 'backups')).filter((name) => name.endsWith('.db'))
  expect(await openQuietHost(dataDir).catch(String)).toMatch(/is missing, and backups of it lie/)
  renameSync(path.join(dataDir, 'backups', saved!), path.join(dataDir, DATABASE))
  const again = await openQuietHost(dataDir)
  const notes = await createRouterClient(again.router, { context: { origin: 'window' } }).notes.list({})
  expect(notes.map(({ text }) => text)).toEqual(['kept'])
  await again.stop('stop')
})

it('a data folder that is moved away while it is open is told, and is not made anew', async () => {
  const { dataDir, host, heard } = await used('moved')
  renameSync(dataDir, `${dataDir}-elsewhere`)
  host.powerChanged()
  expect(await heard).toMatch(/was removed, moved away or exchanged/)
  await host.stop('stop')
  expect(existsSync(path.join(dataDir, DATABASE))).toBe(false)
})

it.each([
  ['missing', (file: string) => rmSync(file)],
  ['empty', (file: string) => writeFileSync(file, '')],
])(
  'a history that is %s is not begun anew where threads.json tells of threads, also without a backup',
  async (what, lose) => {
    const { dataDir, host } = await used(`first-minutes-${what}`)
    await host.stop('stop')
    writeFileSync(path.join(dataDir, 'threads.json'), '{"threads":[{"number":2}]}')
    lose(path.join(dataDir, DATABASE))
    await expect(openQuietHost(dataDir)).rejects.toThrow(
      /is missing or empty, but threads\.json beside it tells of 1 thread/,
    )
    rmSync(path.join(dataDir, 'threads.json'))
    await (await openQuietHost(dataDir)).stop('stop')
  },
)
