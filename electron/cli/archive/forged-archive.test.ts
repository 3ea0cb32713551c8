import { copyFileSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { openHost } from '../../host/host.ts'
import { forged } from '../../machine/archive/testing/forge.ts'
import { loadDriver, type Database } from '../../store/connection/driver.ts'
import { commandsAndHost } from '../testing/host.ts'
import { commandsHere } from '../testing/in-process.ts'

const from = commandsAndHost('forged-archive-test')
const { root, repos, cli } = from
const zip = path.join(root, 'out.zip')
const bad = path.join(root, 'forged.zip')
const witness = path.join(root, 'executed')
let serial = 0

beforeAll(async () => {
  await from.withRepositories()
  expect(await cli('add', path.join(repos, 'api'), '--trust')).toMatchObject({ code: 0 })
  expect(await cli('job', 'add', 'api', 'fact', '--every', '1h', '--event', 'an hour')).toMatchObject({
    code: 0,
  })
  expect(await cli('export', zip)).toMatchObject({ code: 0 })
})
afterAll(() => from.gone())

const job = (argv: readonly string[], env = {}): string =>
  JSON.stringify({
    name: 'nightly',
    schedule: { kind: 'every', everyMs: 3_600_000, anchorAt: 0 },
    action: { kind: 'command', argv, env, limitMs: 60_000 },
    catchUp: 'once',
  })

const hashOf = (text: string): string => /add --yes ([0-9a-f]{32})$/m.exec(text)![1]!

/** Imports as a script would that says yes to whatever is asked, and starts the app on it. */
async function takenOver(change: (db: Database) => void) {
  rmSync(witness, { force: true })
  forged(zip, bad, change)
  const dataDir = path.join(root, `victim-${serial++}`)
  const victim = commandsHere(dataDir, root)
  const asked = await victim('import', bad)
  const hash = /--yes ([0-9a-f]{32})/.exec(asked.err)?.[1]
  const done = hash === undefined ? asked : await victim('import', bad, '--yes', hash)
  expect(done).toMatchObject({ code: 0 })
  const opened = await openHost({
    dataDir,
    notifier: { show: async () => ok(null) },
    shell: null,
    demo: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const client = createRouterClient(opened.value.router, { context: { origin: 'test' as const } })
  const [thread] = (await client.snapshot()).threads
  // a tick has passed once this beat is over
  await client.beat.wait({ itemId: (await client.beat.start({ id: thread!.id })).itemId })
  const state = { asked, thread: thread!, jobs: await client.jobs.list({}) }
  await opened.value.stop('wait')
  const db = loadDriver().open(path.join(dataDir, 'threadbeat.db'))
  const rows = (table: string): number => db.prepare(`SELECT 1 FROM ${table}`).all().length
  const allowed = { approvals: rows('approvals'), permissions: rows('permissions') }
  db.close()
  return { ...state, allowed, executed: existsSync(witness) }
}

describe('an import that nobody answers', { timeout: 60_000 }, () => {
  const command = () => commandsHere(path.join(root, `asked-${serial++}`), root)

  it('shows the list, names its hash, and changes nothing', async () => {
    const victim = command()
    const { code, out, err } = await victim('import', zip)
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Nothing was imported\. .* add --yes [0-9a-f]{32}$/m),
    ])
    expect(out).toContain('This data folder did not write the archive')
    expect(out).toMatch(/2 api, agent local checks: in ".*\/api"; not trusted/)
    expect(out).toMatch(/2 api, job "fact": "an hour"; every 1 h; paused/)
    expect(await victim('list')).toMatchObject({ out: expect.stringContaining('No threads') as string })
  })

  it.each([
    ['another hash', '0'.repeat(32)],
    ['its beginning', 'abc'],
    ['nothing', ''],
  ])('is refused with %s behind --yes', async (_, yes) => {
    const dataDir = path.join(root, `asked-${serial++}`)
    expect(await commandsHere(dataDir, root)('import', zip, '--yes', yes)).toMatchObject({ code: 1 })
    expect(existsSync(path.join(dataDir, 'threadbeat.db'))).toBe(false)
  })

  it('is refused where the archive was swapped after the list was shown', async () => {
    const shown = path.join(root, 'shown.zip')
    copyFileSync(zip, shown)
    const victim = command()
    const hash = hashOf((await victim('import', shown)).err)
    forged(zip, shown, (db) => db.prepare('UPDATE jobs SET spec = ?').run(job(['/usr/bin/touch', witness])))
    const swapped = await victim('import', shown, '--yes', hash)
    expect(swapped).toMatchObject({
      code: 1,
      err: expect.stringContaining('This is not what --yes') as string,
    })
    expect(swapped.out).toContain(witness)
    forged(zip, shown, (db) => db.exec("UPDATE runs SET summary = 'x'; UPDATE meta SET value = '9'"))
    expect(await victim('import', shown, '--yes', hash)).toMatchObject({ code: 1 }) // also with the same list
    copyFileSync(zip, shown)
    expect(await victim('import', shown, '--yes', hash)).toMatchObject({ code: 0 })
  })

  it('brings the archive of the same data folder back with trust', async () => {
    const dataDir = path.join(root, `own-${serial++}`)
    const own = commandsHere(dataDir, root)
    const file = path.join(root, 'own.zip')
    await own('add', path.join(repos, 'web'), '--trust')
    expect(await own('export', file)).toMatchObject({ code: 0 })
    for (const end of ['', '-wal', '-shm']) rmSync(path.join(dataDir, `threadbeat.db${end}`), { force: true })
    const asked = await own('import', file)
    expect(asked.out).toContain('This data folder wrote the archive')
    expect(asked.out).toMatch(/2 web, agent local checks: in ".*\/web"; trusted/)
    expect(await own('import', file, '--yes', hashOf(asked.err))).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 web: trusted as before') as string,
    })
    expect(JSON.parse((await own('list', '--json')).out)).toMatchObject([{ name: 'web', trusted: true }])
  })
})

