import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../store/connection/open.ts'
import { exportTo } from './export.ts'
import { importFrom } from './import.ts'
import { mapped } from './import-places.ts'
import { options, here, profileOf, exportedProfile } from './testing/exported.ts'

const { root, dataDir, repos, zipPath, folder, exported, own } = exportedProfile('archive-arrival-test')

describe('where an archive arrives', { timeout: 60_000 }, () => {
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
      const result = await importFrom(zipPath, dir, own)
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
        ...own,
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
