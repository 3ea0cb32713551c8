import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { unzipSync, zipSync, type Zippable } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORT_COLUMNS } from '../../../shared/history/export.ts'
import { identify } from '../git/repo-facts.ts'
import { openHost, type Host } from '../../host/host.ts'
import { withoutSecrets } from '../../store/archive/secrets.ts'
import { loadDriver, type Database, type Row } from '../../store/connection/driver.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { exportTo, type ExportOptions } from './export.ts'
import { importFrom, mapped, type ImportOptions } from './import.ts'
import type { Manifest } from './manifest.ts'

const driver = loadDriver()
const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'archive-test-')))
const dataDir = path.join(root, 'data')
const repos = path.join(root, 'repos')
const zipPath = path.join(root, 'out.zip')
const SECRET = 'correct-horse-battery-staple-9241'
const NOW = Date.UTC(2026, 2, 10, 8)
const options = (o: Partial<ExportOptions> = {}): ExportOptions => ({
  withSecrets: false,
  force: false,
  appVersion: '0.1.0',
  now: NOW,
  ...o,
})
const here: ImportOptions = { map: [], identify }
let host: Host
let source: Database // as the command line opens it: beside the running app, for reading
let serial = 0
const folder = (): string => path.join(root, `profile-${serial++}`)

async function opened(schedule: boolean): Promise<Host> {
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

/**
 * A real profile: three repositories, beats, messages, alerts; and a row of our own in each table that
 * stayed empty.
 */
beforeAll(async () => {
  const agent = path.join(root, 'agent.sh')
  writeFileSync(agent, `cat >/dev/null\necho 'CI is red'\n`)
  host = await opened(true)
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
  mkdirSync(path.join(dataDir, 'knowledge', 'deep'), { recursive: true })
  writeFileSync(path.join(dataDir, 'knowledge', 'deep', 'page.md'), '# known\n')
  writeFileSync(path.join(repos, 'api', 'HEARTBEAT.json'), '{"interval":"8m"}')
  symlinkSync('/etc/passwd', path.join(repos, 'web', 'HEARTBEAT.json'))
  await host.stop('wait')
  writeFileSync(path.join(dataDir, 'settings.json'), '{"theme":"dark","webhookSecret":null}')
  fillEmptyTables(path.join(dataDir, 'threadbeat.db'))
  host = await opened(false) // nothing of the history moves any more
  source = driver.open(path.join(dataDir, 'threadbeat.db'), { readOnly: true })
}, 60_000)
afterAll(async () => {
  source.close()
  await host.stop('stop')
  rmSync(root, { recursive: true, force: true, maxRetries: 3 })
})

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
      `INSERT INTO approvals (thread_id, hash, text, approved_at) VALUES (?, 'hash', 'npm test', 7)`,
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
const tablesOf = (db: Database): Tables =>
  Object.fromEntries(
    db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'knowledge_%' ORDER BY name",
      )
      .all()
      .map((t) => [
        String(t['name']),
        db
          .prepare(`SELECT * FROM "${String(t['name'])}" ORDER BY 1, 2`)
          .all()
          .map((r) => ({ ...r })),
      ]),
  )
