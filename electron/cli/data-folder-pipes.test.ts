import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRepository } from '../host/repositories.ts'
import { commandUnderTest } from './testing/command.ts'

/** The real command beside a data folder in which one file was exchanged. */
const { root, dataDir, bundle, bundled, start, gone } = commandUnderTest('data-folder-pipes-test')
const kept = path.join(root, 'kept')
const run = (...args: readonly string[]) => start(args).ended

describe('a data folder in which one file is a named pipe', () => {
  beforeAll(async () => {
    await bundled()
    await makeRepository(path.join(root, 'repos'), 'api', 'clean')
    expect(await run('add', path.join(root, 'repos', 'api'), '--trust')).toMatchObject({ code: 0 })
    expect(await run('backup')).toMatchObject({ code: 0 })
    cpSync(dataDir, kept, { recursive: true })
  })
  afterAll(gone)

  function exchange(file: string): void {
    rmSync(dataDir, { recursive: true, force: true })
    cpSync(kept, dataDir, { recursive: true })
    rmSync(path.join(dataDir, file), { force: true })
    execFileSync('mkfifo', [path.join(dataDir, file)])
  }

  it.each([
    ['history-end.json', ['status'], 0, /api/],
    ['logs/threadbeat.log', ['beat', 'api', '--wait'], 0, /Quiet/],
    ['pending.json', ['status'], 0, /could not be read \(pending\.json\)/],
    ['settings.json', ['status'], 0, /settings\.json is no file/],
    ['lock.db', ['status'], 1, /lock\.db cannot be locked: .*disk I\/O error/],
    ['status-short', ['status', '--short'], 1, /♥ \?/],
    ['backups/checked.json', ['backup'], 0, /checked/],
  ])('%s: no command waits at it (%j)', async (file, args, code, words) => {
    exchange(file)
    const ended = await run(...args)
    expect([ended.code, ended.out + ended.err]).toEqual([code, expect.stringMatching(words)])
  })

  it('is no archive to import', async () => {
    exchange('archive.zip')
    const folder = path.join(root, 'other')
    expect(await run('--data-dir', folder, 'import', path.join(dataDir, 'archive.zip'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/archive\.zip is a named pipe, not a regular file/) as string,
    })
  })

  it('takes nothing from the line for prompts, nor from the end of the app', async () => {
    exchange('.status-short.tmp')
    const serving = start(['serve'])
    await serving.printed(/runs without a window/)
    serving.child.kill()
    expect(await serving.ended).toMatchObject({ code: 0 })
  })

  it('where the folder cannot be locked, the disk is at fault and not another Threadbeat', () => {
    exchange('unused')
    const status = [process.execPath, bundle, '--data-dir', dataDir, 'status']
    const script = `trap '' XFSZ; ulimit -f 0; "$@" 2>&1 | cat; echo "exit \${PIPESTATUS[0]}"`
    expect(execFileSync('bash', ['-c', script, 'bash', ...status], { encoding: 'utf8' })).toMatch(
      /lock\.db cannot be locked: (?:disk I\/O error|database or disk is full)\s+exit 1/,
    )
  })
})
