import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('gone-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

it('found by a user: an approved check whose script is renamed is told by beat, lint, approve and dry-run', async () => {
  const inApi = (name: string): string => path.join(fleet.repos, 'api', name)
  writeFileSync(inApi('check.sh'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(inApi('HEARTBEAT.md'), '## Quick Tasks\n- [ ] Run `true`\n- [ ] Run `./check.sh`\n')
  const listed = await json<readonly { hash: string }[]>('approve', 'api')
  expect(await cli('approve', 'api', '--yes', ...listed.map(({ hash }) => hash))).toMatchObject({ code: 0 })
  expect(await cli('beat', 'api', '--wait')).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 checks passed') as string,
  })
  renameSync(inApi('check.sh'), inApi('scripts.sh'))
  const why = '`./check.sh` was approved and is not there'
  expect(await cli('beat', 'api', '--wait')).toMatchObject({
    code: 10,
    out: expect.stringContaining(why) as string,
  })
  expect((await cli('lint', 'api')).out).toContain(`This line runs nothing: ${why}.`)
  expect((await cli('approve', 'api')).err).toContain(`Line 3 runs nothing: ${why}.`)
  expect(await json('dry-run', 'api', '--tier', 'quick')).toMatchObject({
    because: expect.stringContaining('the program of 1 command is not found here') as string,
  })
  writeFileSync(inApi('check.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  expect(await cli('beat', 'api', '--wait'), 'what is there now was not approved').toMatchObject({ code: 30 })
  expect((await cli('inbox')).out, 'and it is there').not.toContain(why)
  renameSync(inApi('scripts.sh'), inApi('check.sh'))
  expect(await cli('beat', 'api', '--wait')).toMatchObject({ code: 0 })
  expect((await cli('inbox')).out).not.toContain(why)
})
