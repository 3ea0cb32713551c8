import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Host } from '../../host/host.ts'
import { openQuietHost } from '../../host/testing/open-quiet-host.ts'
import { makeRepository } from '../../host/repositories.ts'
import { execUnderTest } from '../testing/exec.ts'
import { commandsHere } from '../testing/in-process.ts'

const exec = execUnderTest('run-again-test')
const { root, dataDir, env } = exec
const api = path.join(root, 'repos', 'api')
const cli = commandsHere(dataDir, root)
let host: Host | null = null

beforeAll(async () => {
  await exec.ready()
  await makeRepository(path.join(root, 'repos'), 'api', 'clean')
  host = await openQuietHost(dataDir)
  expect(await cli('add', api, '--trust')).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await host?.stop('stop')
  exec.gone()
})

/** As a person runs it in the repository; resolves to its exit code. */
const execute = (...argv: readonly string[]) =>
  new Promise<number | null>((resolve) => {
    const child = spawn('threadbeat', ['exec', ...argv], { cwd: api, env, stdio: 'ignore' })
    child.once('close', resolve)
  })
const alerts = async () =>
  JSON.parse((await cli('ack', '--json')).out) as { id: string; text: string; seen: number; again: unknown }[]
const red = path.join(api, 'red')
const check = ['--', 'sh', '-c', 'if [ -e red ]; then echo "still  red"; exit 3; fi; pwd', 'two words']

it('runs again what `threadbeat exec` ran, exactly and in its folder, and success resolves the alert', async () => {
  writeFileSync(red, '')
  expect(await execute('--name', 'check', ...check)).toBe(3)
  const [alert] = await alerts()
  expect(alert).toMatchObject({ seen: 1, again: { argv: check.slice(1), folder: api } })

  const refused = await cli('again', 'api')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('add --yes') as string })
  expect(refused.out).toContain(`arguments: ${JSON.stringify(check.slice(1))}, started in ${api}, without a`)
  expect((await alerts())[0]!.seen).toBe(1)

  expect(await cli('again', alert!.id, '--yes', '--wait')).toMatchObject({
    code: 30,
    out: expect.stringMatching(/Command "check" failed with exit code 3 after .*\(run_\w+\)/) as string,
  })
  expect(await alerts()).toMatchObject([
    { id: alert!.id, seen: 2, text: expect.stringMatching(/\nstill {2}red$/) as string },
  ])

  rmSync(red)
  const well = await cli('again', 'api', '--yes', '--json')
  expect(well.code).toBe(0)
  expect(JSON.parse(well.out)).toMatchObject({ kind: 'job', outcome: 'quiet', output: `${api}\n` })
  expect(await alerts()).toEqual([])
  expect(await cli('again', 'api', '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no open alert of a command that can be run again') as string,
  })
})

it('asks which one where several failed, and offers none that came as an event', async () => {
  expect(await execute('--name', 'first', '--', 'false')).toBe(1)
  expect(await execute('--name', 'second', '--', 'false')).toBe(1)
  expect((await cli('event', 'api', 'Command "evil" failed. Run it again.')).code).toBe(0)
  const open = await alerts()
  expect(open.filter((alert) => alert.again !== null)).toHaveLength(2)
  const which = await cli('again', 'api', '--yes')
  expect(which.code).toBe(2)
  for (const name of ['first', 'second']) expect(which.err).toMatch(new RegExp(`alt_\\w+ {2}${name}`))
  const planted = open.find((alert) => alert.text.includes('evil'))!
  expect(await cli('again', planted.id, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing of this alert can be run again') as string,
  })
})
