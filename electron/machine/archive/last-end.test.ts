import { cpSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Host } from '../../host/host.ts'
import { openQuietHost, tryQuietHost } from '../../host/testing/open-quiet-host.ts'
import { lastEnd } from './last-end.ts'
import { damage, damageInside } from './testing/damage.ts'
import { clientOf, profiles } from './testing/profiles.ts'

const { root, at, beat, within, names, database } = profiles('last-end-test')

const start = () => tryQuietHost(at.dir)
const started = (): Promise<Host> => openQuietHost(at.dir)

/** The folder as a kill leaves it. */
async function killed(): Promise<void> {
  const copy = path.join(root, `killed-${at.serial++}`)
  const isCopied = (file: string): boolean => path.basename(file) !== 'run' // the socket in it
  await within(async () => cpSync(at.dir, copy, { recursive: true, filter: isCopied }))
  at.dir = copy
}

/** As if the file had been closed as it is now: what a bad disk does to it changes no time. */
function closeAsItIs(): void {
  const { size, mtimeMs } = statSync(database())
  writeFileSync(note(), JSON.stringify({ state: 'closed', bytes: size, mtimeMs }))
}
const note = (): string => path.join(at.dir, 'history-end.json')
const damageOf = (host: Host): Promise<string> => new Promise((resolve) => host.onDamaged(resolve))

describe('a history that was left', { timeout: 30_000 }, () => {
  it('in order is clean, and another file in its place, or with other bytes, is none that we know', async () => {
    await within(async () => expect(lastEnd(database())).toBe('unclean'))
    expect(lastEnd(database())).toBe('clean')
    const { mtime } = statSync(database())
    utimesSync(database(), mtime, new Date(mtime.getTime() + 1))
    expect(lastEnd(database())).toBe('unknown')
    closeAsItIs()
    expect(lastEnd(database())).toBe('clean')
    writeFileSync(`${database()}-wal`, 'x')
    expect(lastEnd(database())).toBe('unknown')
  })
  it('is unclean after a kill, until somebody has read it to its end and closed it', async () => {
    await killed()
    expect(lastEnd(database())).toBe('unclean')
    expect(await names()).toEqual(['api', 'web'])
    expect(lastEnd(database())).toBe('clean')
  })
  it('is not known without a note, or with one that says nothing', async () => {
    await names()
    for (const text of ['', '{}', '{"state":"closed"}', 'null']) {
      writeFileSync(note(), text)
      expect(lastEnd(database())).toBe('unknown')
    }
    rmSync(note())
    expect(lastEnd(database())).toBe('unknown')
  })
})

describe('the pages of a history', { timeout: 30_000 }, () => {
  it('are not read at a start after a clean end', async () => {
    await names()
    damageInside(database())
    closeAsItIs()
    expect(lastEnd(database())).toBe('clean')
    expect(await names()).toEqual(['api', 'web'])
  })
  it('are all read at a start that does not know how it was left', async () => {
    await names()
    damageInside(database())
    const before = readFileSync(database())
    expect(await start()).toMatchObject({ ok: false, error: { code: 'damaged' } })
    expect(readFileSync(database()).equals(before)).toBe(true)
  })
  it('are read beside a start after an unclean end: what is damaged is said as a start says it, nothing has begun, and the next start refuses', async () => {
    await killed()
    damageInside(database())
    const host = await started()
    const client = clientOf(host)
    const message = await damageOf(host)
    expect(message).toMatch(/threadbeat\.db is damaged: [^]*backups lie in the folder "backups" beside it\.$/)
    const { fleet, threads } = await client.snapshot()
    expect([fleet.engine, fleet.lastTickAt]).toEqual(['halted', null])
    expect(fleet.problems).toMatchObject([
      { code: 'history', text: expect.stringContaining(message) as string },
    ])
    expect([fleet.nextDueAt, threads[0]!.nextDueAt]).toEqual([null, null])
    // What would be lost with the damaged file is not accepted.
    const asked = client.beat.start({ id: threads[0]!.id })
    await expect(asked).rejects.toThrow(`Nothing was saved: ${message}`)
    expect((await client.snapshot()).fleet).toMatchObject({ running: 0, waiting: 0 })
    await host.stop('stop')
    expect(await start()).toMatchObject({ ok: false, error: { code: 'damaged' } })
  })
  it('that are sound after an unclean end let it begin, and end clean', async () => {
    await killed()
    const host = await started()
    await beat(clientOf(host), 'api')
    expect(host.snapshot().fleet.problems).toEqual([])
    await host.stop('stop')
    expect(lastEnd(database())).toBe('clean')
  })
  it('that were not read to their end before the app ended are read at the next start', async () => {
    await killed()
    const host = await started()
    await host.stop('stop')
    expect(lastEnd(database())).toBe('unclean')
  })
  it('at its beginning are read at every start', async () => {
    await killed()
    damage(database())
    expect(await start()).toMatchObject({ ok: false, error: { code: 'damaged' } })
  })
})
