import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDriver } from '../../store/connection/driver.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { applyPending } from './carry-out.ts'
import { readPending } from './pending.ts'
import { profiles } from './testing/profiles.ts'

const { root, repos, at, within, beat, names, runsOf, database } = profiles('import-test')

describe('an archive in the window', { timeout: 60_000 }, () => {
  const zip = (): string => path.join(root, `out-${at.serial}.zip`)
  it('gives an empty profile the same state, with its settings', async () => {
    const before = await within(async (client) => {
      expect(await client.data.exportTo({ path: zip(), confirmed: true })).toMatchObject({ threads: 2 })
      return [
        (await client.snapshot()).threads.map((t) => [t.number, t.name, t.trusted]),
        await client.runs.page({ limit: 200 }),
      ] as const
    })
    const file = zip()
    const key = readFileSync(path.join(at.dir, 'archive.key'))
    at.dir = path.join(root, `empty-${at.serial++}`)
    mkdirSync(at.dir, { mode: 0o700 })
    writeFileSync(path.join(at.dir, 'archive.key'), key, { mode: 0o600 }) // the same folder, emptied
    await within(async (client) => {
      const plan = await client.data.importPlan({ path: file })
      expect(plan).toMatchObject({
        whole: true,
        settings: 1,
        threads: [
          { name: 'api', state: 'new' },
          { name: 'web', state: 'new' },
        ],
      })
      await client.data.importFrom({
        path: file,
        choices: {},
        withSettings: true,
        keepTrust: true,
        hash: plan.authority.hash,
        confirmed: true,
      })
    })
    await within(async (client) => {
      const { fleet, threads } = await client.snapshot()
      expect([
        threads.map((t) => [t.number, t.name, t.trusted]),
        await client.runs.page({ limit: 200 }),
      ]).toEqual(before)
      expect(fleet.settings.theme).toBe('dark')
    })
    expect(readdirSync(at.dir).filter((n) => /plan|staged|next|pending/.test(n))).toEqual([])
  })
  it('tells new, same and conflict, and does as it was told for each, holding trust back', async () => {
    const file = zip()
    await within(async (client) => {
      await client.threads.add({ paths: [path.join(repos, 'lab')], trust: true })
      await client.data.exportTo({ path: file, confirmed: true })
      const { threads } = await client.snapshot()
      await client.threads.remove({ id: threads.find((t) => t.name === 'lab')!.id })
      await client.threads.change({ id: threads.find((t) => t.name === 'web')!.id, name: 'shop' })
      await beat(client, 'api')
    })
    const db = openDatabase(database()) // whatever way threads are taken away, this one is gone
    if (db.ok) {
      db.value.db.exec("PRAGMA foreign_keys = ON; DELETE FROM threads WHERE name = 'lab'")
      db.value.db.close()
    }
    const mine = await within(async (client) => {
      const plan = await client.data.importPlan({ path: file })
      const { hash } = plan.authority
      expect(plan.threads.map((t) => [t.name, t.state, t.differences])).toEqual([
        ['api', 'same', []],
        ['web', 'conflict', ['name']],
        ['lab', 'new', []],
      ])
      const runs = await runsOf(client)
      await client.data.importFrom({
        path: file,
        choices: { [plan.threads[1]!.id]: 'theirs' },
        withSettings: false,
        keepTrust: false,
        hash,
        confirmed: true,
      })
      return runs
    })
    await within(async (client) => {
      const { threads } = await client.snapshot()
      expect(threads.map((t) => [t.name, t.trusted]).sort()).toEqual([
        ['api', true],
        ['lab', false],
        ['web', false],
      ])
      expect(new Set(threads.map((t) => t.number)).size).toBe(3)
      expect(await runsOf(client)).toBeGreaterThanOrEqual(mine)
    })
  })
  it('joins two histories under the settings that are here, and twice is as once', async () => {
    const file = zip()
    const other = path.join(root, `other-${at.serial++}`)
    cpSync(at.dir, other, { recursive: true })
    await within(async (client) => {
      await beat(client, 'web')
      await client.data.exportTo({ path: file, confirmed: true })
    }, other)
    for (let i = 0; i < 2; i++) {
      await within(async (client) => {
        await client.threads.change({
          id: (await client.snapshot()).threads.find((t) => t.repoPath.endsWith('web'))!.id,
          name: 'shop',
        })
        const { threads, authority } = await client.data.importPlan({ path: file })
        expect(threads[1]).toMatchObject({
          state: 'conflict',
          differences: i === 0 ? ['name', '1 run that is not here'] : ['name'],
        })
        await client.data.importFrom({
          path: file,
          choices: { [threads[1]!.id]: 'both' },
          withSettings: false,
          keepTrust: false,
          hash: authority.hash,
          confirmed: true,
        })
      })
      await within(async (client) => {
        const { threads } = await client.snapshot()
        const shop = threads.find((t) => t.name === 'shop')!
        expect(shop.trusted).toBe(true)
        expect((await client.runs.page({ threadId: shop.id, limit: 200 })).runs).toHaveLength(2)
      })
    }
  })
  it('found by review: is not taken over when what was unpacked is another history by the next start', async () => {
    const file = zip()
    const ask = (): Promise<void> =>
      within(async (client) => {
        await client.data.exportTo({ path: file, force: true, confirmed: true })
        await client.threads.change({
          id: (await client.snapshot()).threads.find((t) => t.repoPath.endsWith('web'))!.id,
          name: 'shop',
        })
        const { threads, authority } = await client.data.importPlan({ path: file })
        await client.data.importFrom({
          path: file,
          choices: { [threads[1]!.id]: 'theirs' },
          withSettings: false,
          keepTrust: true,
          hash: authority.hash,
          confirmed: true,
        })
      })
    const tamper = {
      database: (staged: string) => rewrite(staged, 'journal_mode = DELETE'),
      log: (staged: string) => writeFileSync(`${staged}-wal`, 'somebody’s log'),
    }
    for (const [what, change] of Object.entries(tamper)) {
      await ask()
      expect(readPending(at.dir)).toMatchObject({
        kind: 'import',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      })
      change(path.join(at.dir, 'import-staged', 'threadbeat.db'))
      expect([what, applyPending(at.dir, loadDriver())]).toEqual([
        what,
        { ok: false, error: expect.stringContaining('has changed since you looked at it') as string },
      ])
      expect(existsSync(path.join(at.dir, 'import-staged'))).toBe(false)
      expect(await names()).toEqual(['api', 'shop'])
      await within(async (client) =>
        client.threads.change({
          id: (await client.snapshot()).threads.find((t) => t.name === 'shop')!.id,
          name: 'web',
        }),
      )
    }
  })
  it('that cannot be read any more is said, rather than forgotten', () => {
    writeFileSync(path.join(at.dir, 'pending.json'), '{"kind":"import"}')
    expect(applyPending(at.dir, loadDriver())).toMatchObject({
      ok: false,
      error: expect.stringContaining('could not be read') as string,
    })
    expect(applyPending(at.dir, loadDriver())).toEqual({ ok: true, value: null })
  })
  it('found by review: what was not done at the start is told in the window, not only in the log', async () => {
    writeFileSync(path.join(at.dir, 'pending.json'), '{"kind":"import"}')
    await within(async (client) =>
      expect((await client.backups.list()).notDone).toContain('could not be read'),
    )
    await within(async (client) => expect((await client.backups.list()).notDone).toBeNull())
  })
  it('is refused when it is no archive, and nothing is asked for the next start', async () => {
    writeFileSync(zip(), 'no zip')
    await within(async (client) => {
      await expect(client.data.importPlan({ path: zip() })).rejects.toThrow(/was not taken over/)
      await expect(
        client.data.importFrom({
          path: zip(),
          choices: {},
          withSettings: false,
          keepTrust: false,
          hash: '0'.repeat(32),
          confirmed: true,
        }),
      ).rejects.toThrow(/was not taken over/)
      expect((await client.backups.list()).pending).toBeNull()
    })
  })
})

/** The same rows, other bytes. */
function rewrite(file: string, pragma: string): void {
  const db = loadDriver().open(file)
  db.exec(`PRAGMA ${pragma}; UPDATE threads SET name = 'planted'`)
  db.close()
}
