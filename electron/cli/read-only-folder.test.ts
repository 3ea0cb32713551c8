import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DATABASE } from '../machine/archive/manifest.ts'
import { commandUnderTest } from './testing/command.ts'

const { root, dataDir, bundle, env, start, bundled, gone } = commandUnderTest('read-only-folder')
/** With a mount of its own, in which the data folder is read-only. */
const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
const inMount = (...words: readonly string[]) =>
  spawnSync('unshare', ['-rm', 'sh', '-c', READ_ONLY, 'sh', dataDir, ...words], { env, encoding: 'utf8' })

beforeAll(async () => {
  await bundled()
  expect(await start(['status']).ended).toMatchObject({ code: 0 })
})
afterAll(gone)

it('a data folder that is mounted read-only is called that, and nothing in it damaged', (cx) => {
  if (inMount('true').status !== 0) cx.skip('no mounts of its own here')
  const why =
    `The folder ${dataDir} cannot be written: its file system is read-only. ` +
    'Nothing is known to be damaged.\n'
  const run = (command: string) => inMount(process.execPath, bundle, '--data-dir', dataDir, command)
  for (const command of ['status', 'serve'])
    expect(run(command)).toMatchObject({ status: 1, stdout: '', stderr: why })
  const doctor = run('doctor')
  expect(doctor).toMatchObject({ status: 1, stderr: '' })
  expect(doctor.stdout).toMatch(/^✗ {2}App +The folder .* its file system is read-only\./m)
  expect(doctor.stdout).toMatch(/^– {2}History +It was not looked at/m)
})

it('found by a user: doctor says of a damaged history what can be known, and what to do', async () => {
  writeFileSync(path.join(dataDir, DATABASE), 'no database at all')
  const { code, out, err } = await start(['doctor']).ended
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(out).toMatch(/^✗ {2}App +.*threadbeat\.db cannot be opened/m)
  expect(out).toMatch(/^✗ {2}History +The database is not sound: .*threadbeat salvage FILE/m)
  expect(out).toMatch(/^✓ {2}git +git /m)
  const checks = JSON.parse((await start(['doctor', '--json']).ended).out) as { name: string }[]
  expect(checks.map(({ name }) => name)).toContain('Backups')
})

it('a report is made of a damaged history, too, of what can be read', async () => {
  writeFileSync(path.join(dataDir, DATABASE), 'no database at all')
  const { code, out, err } = await start(['doctor', '--report']).ended
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(out).toMatch(/^Threadbeat \d/)
  expect(out).toMatch(/^FAIL {2}App: .*threadbeat\.db cannot be opened/m)
  expect(out).toMatch(/^FAIL {2}History: The database is not sound/m)
  expect(out).toMatch(/^ok {4}git: /m)
  expect(out).not.toContain(root)
})
