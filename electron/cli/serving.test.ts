import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeRepository } from '../host/repositories.ts'
import { damageInside } from '../machine/archive/testing/damage.ts'
import { commandUnderTest } from './testing/command.ts'
import { commandsHere } from './testing/in-process.ts'

/** The real `serve` as a child process; what speaks with it runs here. */
const { root, dataDir, bundle, start, bundled, gone } = commandUnderTest('serving-test')
const cli = commandsHere(dataDir, root)
const socket = path.join(dataDir, 'run', 'socket')

describe('threadbeat serve', () => {
  let serving: ReturnType<typeof start>
  beforeAll(async () => {
    await bundled()
    await makeRepository(path.join(root, 'repos'), 'api', 'clean')
    serving = start(['serve'])
    await serving.printed(/runs without a window/)
    expect(await cli('add', path.join(root, 'repos', 'api'), '--trust')).toMatchObject({ code: 0 })
  })
  afterAll(gone)

  it('is reached by its owner only', () => {
    expect(
      [socket, path.dirname(socket), dataDir].map((file) => (statSync(file).mode & 0o777).toString(8)),
    ).toEqual(['600', '700', '700'])
  })

  it('beats there, and waits for the end when asked to', async () => {
    expect(await cli('beat', 'api')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/2 api: (started|queued|joined|is beating)/) as string,
    })
    expect(await cli('beat', 'api', '--wait')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/✓ Quiet/) as string,
    })
    expect((JSON.parse((await cli('status', '--json')).out) as { app: string }).app).toBe('running')
  })

  it('has no second one beside it', async () => {
    expect(await cli('serve')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another Threadbeat works on') as string,
    })
  })

  it('has git hooks call it by its whole path, and they reach it and wake where their switch says so', async () => {
    // It does not beat until git has called: an event waits for half a minute after the start of a beat.
    const { path: repo } = await makeRepository(path.join(root, 'repos'), 'web', 'clean')
    expect((await cli('add', repo)).code).toBe(0)
    expect((await cli('pause', 'web')).code).toBe(0)
    expect((await cli('trust', 'web')).code).toBe(0)
    expect((await cli('set', 'source', 'hook', 'now', '--thread', 'web')).code).toBe(0)
    expect((await cli('hooks', 'install', 'web', '--yes')).code).toBe(0)
    const line = readFileSync(path.join(repo, '.git', 'hooks', 'post-commit'), 'utf8')
    expect(line).toContain(`${process.execPath} ${bundle} --data-dir ${dataDir} event 3`)
    const as = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
    execFileSync('git', [...as, 'commit', '-q', '--allow-empty', '-m', 'two'], { cwd: repo })
    expect((await cli('resume', 'web')).code).toBe(0)
    await vi.waitFor(
      async () => {
        const runs = JSON.parse((await cli('log', 'web', '--json')).out) as { reasons: readonly string[] }[]
        expect(runs.flatMap((run) => run.reasons)).toContain('hook')
      },
      { timeout: 60_000, interval: 250 },
    )
  })

  it('finds nothing failed', async () => {
    const doctor = await cli('doctor')
    expect(doctor.out).toMatch(/✓ {2}App +Running/)
    expect(doctor.code).toBe(0)
  })

  it('ends in good order on SIGTERM, leaves no socket, and the next command works alone', async () => {
    serving.child.kill('SIGTERM')
    expect((await serving.ended).code).toBe(0)
    expect(existsSync(socket)).toBe(false)
    expect((await cli('status', 'api')).code).toBe(0)
  })

  it('prints what a window would show above its pages, and when it is over', async () => {
    const file = path.join(dataDir, 'settings.json')
    const good = existsSync(file) ? readFileSync(file) : null
    writeFileSync(file, 'no JSON')
    const told = start(['serve'])
    await told.printed(/runs without a window/)
    await told.printed(/! .*settings\.json/)
    if (good === null) rmSync(file)
    else writeFileSync(file, good)
    await told.printed(/Over: .*settings\.json/)
    told.child.kill('SIGTERM')
    await told.ended
  })

  it('is said to be silent when it holds the folder but does not answer', async () => {
    const stuck = start(['serve'])
    await stuck.printed(/runs without a window/)
    rmSync(socket)
    expect(await cli('status')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not answer') as string,
    })
    stuck.child.kill('SIGTERM')
    await stuck.ended
  })

  it('answers a command that found nobody a moment before', async () => {
    const begins = start(['serve'])
    await begins.printed(/runs without a window/)
    renameSync(socket, `${socket}.later`)
    const asked = cli('status', '--json')
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    renameSync(`${socket}.later`, socket)
    const { out, err } = await asked
    expect(err).toBe('')
    expect((JSON.parse(out) as { app: string }).app).toBe('running')
    begins.child.kill('SIGTERM')
    await begins.ended
  })

  it('ends with what a start refuses with where the history turns out to be damaged after a kill', async () => {
    const killed = start(['serve'])
    await killed.printed(/runs without a window/)
    killed.child.kill('SIGKILL')
    await killed.ended
    damageInside(path.join(dataDir, 'threadbeat.db'))
    const refusal = {
      code: 1,
      err: expect.stringMatching(/is damaged: [^]*Go back to a backup: threadbeat restore last/) as string,
    }
    expect(await start(['serve']).ended).toMatchObject({
      ...refusal,
      out: expect.stringContaining('runs without a window') as string,
    })
    expect(await start(['serve']).ended).toMatchObject({ ...refusal, out: '' })
  })
})