describe('a restore', { timeout: 60_000 }, () => {
  it('shows what the backup executes otherwise than now, and is refused with another hash', async () => {
    const dataDir = path.join(root, `restored-${serial++}`)
    const own = commandsHere(dataDir, root)
    await own('add', path.join(repos, 'lab'), '--trust')
    expect(
      await own('job', 'add', 'lab', 'x', '--every', '1h', '--yes', '--command', '--', 'true'),
    ).toMatchObject({
      code: 0,
    })
    await own('backup')
    expect(await own('restore', 'last')).toMatchObject({ code: 1, out: '' })
    await own('job', 'remove', 'x', '--yes')
    const asked = await own('restore', 'last')
    expect(asked.out).toBe(
      'Otherwise than now, it executes or allows:\n  2 lab, job "x": ["true"]; every 1 h\n',
    )
    for (const yes of [[], ['0'.repeat(32)]])
      expect(await own('restore', 'last', '--yes', ...yes)).toMatchObject({ code: 1 })
    const hash = hashOf(asked.err)
    expect(await own('restore', 'last', '--yes', hash)).toMatchObject({ code: 0 })
    expect((await own('job', 'list')).out).toContain('x')
    expect(await own('restore', '--yes')).toMatchObject({ code: 2 })
  })
})

describe('a forged archive of a repository that lies here, too', { timeout: 60_000 }, () => {
  it('does not execute the command of a job', async () => {
    const argv = ['/usr/bin/touch', witness]
    const { executed, jobs, asked } = await takenOver((db) =>
      db.prepare('UPDATE jobs SET spec = ?, next_due_at = 1').run(job(argv, { TOKEN: 'hunter2' })),
    )
    expect(executed).toBe(false)
    expect(asked.out).toContain(JSON.stringify(argv))
    expect(asked.out).toContain('TOKEN')
    expect(asked.out).not.toContain('hunter2')
    expect(jobs).toMatchObject([{ name: 'nightly', pause: { by: 'person' }, nextDueAt: null }])
  })

  it('does not execute another agent', async () => {
    const argv = ['/bin/sh', '-c', `touch '${witness}'`]
    const { executed, thread, asked } = await takenOver((db) =>
      db
        .prepare('UPDATE threads SET agent = ?')
        .run(JSON.stringify({ kind: 'command', argv, env: { KEY: 'x' } })),
    )
    expect(executed).toBe(false)
    expect(asked.out).toContain(JSON.stringify(argv))
    expect(thread.trusted).toBe(false)
  })

  it('brings no trust, approval or permission', async () => {
    const { executed, thread, allowed, asked } = await takenOver((db) => {
      const id = String(db.prepare('SELECT id FROM threads').get()!['id'])
      db.prepare('UPDATE threads SET trusted_at = 1').run()
      db.prepare("INSERT INTO approvals VALUES (?, 'hash', 'npm test', '[]', 7)").run(id)
      db.prepare("INSERT INTO permissions VALUES (?, 'Bash(rm:*)', 'rm', 1, 'always', 7, null)").run(id)
    })
    expect(executed).toBe(false)
    expect([thread.trusted, allowed]).toEqual([false, { approvals: 0, permissions: 0 }])
    expect(asked.out).toContain('1 approval not taken over')
    expect(asked.out).toContain('1 permission not taken over')
  })
})
