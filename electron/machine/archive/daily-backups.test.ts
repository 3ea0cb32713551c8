import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { authorityLine } from '../../../shared/contract/authority.ts'
import { listBackups, makeBackup } from '../../store/backup/backups.ts'
import { loadDriver } from '../../store/connection/driver.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { createDailyBackups } from './daily-backups.ts'
import { applyPending, Killed } from './carry-out.ts'
import { askAtNextStart, hashOf, readPending } from './pending.ts'
import { planRestoreNow, restoreNow } from './trouble.ts'
import { damage } from './testing/damage.ts'
import { profiles } from './testing/profiles.ts'

const { repos, at, within, names, database } = profiles('daily-backups-test')

describe('backups', { timeout: 30_000 }, () => {
  it('are whole, checked, for their owner, and the newest seven of a kind', async () => {
    const folder = path.join(at.dir, 'backups')
    const [first] = listBackups(folder)
    for (let day = 1; day <= 9; day++)
      expect(await makeBackup(database(), folder, 'daily', Date.UTC(2026, 2, day))).toMatchObject({
        ok: true,
        value: { kind: 'daily', verified: true },
      })
    const all = listBackups(folder)
    expect(all.filter((b) => b.kind === 'daily').map((b) => new Date(b.at).getUTCDate())).toEqual([
      9, 8, 7, 6, 5, 4, 3,
    ])
    expect(all.map((b) => b.name)).toContain(first!.name)
    expect(statSync(path.join(folder, all[0]!.name)).mode & 0o777).toBe(0o600)
    const copy = openDatabase(path.join(folder, all[0]!.name))
    expect(copy.ok && copy.value.db.prepare('SELECT count(*) AS n FROM threads').get()).toEqual({ n: 2 })
    if (copy.ok) copy.value.db.close()
    expect(
      await makeBackup(path.join(at.dir, 'no.db'), folder, 'daily', Date.UTC(2026, 2, 20)),
    ).toMatchObject({ ok: false })
    expect(listBackups(folder).filter((b) => b.kind === 'daily')).toHaveLength(7)
    expect(readdirSync(folder).filter((n) => n.endsWith('.tmp'))).toEqual([])
  })
  it('found by review: a new one stays, also where the clock was once years ahead', async () => {
    const folder = path.join(at.dir, 'backups')
    for (let day = 1; day <= 7; day++) await makeBackup(database(), folder, 'asked', Date.UTC(2031, 2, day))
    const made = await makeBackup(database(), folder, 'asked', Date.UTC(2026, 2, 1))
    expect(made.ok && existsSync(path.join(folder, made.value.name))).toBe(true)
  })
  it('are made once a day while the app runs', async () => {
    const folder = path.join(at.dir, 'backups')
    let now = Date.UTC(2026, 2, 1)
    const due: (() => void)[] = []
    const daily = createDailyBackups({
      dataDir: at.dir,
      driver: loadDriver(),
      log: () => undefined,
      now: () => now,
      timer: (_ms, fn) => (due.push(fn), () => undefined),
    })
    daily.follow()
    const dailies: number[] = []
    for (let hour = 0; hour < 26; hour++) {
      due.shift()!()
      await expect.poll(() => due.length).toBe(1)
      now += 3_600_000
      dailies.push(listBackups(folder).filter((b) => b.kind === 'daily').length)
    }
    await daily.close()
    expect([dailies[0], dailies[23], dailies[24], dailies[25]]).toEqual([1, 1, 2, 2])
  })
  it('go back in time at the next start, and keep what was there', async () => {
    await within(async (client) => {
      await client.threads.add({ paths: [path.join(repos, 'lab')], trust: false })
      const [backup] = (await client.backups.list()).backups
      const { name } = backup!
      const { differs, hash } = await client.backups.plan({ name })
      expect(differs).toEqual([])
      expect((await client.backups.restore({ name, hash, confirmed: true })).kind).toBe('restore')
      expect((await client.backups.list()).pending).toMatchObject({ kind: 'restore' })
      expect((await client.snapshot()).threads).toHaveLength(3)
    })
    expect(await names()).toEqual(['api', 'web'])
    expect(readPending(at.dir)).toBeNull()
    const kept = listBackups(path.join(at.dir, 'backups')).find((b) => b.why === 'before-restore')!
    const plan = await planRestoreNow(at.dir, kept.name)
    if (!plan.ok) throw new Error(plan.error)
    const { differs, hash } = plan.value
    expect(differs.map(authorityLine)).toEqual([
      expect.stringMatching(/^\d lab, agent local checks: in .*; not trusted$/),
    ])
    expect(await restoreNow(at.dir, kept.name, hash)).toEqual({ ok: true, value: null })
    expect(await names()).toEqual(['api', 'lab', 'web'])
  })
  it('are not restored when they are damaged, and nothing changes', async () => {
    await within(async (client) => {
      const [backup] = (await client.backups.list()).backups
      damage(path.join(at.dir, 'backups', backup!.name))
      const hash = '0'.repeat(32)
      await expect(client.backups.plan({ name: backup!.name })).rejects.toThrow(/cannot be restored/)
      await expect(client.backups.restore({ name: backup!.name, hash, confirmed: true })).rejects.toThrow(
        /cannot be restored/,
      )
      expect((await client.backups.list()).pending).toBeNull()
      await expect(
        client.backups.restore({ name: '../threadbeat.db', hash, confirmed: true }),
      ).rejects.toThrow(/There is no backup/)
    })
  })
  it('leave the old history or the new after a kill at each step', () => {
    const add = openDatabase(database())
    if (!add.ok) throw new Error(add.error.message)
    add.value.db.exec("UPDATE threads SET name = 'newer' WHERE name = 'web'")
    add.value.db.close()
    const { name } = listBackups(path.join(at.dir, 'backups'))[0]!
    const steps: string[] = []
    const sha256 = hashOf(path.join(at.dir, 'backups', name))
    const copy = (to: string): string => (cpSync(at.dir, to, { recursive: true }), to)
    const whole = copy(`${at.dir}-whole`)
    askAtNextStart(whole, { kind: 'restore', askedAt: 1, name, sha256 })
    expect(applyPending(whole, loadDriver(), 2, (step) => steps.push(step))).toMatchObject({ ok: true })
    expect(steps).toEqual(['copy', 'keep', 'swap', 'rename', 'done'])
    const namesIn = (dir: string): unknown => {
      const opened = openDatabase(path.join(dir, 'threadbeat.db'))
      if (!opened.ok) return opened.error.message
      const rows = opened.value.db
        .prepare('SELECT name FROM threads ORDER BY name')
        .all()
        .map((r) => r['name'])
      opened.value.db.close()
      return rows
    }
    for (const [i, last] of steps.entries()) {
      const dir = copy(`${at.dir}-killed-${i}`)
      askAtNextStart(dir, { kind: 'restore', askedAt: 1, name, sha256 })
      expect(() =>
        applyPending(dir, loadDriver(), 2, (step) => {
          if (step === last) throw new Killed()
        }),
      ).toThrow(Killed)
      expect([JSON.stringify(['api', 'newer']), JSON.stringify(['api', 'web'])]).toContain(
        JSON.stringify(namesIn(dir)),
      )
      expect(applyPending(dir, loadDriver(), 3)).toMatchObject({ ok: true })
      expect([last, namesIn(dir)]).toEqual([last, ['api', 'web']])
    }
  })
})
