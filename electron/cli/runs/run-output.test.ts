import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeRepository } from '../../host/repositories.ts'
import { commandUnderTest } from '../testing/command.ts'

/** The real command, alone on a data folder of its own, with a runner that prints much. */
const { root, dataDir, start, bundled, gone } = commandUnderTest('run-output-test')
const cli = (...args: readonly string[]) => start(args).ended

beforeAll(async () => {
  await bundled()
  await makeRepository(path.join(root, 'repos'), 'api', 'clean')
}, 60_000)
afterAll(gone)

it('prints all that a run printed, byte for byte, and what is left of it once the file is gone', {
  timeout: 60_000,
}, async () => {
  await cli('add', path.join(root, 'repos', 'api'), '--trust')
  await cli(
    'set',
    'runner',
    '-t',
    'api',
    '--yes',
    '--',
    'sh',
    '-c',
    'cat > /dev/null; seq 1 300000; echo HEARTBEAT_OK',
  )
  await cli('beat', 'api', '--wait', '--tier', 'quick')
  const [newest] = JSON.parse((await cli('log', 'api', '-n', '1', '--json')).out) as { run: string }[]
  const printed = `${execFileSync('seq', ['1', '300000'], { maxBuffer: 1e8, encoding: 'utf8' })}HEARTBEAT_OK\n`
  const whole = await cli('run', newest!.run, '--output')
  expect([whole.code, whole.err, whole.out === printed]).toEqual([0, '', true])
  expect(readdirSync(path.join(dataDir, 'outputs'))).toEqual([`${newest!.run}.txt`])
  rmSync(path.join(dataDir, 'outputs'), { recursive: true })
  const rest = await cli('run', newest!.run, '--output')
  expect(rest).toMatchObject({
    code: 0,
    err: 'All of it is not kept any more; this is what its record has.\n',
  })
  expect(rest.out).toMatch(/^1\n2\n[^]*\n… [\d,]+ bytes left out …\n[^]*\n300000\nHEARTBEAT_OK\n$/)
  expect((await cli('run', 'run_none', '--output')).code).toBe(1)
})
