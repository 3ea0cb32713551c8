import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../../store/schema/schema.ts'
import { EXPORT_COLUMNS } from '../../../shared/history/export.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { createStore } from '../../store/store.ts'
import { addThread, beat, START } from '../../store/testing/history-bench.ts'
import { settingsInMemory } from '../../store/testing/settings-in-memory.ts'
import { randomId } from '../clock/ids.ts'
import { exportTo } from './export.ts'
import { importFrom } from './import.ts'
import { driver, NOW, options, here, tablesOf, profileOf, exportedProfile } from './testing/exported.ts'

const { root, dataDir, repos, zipPath, folder, exported, at, own } = exportedProfile('archive-test')

describe('an archive', { timeout: 60_000 }, () => {
  it('brings the same state to an empty folder, table by table and row by row, while the app runs', async () => {
    const before = tablesOf(at.source!)
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
    const result = await importFrom(zipPath, dir, own)
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
    expect(manifest.rows['runs']).toBe(before['runs']!.length)
  })

  it('holds what people want to read, and a plain unzip takes it', async () => {
    await exported()
    execFileSync('unzip', ['-tqq', zipPath])
    const files = unzipSync(readFileSync(zipPath))
    expect(Object.keys(files).sort()).toEqual([
      'history.jsonl',
      'knowledge/2/flaky-tests.md',
      'manifest.json',
      'manifest.sig',
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
      const runs = at
        .source!.prepare(
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
      const client = createRouterClient(at.host!.router, { context: { origin: 'test' as const } })
      for await (const _ of await client.history.export({ filter, format: 'jsonl', path: file })) void _
      expect(Buffer.from(unzipSync(readFileSync(zipPath))['history.jsonl']!).toString()).toBe(
        readFileSync(file, 'utf8'),
      )
    },
  )

  it('found by a user: holds the runs of the last minutes, which the history has not taken in yet', async () => {
    const file = path.join(root, 'just-ended.db')
    const opened = openDatabase(file)
    if (!opened.ok) throw new Error(opened.error.message)
    const store = createStore(opened.value.db, randomId, settingsInMemory())
    const id = addThread(store, 1)
    const ended = [beat(store, id, START), beat(store, id, START + 1)]
    const running = beat(store, id, START + 2, {}, true)
    const db = driver.open(file, { readOnly: true })
    const zip = path.join(root, 'just-ended.zip')
    expect(await exportTo(db, dataDir, zip, options())).toMatchObject({ ok: true, value: { missed: [] } })
    const lines = Buffer.from(unzipSync(readFileSync(zip))['history.jsonl']!)
      .toString()
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => (JSON.parse(line) as Record<string, unknown>)['run_id'])).toEqual([
      running,
      ...ended.toReversed(),
    ])
    db.close()
    store.close()
  })

  it('of a history that another version wrote holds no lines, and says so', async () => {
    const file = path.join(root, 'other.db')
    const db = driver.open(file)
    db.exec(
      `CREATE TABLE threads (id, number, name, repo_path, trusted_at, agent);
      PRAGMA user_version = ${MIGRATIONS.length + 1}`,
    )
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

  it('is not written over a file, unless asked to', async () => {
    writeFileSync(zipPath, 'mine')
    expect(await exportTo(at.source!, dataDir, zipPath, options())).toMatchObject({
      ok: false,
      error: expect.stringContaining('is there already') as string,
    })
    expect(readFileSync(zipPath, 'utf8')).toBe('mine')
    const nowhere = path.join(root, 'no', 'out.zip')
    expect(await exportTo(at.source!, dataDir, nowhere, options())).toEqual({
      ok: false,
      error: `${nowhere} was not written: its folder does not exist.`,
    })
  })
})