const profileOf = (dir: string): Tables => {
  const opened = openDatabase(path.join(dir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const tables = tablesOf(opened.value.db)
  opened.value.db.close()
  return tables
}
const exported = async (o: Partial<ExportOptions> = {}) => {
  const result = await exportTo(source, dataDir, zipPath, options({ force: true, ...o }))
  if (!result.ok) throw new Error(result.error)
  return result.value
}

describe('an archive', { timeout: 60_000 }, () => {
  it('brings the same state to an empty folder, table by table and row by row, while the app runs', async () => {
    const before = tablesOf(source)
    const filled = Object.entries(before)
      .filter(([, rows]) => rows.length > 0)
      .map(([name]) => name)
    expect(filled).toEqual(
      expect.arrayContaining([
        'threads',
        'tier_state',
        'runs',
        'run_details',
        'queue_items',
        'slots',
        'alerts',
        'approvals',
        'meta',
        'spent',
        'sessions',
        'gate_marks',
        'permissions',
        'knowledge',
        'playbook_versions',
      ]),
    )
    const { manifest, missed } = await exported({ withSecrets: true })
    expect(missed).toEqual([`${path.join(repos, 'web', 'HEARTBEAT.json')} is a link and was left out.`])
    expect(statSync(zipPath).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir).filter((n) => n.endsWith('.tmp'))).toEqual([])

    const dir = folder()
    const result = await importFrom(zipPath, dir, here)
    expect(result).toMatchObject({
      ok: true,
      value: {
        threads: [
          { number: 2, trusted: true, missing: null, distrusted: false },
          { number: 3, trusted: true },
          { number: 4, trusted: false, distrusted: false },
        ],
      },
    })
    expect(profileOf(dir)).toEqual(before)
    expect(statSync(path.join(dir, 'threadbeat.db')).mode & 0o777).toBe(0o600)
    expect(readFileSync(path.join(dir, 'knowledge/deep/page.md'), 'utf8')).toBe('# known\n')
    expect(manifest.rows['runs']).toBe(before['runs']!.length)
  })

  it('holds what people want to read, and a plain unzip takes it', async () => {
    await exported()
    execFileSync('unzip', ['-tqq', zipPath])
    const files = unzipSync(readFileSync(zipPath))
    expect(Object.keys(files).sort()).toEqual([
      'history.jsonl',
      'knowledge/deep/page.md',
      'manifest.json',
      'playbooks/2/HEARTBEAT.json',
      'playbooks/2/HEARTBEAT.md',
      'playbooks/3/HEARTBEAT.md',
      'settings.json',
      'threadbeat.db',
      'threads.json',
    ])
    expect(JSON.parse(Buffer.from(files['threads.json']!).toString())).toMatchObject([
      { number: 2, name: 'api', agent: { env: { API_KEY: '' } } },
      {},
      {},
    ])
    expect(JSON.parse(Buffer.from(files['settings.json']!).toString())).toMatchObject({
      theme: 'dark',
      webhookSecret: null,
    })
  })

  it(
    'holds the history as lines of JSON, one for each run and each due time without one, as History ' +
      'exports them',
    async () => {
      await exported()
      const lines = Buffer.from(unzipSync(readFileSync(zipPath))['history.jsonl']!)
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      const runs = source
        .prepare(
          'SELECT id, started_at, outcome, kind, summary, duration_ms FROM runs ORDER BY started_at DESC, rowid DESC',
        )
        .all()
      expect(runs.length).toBeGreaterThan(3)
      expect(
        lines
          .filter((l) => l['kind'] !== 'due time')
          .map((l) => [l['run_id'], l['time'], l['outcome'], l['kind'], l['summary'], l['duration_ms']]),
      ).toEqual(
        runs.map((r) => [
          r['id'],
          new Date(Number(r['started_at'])).toISOString(),
          r['outcome'],
          r['kind'],
          r['summary'],
          r['duration_ms'],
        ]),
      )
      expect(lines.filter((l) => l['kind'] === 'due time')).toMatchObject([
        { outcome: 'missed', cause: 'asleep', due_times: 3, run_id: null },
      ])
      expect(new Set(lines.map((l) => Object.keys(l).join()))).toEqual(new Set([EXPORT_COLUMNS.join()]))
      const filter = {}
      const file = path.join(root, 'rows.jsonl')
      const client = createRouterClient(host.router, { context: { origin: 'test' as const } })
      for await (const _ of await client.history.export({ filter, format: 'jsonl', path: file })) void _
      expect(Buffer.from(unzipSync(readFileSync(zipPath))['history.jsonl']!).toString()).toBe(
        readFileSync(file, 'utf8'),
      )
    },
  )

  it('of a history that another version wrote holds no lines, and says so', async () => {
    const file = path.join(root, 'other.db')
    const db = driver.open(file)
    db.exec('CREATE TABLE threads (id, number, name, repo_path, trusted_at, agent); PRAGMA user_version = 3')
    const zip = path.join(root, 'other.zip')
    expect(await exportTo(db, dataDir, zip, options())).toMatchObject({
      ok: true,
      value: { missed: [expect.stringContaining('history.jsonl was left out') as string] },
    })
    db.close()
    expect(Object.keys(unzipSync(readFileSync(zip)))).not.toContain('history.jsonl')
    expect(await importFrom(zip, folder(), here)).toMatchObject({
      ok: false,
      error: expect.stringContaining('before its first release') as string,
    })
  })

  it('leaves secrets out, to the last byte of the file, and names each', async () => {
    const { manifest } = await exported()
    const files = unzipSync(readFileSync(zipPath))
    for (const [name, bytes] of Object.entries(files))
      expect([name, Buffer.from(bytes).includes(SECRET)]).toEqual([name, false])
    expect(manifest.leftOut.map((p) => `${p.table} ${p.what}`)).toEqual([
      'meta webhookSecret',
      ...['api', 'web', 'lab'].flatMap(() => ['threads agent.env.API_KEY', 'threads agent.env.PLAIN']),
    ])
    await exported({ withSecrets: true })
    expect(Buffer.from(unzipSync(readFileSync(zipPath))['threadbeat.db']!).includes(SECRET)).toBe(true)
  })

  it('removes a copy that a crash left a day ago, and no other file', async () => {
    const old = ['.archive.00112233aabb.tmp', '.archive.00112233aabb.tmp-journal', '.other.tmp'].map((name) =>
      path.join(dataDir, name),
    )
    for (const file of [...old, path.join(dataDir, '.archive.00112233aabc.tmp')]) writeFileSync(file, '')
    for (const file of old) utimesSync(file, new Date(NOW - 90_000_000), new Date(NOW - 90_000_000))
    await exported()
    expect(
      readdirSync(dataDir)
        .filter((n) => n.includes('.tmp'))
        .sort(),
    ).toEqual(['.archive.00112233aabc.tmp', '.other.tmp'])
    for (const name of ['.archive.00112233aabc.tmp', '.other.tmp']) rmSync(path.join(dataDir, name))
  })

  it('does not bring marks under which the exported app runs something now', async () => {
    const dir = folder()
    mkdirSync(dir)
    const db = openDatabase(path.join(root, 'running', 'threadbeat.db'))
    if (!db.ok) throw new Error(db.error.message)
    db.value.db.exec(`INSERT INTO threads (id, number, name, repo_path, role, agent, interval_ms, phase_ms, created_at) VALUES ('thr_1', 2, 'a', '/nowhere/a', 'worker', '{"kind":"local"}', 0, 0, 1);
      INSERT INTO runs (id, item_id, thread_id, kind, reasons, enqueued_at, started_at, runner, marker) VALUES ('run_1', 'itm_1', 'thr_1', 'heartbeat', '[]', 1, 1, 'x', 'mark')`)
    const file = path.join(root, 'running.zip')
    expect(await exportTo(db.value.db, path.join(root, 'running'), file, options())).toMatchObject({
      ok: true,
    })
    db.value.db.close()
    expect(await importFrom(file, dir, here)).toMatchObject({ ok: true })
    expect(profileOf(dir)['runs']![0]!['marker']).toBe('mark-exported')
  })

  it('knows the secrets of a row by the names of its fields', () => {
    const target = {
      id: 'w',
      url: 'https://hooks.example/T0/abc',
      secret: 'x',
      chat: '@c',
      headers: { Authorization: 'Bearer x' },
    }
    const { changed, emptied, suspicious } = withoutSecrets({
      id: 'w',
      target: JSON.stringify(target),
      action: '{"kind":"command","argv":["a"],"env":{"K":"v"}}',
      note: `ghp_${'a'.repeat(36)}`,
    })
    expect(JSON.parse(String(changed['target']))).toEqual({
      ...target,
      url: null,
      secret: null,
      headers: { Authorization: null },
    })
    expect(changed['action']).toBe('{"kind":"command","argv":["a"],"env":{"K":""}}')
    expect(emptied).toEqual(['target.url', 'target.secret', 'target.headers.Authorization', 'action.env.K'])
    expect(suspicious).toEqual(['note'])
  })

  it('is not written over a file, unless asked to', async () => {
    writeFileSync(zipPath, 'mine')
    expect(await exportTo(source, dataDir, zipPath, options())).toMatchObject({
      ok: false,
      error: expect.stringContaining('is there already') as string,
    })
    expect(readFileSync(zipPath, 'utf8')).toBe('mine')
    expect(await exportTo(source, dataDir, path.join(root, 'no', 'out.zip'), options())).toMatchObject({
      ok: false,
      error: expect.stringContaining('was not written') as string,
    })
  })

  it('is only taken over into an empty folder', async () => {
    await exported()
    expect(await importFrom(zipPath, dataDir, here)).toMatchObject({
      ok: false,
      error: expect.stringContaining(`${dataDir} has a history already`) as string,
    })
  })

  it('takes trust away where the folder is gone, moved or another one', async () => {
    await exported()
    renameSync(path.join(repos, 'web'), path.join(root, 'elsewhere'))
    try {
      const dir = folder()
      const result = await importFrom(zipPath, dir, here)
      expect(result).toMatchObject({
        ok: true,
        value: {
          threads: [
            { trusted: true },
            { trusted: false, distrusted: true, missing: expect.stringContaining('web') as string },
            {},
          ],
        },
      })
      expect(profileOf(dir)['threads']!.map((t) => t['trusted_at'] !== null)).toEqual([true, false, false])

      const mappedDir = folder()
      const moved = await importFrom(zipPath, mappedDir, {
        ...here,
        map: [
          { from: path.join(repos, 'web'), to: path.join(root, 'elsewhere') },
          { from: path.join(repos, 'la'), to: '/nowhere' },
        ],
      })
      expect(moved).toMatchObject({
        ok: true,
        value: {
          threads: [
            { movedFrom: null, trusted: true },
            {
              movedFrom: path.join(repos, 'web'),
              repoPath: path.join(root, 'elsewhere'),
              missing: null,
              distrusted: true,
            },
            { movedFrom: null },
          ],
        },
      })
      expect(profileOf(mappedDir)['threads']![1]).toMatchObject({
        repo_path: path.join(root, 'elsewhere'),
        trusted_at: null,
      })
    } finally {
      renameSync(path.join(root, 'elsewhere'), path.join(repos, 'web'))
    }
    const clash = await importFrom(zipPath, folder(), {
      ...here,
      map: [{ from: path.join(repos, 'web'), to: path.join(repos, 'api') }],
    })
    expect(clash).toMatchObject({
      ok: false,
      error: expect.stringMatching(/2 api and 3 web would share the folder/) as string,
    })
  })

  it('maps paths by whole folder names, the longest beginning first', () => {
    const map = [
      { from: '/home/a', to: '/mnt' },
      { from: '/home/a/work/', to: '/w/' },
    ]
    expect(
      ['/home/a', '/home/a/x', '/home/ab/x', '/home/a/work/y', '/home/a/workshop'].map((p) => mapped(p, map)),
    ).toEqual(['/mnt', '/mnt/x', '/home/ab/x', '/w/y', '/mnt/workshop'])
    expect(mapped('/x/y', [{ from: '/', to: '/mnt' }])).toBe('/mnt/x/y')
  })
})

describe('an archive that is not taken over', { timeout: 60_000 }, () => {
  /** The exported files, changed, zipped again by another hand. */
  async function refused(
    change: (
      files: Record<string, Uint8Array>,
      manifest: { -readonly [K in keyof Manifest]: Manifest[K] },
    ) => Zippable | void,
    tamper: (zip: Buffer) => Buffer = (b) => b,
  ): Promise<string> {
    await exported()
    const files = { ...unzipSync(readFileSync(zipPath)) }
    const manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString()) as Manifest
    const more = change(files, manifest) ?? {}
    if (files['manifest.json'] !== undefined) files['manifest.json'] = Buffer.from(JSON.stringify(manifest))
    const bad = path.join(root, 'bad.zip')
    writeFileSync(bad, tamper(Buffer.from(zipSync({ ...files, ...more }))))
    const dir = folder()
    const result = await importFrom(bad, dir, here)
    if (result.ok) throw new Error('it was taken over')
    expect(existsSync(dir) ? readdirSync(dir).filter((n) => n !== 'knowledge') : []).toEqual([])
    return result.error
  }
  const withDatabase = async (change: (db: Database) => void): Promise<string> =>
    refused((files, manifest) => {
      const file = path.join(root, `edited-${serial++}.db`)
      writeFileSync(file, files['threadbeat.db']!)
      const db = driver.open(file)
      change(db)
      db.close()
      files['threadbeat.db'] = readFileSync(file)
      manifest.members = {
        ...manifest.members,
        'threadbeat.db': { size: files['threadbeat.db'].length, sha256: sha256(files['threadbeat.db']) },
      }
    })

  it('has other bytes, missing or extra members than its manifest says', async () => {
    expect(
      await refused(
        (files) => void (files['settings.json'] = Buffer.from('x'.repeat(files['settings.json']!.length))),
      ),
    ).toContain('settings.json is not what its manifest says')
    expect(await refused((files) => void delete files['threads.json'])).toContain('it has no threads.json')
    expect(await refused(() => ({ 'extra.txt': Buffer.from('x') }))).toContain('does not name extra.txt')
    expect(await refused((files) => void delete files['manifest.json'])).toContain('it has no manifest.json')
    expect(await refused((_, manifest) => void ((manifest as { format: number }).format = 2))).toContain(
      'format 2',
    )
    expect(await refused((_, manifest) => void (manifest.rows = { ...manifest.rows, runs: 1000 }))).toContain(
      'its manifest says 1000',
    )
  })
  it.each([
    ['../evil', 'leads out of its folder'],
    ['/etc/evil', 'absolute path'],
    ['a/./b', 'leads out'],
    ['C:evil', 'absolute path'],
    ['a\\b', 'backslash'],
    ['Settings.JSON', 'twice'],
  ])('names a member %s', async (name, why) => {
    expect(await refused(() => ({ [name]: Buffer.from('x') }))).toContain(why)
  })
  it('holds a link', async () => {
    expect(
      await refused(() => ({
        'knowledge/link': [Buffer.from('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
      })),
    ).toContain('no regular file')
  })
  it('unpacks to more than it declares', async () => {
    const shrink = (zip: Buffer): Buffer => {
      const at = zip.lastIndexOf('settings.json') - 46
      zip.writeUInt32LE(10, at + 24)
      return zip
    }
    expect(
      await refused(
        (_, manifest) =>
          void (manifest.members = {
            ...manifest.members,
            'settings.json': { ...manifest.members['settings.json']!, size: 10 },
          }),
        shrink,
      ),
    ).toMatch(/settings\.json unpacks to more than the 10 bytes/)
  })
  it('would unpack to a thousand times its size', async () => {
    expect(
      await refused(() => ({ 'knowledge/bomb': [new Uint8Array(80 * 1024 * 1024), { level: 9 }] })),
    ).toContain('times its size')
  })
  it('is cut short, or no zip', async () => {
    expect(
      await refused(
        () => undefined,
        (zip) => zip.subarray(0, zip.length - 30),
      ),
    ).toContain('no zip, or cut short')
    expect(
      await refused(
        () => undefined,
        () => Buffer.from('hello'),
      ),
    ).toContain('no zip, or cut short')
  })
  it('was written by a newer app, is damaged, or brings a schema of its own', async () => {
    expect(await withDatabase((db) => db.exec('PRAGMA user_version = 999'))).toContain('newer Threadbeat')
    expect(
      await withDatabase((db) =>
        db.exec('CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM threads; END'),
      ),
    ).toContain('trigger t')
    expect(
      await withDatabase((db) => db.exec('PRAGMA foreign_keys = OFF; UPDATE runs SET thread_id = 1')),
    ).toContain('belongs to nothing')
  })
})

const sha256 = (bytes: Uint8Array): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
