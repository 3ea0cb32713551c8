import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHost } from '../../host/host.ts'
import { listBackups } from '../../store/backup/backups.ts'
import { loadDriver } from '../../store/connection/driver.ts'
import { planRestoreNow, restoreNow, salvageTo, troubleOf } from './trouble.ts'
import { damage } from './testing/damage.ts'
import { clientOf, profiles } from './testing/profiles.ts'

const { at, beat, names, runsOf, database } = profiles('trouble-test')

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
    const plan = await planRestoreNow(at.dir, lastGood!.name)
    if (!plan.ok) throw new Error(plan.error)
    expect(plan.value.differs.map((a) => a.thread)).toEqual(['2 api', '3 web'])
    expect(await restoreNow(at.dir, lastGood!.name, '0'.repeat(32))).toMatchObject({ ok: false })
    expect(await restoreNow(at.dir, lastGood!.name, plan.value.hash)).toEqual({ ok: true, value: null })
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
    sql(
      database(),
      `INSERT INTO approvals SELECT id, 'kept', 'npm test', '[]', 7 FROM threads WHERE name = 'api'`,
    )
    for (const hash of ['kept', 'withdrawn'])
      sql(
        backup,
        `INSERT INTO approvals SELECT id, '${hash}', 'npm test', '[]', 7 FROM threads WHERE name = 'api'`,
      )
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
