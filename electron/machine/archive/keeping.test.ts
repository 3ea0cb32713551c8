import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { openHost } from '../../host/host.ts'
import { listBackups, makeBackup } from '../../store/backup/backups.ts'
import { loadDriver } from '../../store/connection/driver.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { createDailyBackups } from './daily-backups.ts'
import { applyPending, Killed } from './carry-out.ts'
import { askAtNextStart, readPending } from './pending.ts'
import { clientOf, profiles } from './testing/profiles.ts'
import { restoreNow, salvageTo, troubleOf } from './trouble.ts'

const { repos, at, within, beat, names, runsOf, database } = profiles('keeping-test')

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
      expect((await client.backups.restore({ name: backup!.name, confirmed: true })).kind).toBe('restore')
      expect((await client.backups.list()).pending).toMatchObject({ kind: 'restore' })
      expect((await client.snapshot()).threads).toHaveLength(3)
    })
    expect(await names()).toEqual(['api', 'web'])
    expect(readPending(at.dir)).toBeNull()
    const kept = listBackups(path.join(at.dir, 'backups')).find((b) => b.why === 'before-restore')!
    expect(restoreNow(at.dir, kept.name)).toEqual({ ok: true, value: null })
    expect(await names()).toEqual(['api', 'lab', 'web'])
  })
  it('are not restored when they are damaged, and nothing changes', async () => {
    await within(async (client) => {
      const [backup] = (await client.backups.list()).backups
      damage(path.join(at.dir, 'backups', backup!.name))
      await expect(client.backups.restore({ name: backup!.name, confirmed: true })).rejects.toThrow(
        /cannot be restored/,
      )
      expect((await client.backups.list()).pending).toBeNull()
      await expect(client.backups.restore({ name: '../threadbeat.db', confirmed: true })).rejects.toThrow(
        /There is no backup/,
      )
    })
  })
  it('leave the old history or the new after a kill at each step', () => {
    const add = openDatabase(database())
    if (!add.ok) throw new Error(add.error.message)
    add.value.db.exec("UPDATE threads SET name = 'newer' WHERE name = 'web'")
    add.value.db.close()
    const { name } = listBackups(path.join(at.dir, 'backups'))[0]!
    const steps: string[] = []
    const copy = (to: string): string => (cpSync(at.dir, to, { recursive: true }), to)
    const whole = copy(`${at.dir}-whole`)
    askAtNextStart(whole, { kind: 'restore', askedAt: 1, name })
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
      askAtNextStart(dir, { kind: 'restore', askedAt: 1, name })
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

describe('a damaged history', { timeout: 30_000 }, () => {
  it('is told as such, is not opened, and the last good backup takes its place', async () => {
    damage(database())
    const opened = await openHost({
      dataDir: at.dir,
      notifier: { show: async () => ({ ok: true, value: null }) },
      shell: null,
      demo: false,
    })
    expect(opened).toMatchObject({ ok: false, error: { code: 'damaged' } })
    const { kind, lastGood } = troubleOf(at.dir)
    expect([kind, lastGood?.name]).toEqual(['damaged', expect.stringMatching(/^asked-/)])
    const before = readFileSync(database())
    expect(restoreNow(at.dir, lastGood!.name)).toEqual({ ok: true, value: null })
    expect(await names()).toEqual(['api', 'web'])
    const aside = readdirSync(path.join(at.dir, 'backups')).find((n) => n.startsWith('damaged-'))!
    expect(readFileSync(path.join(at.dir, 'backups', aside)).equals(before)).toBe(true)
  })
  const without = {
    notifier: { show: async () => ({ ok: true as const, value: null }) },
    shell: null,
    demo: false,
    withoutHistory: true,
  }
  it(
    'is left as it is while a backup stands in for it, which is gone afterwards; whom it does not say ' +
      'to be trusted is not',
    async () => {
      damage(database())
      const [before, backups] = [readFileSync(database()), readdirSync(path.join(at.dir, 'backups'))]
      const opened = await openHost({ dataDir: at.dir, ...without })
      if (!opened.ok) throw new Error(opened.error.message)
      const client = clientOf(opened.value)
      const { threads, fleet } = await client.snapshot()
      expect(threads.map((t) => [t.name, t.trusted])).toEqual([
        ['api', false],
        ['web', false],
      ])
      expect(fleet.problems).toMatchObject([
        {
          code: 'store',
          text: expect.stringMatching(
            /^Your history is damaged\. .* kept only until Threadbeat ends\. .* 2 threads are not trusted for now/,
          ) as string,
        },
      ])
      await client.threads.trust({ id: threads[0]!.id, on: true })
      await beat(client, 'api')
      expect(await runsOf(client)).toBeGreaterThan(2)
      await opened.value.stop('stop')
      expect(existsSync(path.join(at.dir, 'without-history'))).toBe(false)
      expect(readFileSync(database()).equals(before)).toBe(true)
      expect(readdirSync(path.join(at.dir, 'backups'))).toEqual(backups)
      expect(await openHost({ dataDir: at.dir, ...without, withoutHistory: false })).toMatchObject({
        ok: false,
        error: { code: 'damaged' },
      })
    },
  )
  it('allows while a backup stands in for it what both say, and nothing that waited then is done again', async () => {
    const backup = path.join(at.dir, 'backups', listBackups(path.join(at.dir, 'backups'))[0]!.name)
    const sql = (file: string, text: string): void => {
      const db = loadDriver().open(file)
      db.exec(text)
      db.close()
    }
    sql(database(), `INSERT INTO approvals SELECT id, 'kept', 'npm test', 7 FROM threads WHERE name = 'api'`)
    for (const hash of ['kept', 'withdrawn'])
      sql(backup, `INSERT INTO approvals SELECT id, '${hash}', 'npm test', 7 FROM threads WHERE name = 'api'`)
    sql(
      backup,
      `INSERT INTO permissions (thread_id, rule, label, allowable, decision, asked_at) SELECT id, 'Bash(ls)', 'ls', 1, 'once', 7 FROM threads WHERE name = 'api';
      INSERT INTO permissions (thread_id, rule, label, allowable, decision, asked_at) SELECT id, 'Bash(rm)', 'rm', 1, 'never', 7 FROM threads WHERE name = 'api';
      INSERT INTO queue_items (id, thread_id, kind, class, reasons, text, sender, enqueued_at, not_before) SELECT 'itm_old', id, 'message', 'message', '[]', 'Deploy', 'user', 1, 1 FROM threads WHERE name = 'api';
      INSERT INTO runs (id, item_id, thread_id, kind, reasons, enqueued_at, started_at, runner, marker) SELECT 'run_old', 'itm_run', id, 'heartbeat', '["manual"]', 1, 1, 'x', 'mark' FROM threads WHERE name = 'web'`,
    )
    sql(
      database(),
      "UPDATE threads SET trusted_at = NULL WHERE name = 'web'; PRAGMA wal_checkpoint(TRUNCATE)",
    )
    damagePageOf(database(), 'run_details')
    const before = readFileSync(database())
    const opened = await openHost({ dataDir: at.dir, ...without, schedule: false })
    if (!opened.ok) throw new Error(opened.error.message)
    const client = clientOf(opened.value)
    const { threads } = await client.snapshot()
    expect(threads.map((t) => [t.name, t.trusted, t.waiting.length, t.running])).toEqual([
      ['api', true, 0, null],
      ['web', false, 0, null],
    ])
    const db = loadDriver().open(path.join(at.dir, 'without-history', 'threadbeat.db'), { readOnly: true })
    expect(db.prepare("SELECT hash FROM approvals WHERE hash IN ('kept', 'withdrawn')").all()).toEqual([
      { hash: 'kept' },
    ])
    expect(db.prepare('SELECT rule FROM permissions').all()).toEqual([{ rule: 'Bash(rm)' }])
    expect(db.prepare("SELECT outcome FROM runs WHERE id = 'run_old'").get()).toEqual({
      outcome: 'interrupted',
    })
    db.close()
    await opened.value.stop('stop')
    expect(readFileSync(database()).equals(before)).toBe(true)
  })
  it('without a sound backup is not gone on without, and says why', async () => {
    damage(database())
    rmSync(path.join(at.dir, 'backups'), { recursive: true })
    expect(await openHost({ dataDir: at.dir, ...without })).toMatchObject({
      ok: false,
      error: {
        code: 'damaged',
        message: expect.stringContaining('There is no sound backup to go on with.') as string,
      },
    })
  })
  it('of a newer version is no damage', () => {
    const db = loadDriver().open(database())
    db.exec('PRAGMA user_version = 9999')
    db.close()
    expect(troubleOf(at.dir).kind).toBe('newer')
  })
  it('from before the first release is no damage, and nothing stands in for it', async () => {
    const db = loadDriver().open(database())
    db.exec('PRAGMA application_id = 0')
    db.close()
    expect(troubleOf(at.dir).kind).toBe('unreleased')
    expect(await openHost({ dataDir: at.dir, ...without })).toMatchObject({
      ok: false,
      error: { code: 'damaged', message: expect.stringContaining('before its first release') as string },
    })
  })
  it('gives what can still be read, as JSON lines', () => {
    const whole = path.join(at.dir, 'whole.jsonl')
    expect(salvageTo(at.dir, whole)).toMatchObject({ ok: true, value: { damaged: [] } })
    const rows = readFileSync(whole, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> })
    expect(rows.filter((r) => r.table === 'threads').map((r) => r.row['name'])).toEqual(['api', 'web'])
    expect(rows.filter((r) => r.table === 'runs').length).toBeGreaterThan(1)
    expect(salvageTo(at.dir, whole)).toMatchObject({ ok: false })
  })
})

describe('resets', { timeout: 30_000 }, () => {
  it('clear the history, and leave threads, settings and repositories alone', async () => {
    const before = readdirSync(path.join(repos, 'api'))
    await within(async (client) => {
      expect(await runsOf(client)).toBeGreaterThan(1)
      await client.data.reset({ what: 'history', confirmed: true })
    })
    await within(async (client) => {
      expect(await runsOf(client)).toBe(0)
      const { fleet, threads } = await client.snapshot()
      expect([threads.map((t) => t.name), fleet.settings.theme]).toEqual([['api', 'web'], 'dark'])
    })
    expect(readdirSync(path.join(repos, 'api'))).toEqual(before)
    expect(listBackups(path.join(at.dir, 'backups')).map((b) => b.why)).toContain('before-clear')
  })
  it('remove everything but the repositories, unless it is called off', async () => {
    await within(async (client) => {
      await client.data.reset({ what: 'everything', confirmed: true })
      await client.data.cancel()
    })
    expect(await names()).toEqual(['api', 'web'])
    await within((client) => client.data.reset({ what: 'everything', confirmed: true }))
    expect(await names()).toEqual([])
    expect(existsSync(path.join(at.dir, 'backups'))).toBe(false)
    expect(existsSync(path.join(repos, 'api', '.git'))).toBe(true)
  })
  it(
    'found by review: a stray program at the socket can neither wipe everything nor restart without ' +
      'saying that it is meant',
    async () => {
      await within(async (_client, host) => {
        const stray = createRouterClient(host.router, { context: { origin: 'socket' as const } })
        await expect(stray.data.reset({ what: 'everything', confirmed: true })).rejects.toThrow(
          /in the window only/,
        )
        await expect(stray.app.restart({} as never)).rejects.toThrow(/[Ii]nput/)
        expect((await stray.backups.list()).pending).toBeNull()
      })
      expect(await names()).toEqual(['api', 'web'])
    },
  )
  it('found by review: leave alone what the app did not make, in whatever folder it keeps its data', async () => {
    mkdirSync(path.join(at.dir, 'my-repository'))
    writeFileSync(path.join(at.dir, 'thesis.txt'), 'mine')
    await within((client) => client.data.reset({ what: 'everything', confirmed: true }))
    expect(await names()).toEqual([])
    expect([
      existsSync(path.join(at.dir, 'my-repository')),
      existsSync(path.join(at.dir, 'thesis.txt')),
    ]).toEqual([true, true])
  })
})

describe('settings of the host', { timeout: 30_000 }, () => {
  it('are those of the file, and are reset by key or all', async () => {
    rmSync(path.join(at.dir, 'settings.d'), { recursive: true })
    writeFileSync(path.join(at.dir, 'settings.json'), '{ "maxRuns": 3, "theme": "light", "later": 1 }')
    await within(async (client) => {
      expect((await client.snapshot()).fleet.settings).toMatchObject({ maxRuns: 3, theme: 'light' })
      expect(JSON.parse(readFileSync(path.join(at.dir, 'settings.json'), 'utf8'))).toEqual({
        maxRuns: 3,
        theme: 'light',
        later: 1,
      })
      expect(await client.settings.reset({ keys: ['theme'] })).toMatchObject({ theme: 'system', maxRuns: 3 })
      expect(await client.settings.reset({})).toMatchObject({ maxRuns: 2 })
      const [last] = await client.settings.generations()
      expect(last?.changes).toEqual([{ key: 'maxRuns', now: null, then: '3' }])
      expect(await client.settings.restore({ id: last!.id })).toMatchObject({ maxRuns: 3 })
    })
  })
  it('that are damaged are said in the window, and the last good ones count', async () => {
    await within(async (client, host) => {
      writeFileSync(path.join(at.dir, 'settings.json'), '{"theme"')
      expect((await client.settings.file()).problem).toContain('is no JSON')
      await client.settings.change({ noisyRuns: 40 }) // the built-in value: only looks
      expect(host.snapshot().fleet.settings.theme).toBe('dark')
    })
  })
  it('give a report without secrets and names', async () => {
    await within(async (client) => {
      const { text } = await client.app.report()
      expect(text).toContain('Threadbeat 0.1.0')
      expect(text).toContain('theme="dark"')
      for (const name of ['/repos/', 'api,']) expect(text).not.toContain(name)
    })
  })
})

/** Bytes in the middle of a database, as a bad disk would write them. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096, Math.min(bytes.length, 40_960))
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  writeFileSync(file, bytes)
}

/** The table's first page; the others stay whole. */
function damagePageOf(file: string, table: string): void {
  const db = loadDriver().open(file, { readOnly: true })
  const page = Number(db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table)!['rootpage'])
  const size = Number(db.prepare('PRAGMA page_size').get()!['page_size'])
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, (page - 1) * size, page * size)
  writeFileSync(file, bytes)
}
