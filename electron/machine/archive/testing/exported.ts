import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll } from 'vitest'
import { identify } from '../../git/facts/repo-facts.ts'
import { openHost, type Host } from '../../../host/host.ts'
import { loadDriver, type Database, type Row } from '../../../store/connection/driver.ts'
import { openDatabase } from '../../../store/connection/open.ts'
import { exportTo, type ExportOptions } from '../export.ts'
import type { ImportOptions } from '../import.ts'

export const driver = loadDriver()
export const SECRET = 'correct-horse-battery-staple-9241'
export const NOW = Date.UTC(2026, 2, 10, 8)

export const options = (o: Partial<ExportOptions> = {}): ExportOptions => ({
  withSecrets: false,
  force: false,
  appVersion: '0.1.0',
  now: NOW,
  ...o,
})

/** For a data folder that never signed anything, and a person who agrees to all. */
export const here: ImportOptions = {
  map: [],
  identify,
  owner: path.join(tmpdir(), 'threadbeat-nobody'),
  agree: async () => null,
}

/**
 * For a file of tests: a real profile that is running (three repositories, beats, messages, alerts, and a row
 * of our own in each table that stayed empty), folders to import into, and its export at `zipPath`.
 */
export function exportedProfile(name: string) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), `${name}-`)))
  const dataDir = path.join(root, 'data')
  const repos = path.join(root, 'repos')
  const zipPath = path.join(root, 'out.zip')
  // `source` is the history as the command line opens it: beside the running app, for reading.
  const at: { host: Host | null; source: Database | null } = { host: null, source: null }
  let serial = 0

  beforeAll(async () => {
    await fillProfile(root, dataDir, repos)
    at.host = await opened(dataDir, false) // nothing of the history moves any more
    at.source = driver.open(path.join(dataDir, 'threadbeat.db'), { readOnly: true })
  }, 60_000)

  afterAll(async () => {
    at.source?.close()
    await at.host?.stop('stop')
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  })

  const freshPath = (begin: string): string => path.join(root, `${begin}-${serial++}`)
  const folder = (): string => freshPath('profile')

  async function exported(o: Partial<ExportOptions> = {}) {
    const result = await exportTo(at.source!, dataDir, zipPath, options({ force: true, ...o }))
    if (!result.ok) throw new Error(result.error)
    return result.value
  }

  /** As `here`, for the data folder that exports. */
  const own: ImportOptions = { ...here, owner: dataDir }
  return { root, dataDir, repos, zipPath, at, folder, freshPath, exported, own }
}

async function opened(dataDir: string, schedule: boolean): Promise<Host> {
  const opened = await openHost({
    dataDir,
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo: false,
    schedule,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

async function fillProfile(root: string, dataDir: string, repos: string): Promise<void> {
  const agent = path.join(root, 'agent.sh')
  writeFileSync(agent, `cat >/dev/null\necho 'CI is red'\n`)
  const host = await opened(dataDir, true)
  const client = createRouterClient(host.router, { context: { origin: 'test' as const } })
  for (const name of ['api', 'web', 'lab']) {
    execFileSync('git', ['init', '-q', path.join(repos, name)])
    const { added } = await client.threads.add({ paths: [path.join(repos, name)], trust: name !== 'lab' })
    await client.threads.setAgent({
      id: added[0]!.id,
      agent: { kind: 'command', argv: ['/bin/sh', agent], env: { API_KEY: SECRET, PLAIN: `x${SECRET}` } },
      confirmed: true,
    })
    if (name === 'lab') continue
    await client.beat.wait({ itemId: (await client.beat.start({ id: added[0]!.id })).itemId })
    await client.beat.wait({
      itemId: (await client.messages.send({ to: added[0]!.id, text: `hello ${name}` })).itemId,
    })
  }
  writeFileSync(path.join(repos, 'api', 'HEARTBEAT.json'), '{"interval":"8m"}')
  symlinkSync('/etc/passwd', path.join(repos, 'web', 'HEARTBEAT.json'))
  await host.stop('wait')
  writeFileSync(path.join(dataDir, 'settings.json'), '{"theme":"dark","webhookSecret":null}')
  fillEmptyTables(path.join(dataDir, 'threadbeat.db'))
}

function fillEmptyTables(file: string): void {
  const db = driver.open(file)
  const thread = String(db.prepare('SELECT id FROM threads ORDER BY number').get()!['id'])
  const run = String(db.prepare('SELECT id FROM runs').get()!['id'])
  const rows: [string, string, ...(string | number)[]][] = [
    ['meta', 'INSERT OR IGNORE INTO meta VALUES (?, ?)', 'webhookSecret', JSON.stringify(SECRET)],
    [
      'spent',
      'INSERT INTO spent (run_id, thread_id, runner, billing, started_at, tokens, usd) VALUES (?, ?, ' +
        `'claude', 'api', 5, 70, 0.25)`,
      run,
      thread,
    ],
    [
      'sessions',
      'INSERT OR IGNORE INTO sessions (thread_id, runner, session_id, last_activity_at, totals) ' +
        `VALUES (?, 'claude', 'abc', 7, '{"inputTokens":3}')`,
      thread,
    ],
    [
      'gate_marks',
      `INSERT OR IGNORE INTO gate_marks (thread_id, tier, mark) VALUES (?, 'quick', '{}')`,
      thread,
    ],
    [
      'permissions',
      'INSERT INTO permissions (thread_id, rule, label, allowable, decision, asked_at, run_id) VALUES ' +
        `(?, 'Bash(ls)', 'ls', 1, 'always', 7, ?)`,
      thread,
      run,
    ],
    [
      'approvals',
      `INSERT INTO approvals (thread_id, hash, text, files, approved_at) VALUES (?, 'hash', 'npm test', '[]', 7)`,
      thread,
    ],
    [
      'pages',
      `INSERT INTO pages (thread_id, title, text, at) VALUES (?, 'Flaky tests!', 'The mailer.', 7)`,
      thread,
    ],
    [
      'knowledge',
      `INSERT INTO knowledge (text, kind, thread_id, run_id, at) VALUES ('a note', 'note', ?, null, 7)`,
      thread,
    ],
    [
      'queue_items',
      'INSERT INTO queue_items (id, thread_id, kind, class, reasons, text, enqueued_at, not_before) ' +
        `VALUES ('itm_1', ?, 'message', 'message', '[]', 'later', 5, 5)`,
      thread,
    ],
    [
      'slots',
      'INSERT OR IGNORE INTO slots (thread_id, due_at, fate, cause, item_id, count) VALUES (?, 5, ' +
        `'missed', 'asleep', null, 3)`,
      thread,
    ],
  ]
  for (const [, text, ...values] of rows) db.prepare(text).run(...values)
  db.close()
}

type Tables = Record<string, Row[]>

export const tablesOf = (db: Database): Tables =>
  Object.fromEntries(
    db
      .prepare(
        `SELECT name, (SELECT count(*) FROM pragma_table_info(name)) AS columns FROM sqlite_master
          WHERE type = 'table' AND name NOT LIKE 'knowledge_%' ORDER BY name`,
      )
      .all()
      .map((t) => [
        String(t['name']),
        db
          .prepare(`SELECT * FROM "${String(t['name'])}" ORDER BY ${Number(t['columns']) > 1 ? '1, 2' : '1'}`)
          .all()
          .map((r) => ({ ...r })),
      ]),
  )

export const profileOf = (dir: string): Tables => {
  const opened = openDatabase(path.join(dir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const tables = tablesOf(opened.value.db)
  opened.value.db.close()
  return tables
}
