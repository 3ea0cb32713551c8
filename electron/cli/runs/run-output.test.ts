import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeRepository } from '../../host/repositories.ts'
import { commandUnderTest } from '../testing/command.ts'
import { commandsHere } from '../testing/in-process.ts'

/** The output of a run goes to the streams of a real process; what comes before it runs here. */
const { root, dataDir, start, bundled, gone } = commandUnderTest('run-output-test')
const cli = commandsHere(dataDir, root)
const printed = (id: string) => start(['run', id, '--output']).ended

beforeAll(async () => {
  await bundled()
  await makeRepository(path.join(root, 'repos'), 'api', 'clean')
})
afterAll(gone)

it('prints all that a run printed, byte for byte, and what is left of it once the file is gone', async () => {
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
  const expected = `${execFileSync('seq', ['1', '300000'], { maxBuffer: 1e8, encoding: 'utf8' })}HEARTBEAT_OK\n`
  const whole = await printed(newest!.run)
  expect([whole.code, whole.err, whole.out === expected]).toEqual([0, '', true])
  expect(readdirSync(path.join(dataDir, 'outputs'))).toEqual([`${newest!.run}.txt`])
  rmSync(path.join(dataDir, 'outputs'), { recursive: true })
  const rest = await printed(newest!.run)
  expect(rest).toMatchObject({
    code: 0,
    err: 'All of it is not kept any more; this is what its record has.\n',
  })
  expect(rest.out).toMatch(/^1\n2\n[^]*\n… [\d,]+ bytes left out …\n[^]*\n300000\nHEARTBEAT_OK\n$/)
  expect((await printed('run_none')).code).toBe(1)
})
