import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMarked, marksOf, protection } from './marks.ts'
import { endOrphans } from './orphans.ts'
import { runProcess } from './process-runner.ts'
import { never, newMarker } from '../agents/testing/specs.ts'
import { folder, sh } from './testing/shell.ts'

const isLinux = process.platform === 'linux'

const survivors = (marker: string): Promise<readonly number[]> => findMarked(marksOf([marker]))

/** Resolves when a process with the marker exists. */
async function whenMarked(marker: string): Promise<void> {
  while ((await survivors(marker)).length === 0) await new Promise((next) => setImmediate(next))
}

const ESCAPES: Record<string, string> = {
  'a background child': 'sleep 300 &',
  nohup: 'nohup sleep 300 >/dev/null 2>&1 &',
  setsid: 'setsid sleep 300 &',
  'setsid with a fork': 'setsid -f sleep 300',
  'a double fork': '( ( sleep 300 & ) & )',
  'a double fork in a new session': '( setsid sh -c "sleep 300 & sleep 300" & )',
  'closed descriptors': 'setsid -f sh -c "exec <&- >&- 2>&-; sleep 300"',
  'an ignored SIGTERM': 'setsid -f sh -c \'trap "" TERM INT HUP; while :; do sleep 1; done\'',
  'a cleared environment': 'env -i setsid -f sleep 300',
  'a cleared environment, forked twice':
    'env -i sh -c "( setsid sh -c \\"setsid sleep 300 & sleep 300\\" & )" >/dev/null 2>&1',
  'an overwritten marker': 'THREADBEAT_RUN_ID=other setsid -f sleep 300',
  'another folder and umask': 'cd / && umask 0 && setsid -f sleep 300 </dev/null >/dev/null 2>&1',
  'a daemon of another language':
    `${process.execPath} -e ` +
    `"require('child_process').spawn('sleep',['300'],{detached:true,stdio:'ignore',env:{}}).unref()"`,
}

describe('stopping', () => {
  const quick = { interruptMs: 60, terminateMs: 60 }

  it('ends a run at its deadline although it keeps printing', async () => {
    const result = await runProcess(
      sh('while :; do echo tick; sleep 0.02; done', { deadlineMs: 150, grace: quick }),
      never,
    )
    expect(result).toMatchObject({ status: 'timed_out', message: 'took longer than 0.15 s' })
  })

  it('ends a run that ignores every request, on abort', async () => {
    const abort = new AbortController()
    const spec = sh('trap "" INT TERM HUP QUIT; echo ready; while :; do sleep 0.05; done', { grace: quick })
    const running = runProcess(
      { ...spec, onProcess: () => void whenMarked(spec.marker).then(() => abort.abort()) },
      abort.signal,
    )
    expect((await running).status).toBe('stopped')
    expect(await survivors(spec.marker)).toEqual([])
  })

  it('lets a program tidy up when it is interrupted', async () => {
    const result = await runProcess(
      sh('trap "echo tidied; exit 0" INT; echo ready; while :; do sleep 0.02; done', { deadlineMs: 400 }),
      never,
    )
    expect(result).toMatchObject({ status: 'timed_out', stdout: 'ready\ntidied\n' })
  })

  it('interrupts a program gently, which says that it was, with what it printed last', async () => {
    const interrupt = new AbortController()
    const result = await runProcess(
      sh('trap "echo saved; exit 0" INT; echo ready; while :; do sleep 0.02; done', {
        interrupt: interrupt.signal,
        onStdout: () => interrupt.abort(),
      }),
      never,
    )
    expect(result).toMatchObject({ status: 'interrupted', stdout: 'ready\nsaved\n' })
  })

  it('is much shorter when a breaker trips on what is printed', async () => {
    const breaker = new AbortController()
    const seen: string[] = []
    const result = await runProcess(
      sh('trap "echo INT" INT; trap "echo TERM" TERM; echo ready; while :; do sleep 0.02; done', {
        breaker: breaker.signal,
        onStdout: (chunk) => (seen.push(String(chunk)), breaker.abort()),
      }),
      never,
    )
    expect(result).toMatchObject({
      status: 'broken_off',
      exitCode: null,
      message: 'broken off',
      stdout: 'ready\nINT\nTERM\n',
    })
    expect(seen.join('')).toBe(result.stdout)
  })

  it('does not start what is aborted already', async () => {
    expect(await runProcess(sh(`touch ${join(folder, 'started')}`), AbortSignal.abort())).toMatchObject({
      status: 'stopped',
    })
    expect(existsSync(join(folder, 'started'))).toBe(false)
  })
})

describe.runIf(isLinux)('what a run leaves behind', () => {
  it('is found by limits here', async () => expect(await protection()).toBe('limits'))

  it.each(Object.entries(ESCAPES))('is ended: %s', async (_, script) => {
    const spec = sh(`${script}\necho done`)
    const result = await runProcess(spec, never)
    expect(result).toMatchObject({ status: 'exited', exitCode: 0, stdout: 'done\n' })
    expect(await survivors(spec.marker)).toEqual([])
  })

  it('does not touch strangers, nor the processes of another run', async () => {
    const stranger = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' })
    const other = new AbortController()
    const otherSpec = sh('sleep 300', { grace: { interruptMs: 50, terminateMs: 50 } })
    const otherRun = runProcess(otherSpec, other.signal)
    await whenMarked(otherSpec.marker)
    await runProcess(sh('setsid -f sleep 300'), never)
    expect((await survivors(otherSpec.marker)).length).toBeGreaterThan(0)
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    other.abort()
    await otherRun
    stranger.kill('SIGKILL')
  })

  it('is ended after a crash of the app, by marker', async () => {
    // Stands in for the app: starts a run whose children leave group and environment, then dies the hard
    // way.
    const marker = newMarker()
    const app = join(folder, 'dying-app.mjs')
    writeFileSync(
      app,
      `
      import { spawn } from 'node:child_process'
      const [prlimit, ...prefix] = ${JSON.stringify(await (await import('./marks.ts')).markingPrefix(marker))}
      spawn(prlimit, [...prefix, '/bin/sh', '-c', 'env -i setsid -f sleep 300; setsid -f sleep 300; sleep 300'],
        { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH, THREADBEAT_RUN_ID: ${JSON.stringify(marker)} } })
      setInterval(() => {}, 1000)`,
    )
    const parent = spawn(process.execPath, [app], { stdio: 'ignore' })
    while ((await survivors(marker)).length < 4) await new Promise((next) => setImmediate(next))
    parent.kill('SIGKILL')
    const startedAt = performance.now()
    expect(await endOrphans([marker, 'some-other-marker'])).toBe(4)
    expect(performance.now() - startedAt).toBeLessThan(3000)
    expect(await survivors(marker)).toEqual([])
  })

  it('is nothing when there is no marker to look for', async () => expect(await endOrphans([])).toBe(0))
})
