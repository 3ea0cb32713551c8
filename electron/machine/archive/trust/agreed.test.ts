import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { authorityLine } from '../../../../shared/contract/authority.ts'
import { loadDriver } from '../../../store/connection/driver.ts'
import { applyPending } from '../carry-out.ts'
import { readPending } from '../pending.ts'
import { forged } from '../testing/forge.ts'
import { profiles } from '../testing/profiles.ts'

const { root, at, within, names } = profiles('agreed-test')
const zip = (): string => path.join(root, `out-${at.serial}.zip`)
const asked = { choices: {}, withSettings: true, keepTrust: false, confirmed: true } as const
const EVIL = JSON.stringify({ kind: 'command', argv: ['evil'], env: {} })

describe('an import in the window', { timeout: 60_000 }, () => {
  it('is refused where the archive was swapped after it was shown', async () => {
    const file = zip()
    await within(async (client) => {
      await client.data.exportTo({ path: file, confirmed: true })
      const { hash, signed } = (await client.data.importPlan({ path: file })).authority
      expect(signed).toBe(true)
      copyFileSync(file, `${file}.real`)
      forged(`${file}.real`, file, (db) => db.prepare('UPDATE threads SET agent = ?').run(EVIL))
      await expect(client.data.importFrom({ path: file, hash, ...asked })).rejects.toThrow(
        /is not what was shown/,
      )
      expect((await client.backups.list()).pending).toBeNull()
      expect(existsSync(path.join(at.dir, 'import-staged', 'threadbeat.db'))).toBe(false)
      const { authority } = await client.data.importPlan({ path: file })
      expect([authority.signed, authority.brings.map(authorityLine)]).toEqual([
        false,
        ['2 api', '3 web'].map(
          (who) => expect.stringMatching(`^${who}, agent program: \\["evil"\\]; .*; not trusted$`) as string,
        ),
      ])
    })
  })

  it('keeps no trust of an archive that this data folder did not sign, whatever it is asked', async () => {
    const file = zip()
    await within((client) => client.data.exportTo({ path: file, confirmed: true }))
    at.dir = path.join(root, `stranger-${at.serial++}`)
    mkdirSync(at.dir, { mode: 0o700 })
    await within(async (client) => {
      const { hash } = (await client.data.importPlan({ path: file })).authority
      const call = { path: file, hash, ...asked }
      await expect(client.data.importFrom({ ...call, keepTrust: true })).rejects.toThrow(
        /did not write the archive/,
      )
      expect((await client.backups.list()).pending).toBeNull()
      await client.data.importFrom(call)
    })
    await within(async (client) =>
      expect((await client.snapshot()).threads.map((t) => [t.name, t.trusted])).toEqual([
        ['api', false],
        ['web', false],
      ]),
    )
  })

  it('is not carried out where the unpacked settings are others by the next start', async () => {
    const file = zip()
    await within(async (client) => {
      await client.data.exportTo({ path: file, confirmed: true })
      const { hash } = (await client.data.importPlan({ path: file })).authority
      await client.data.importFrom({ path: file, hash, ...asked })
    })
    writeFileSync(path.join(at.dir, 'import-staged', 'settings.json'), '{"theme":"light"}')
    expect(applyPending(at.dir, loadDriver())).toMatchObject({
      ok: false,
      error: expect.stringContaining('has changed since you looked at it') as string,
    })
    await within(async (client) => expect((await client.snapshot()).fleet.settings.theme).toBe('dark'))
  })

  it('and a restore cannot be called without the hash of what was shown', async () => {
    await within(async (client) => {
      const call = { path: zip(), ...asked } as never
      await expect(client.data.importFrom(call)).rejects.toThrow(/[Ii]nput/)
      const { name } = (await client.backups.list()).backups[0]!
      await expect(client.backups.restore({ name, confirmed: true } as never)).rejects.toThrow(/[Ii]nput/)
      await expect(client.backups.restore({ name, hash: '0'.repeat(32), confirmed: true })).rejects.toThrow(
        /is not what was shown/,
      )
      expect((await client.backups.list()).pending).toBeNull()
    })
  })
})

describe('a backup', { timeout: 60_000 }, () => {
  const change = (file: string, statement: string): void => {
    const db = loadDriver().open(file)
    db.exec(`PRAGMA journal_mode = DELETE; ${statement}`)
    db.close()
  }

  it('shows what it executes otherwise than now, and nothing else', async () => {
    await within(async (client) => {
      const { name } = (await client.backups.list()).backups[0]!
      expect((await client.backups.plan({ name })).differs).toEqual([])
      const { threads } = await client.snapshot()
      await client.threads.trust({ id: threads[1]!.id, on: false })
      expect((await client.backups.plan({ name })).differs.map(authorityLine)).toEqual([
        expect.stringMatching(/^3 web, agent local checks: in ".*web"; trusted$/),
      ])
    })
  })

  it('is refused where it was changed after it was shown, and not carried out where it was changed since', async () => {
    const name = await within(async (client) => {
      const [backup] = (await client.backups.list()).backups
      const { hash } = await client.backups.plan({ name: backup!.name })
      const file = path.join(at.dir, 'backups', backup!.name)
      change(file, `UPDATE threads SET agent = '${EVIL}'`)
      await expect(client.backups.restore({ name: backup!.name, hash, confirmed: true })).rejects.toThrow(
        /is not what was shown/,
      )
      const again = await client.backups.plan({ name: backup!.name })
      expect(again.differs.map((a) => a.argv)).toEqual([['evil'], ['evil']])
      await client.backups.restore({ name: backup!.name, hash: again.hash, confirmed: true })
      change(file, "UPDATE threads SET name = 'planted'")
      return backup!.name
    })
    expect(readPending(at.dir)).toMatchObject({ kind: 'restore', name })
    expect(applyPending(at.dir, loadDriver())).toMatchObject({
      ok: false,
      error: expect.stringContaining('has changed since you looked at it') as string,
    })
    expect(await names()).toEqual(['api', 'web'])
  })
})
