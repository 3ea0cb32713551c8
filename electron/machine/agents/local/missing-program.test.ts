import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { check, make } from '../testing/local-run.ts'
import { missingPrograms } from './approval/approval-hash.ts'

const wasApproved = (): boolean => true
const approved = wasApproved
const WAITS = ['needs_agent', null, 'waits for an agent']

it('found by a user: a command that was approved and whose script is gone is told, never quiet', async () => {
  const path = await make('no_remote')
  const script = join(path, 'check.sh')
  const line = 'Run `./check.sh`'
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 })
  expect(await check(path, line, { approved, wasApproved })).toEqual(['passed', null, '`./check.sh` passed'])
  chmodSync(script, 0o644)
  expect(await check(path, line, { approved, wasApproved })).toEqual([
    'finding',
    'warning',
    '`./check.sh` was approved and is there, but is no file that can be executed',
  ])
  renameSync(script, join(path, 'scripts.sh'))
  const gone = ['finding', 'warning', '`./check.sh` was approved and is not there']
  expect(await check(path, line, { approved, wasApproved })).toEqual(gone)
  expect(await check(path, line, { wasApproved, hasAgent: true }), 'the app worked it').toEqual(gone)
  expect(await check(path, 'Verify `./check.sh` first', { wasApproved })).toEqual(gone)
})

it.each([
  [
    'Run `pnpm-of-nowhere test`',
    '`pnpm-of-nowhere` is not found here, so that `pnpm-of-nowhere test` does not run',
  ],
  ['Run `./biuld.sh`', '`./biuld.sh` is not there, so that it does not run'],
  ['Run `./biuld.sh && true`', '`./biuld.sh` is not there, so that `./biuld.sh && true` does not run'],
])(
  'found by a user: a line that is only to run a program that is not found says so: %s',
  async (line, note) => {
    const path = await make('no_remote')
    expect(await check(path, line)).toEqual(['finding', 'warning', note])
    expect(await check(path, line, { hasAgent: true }), 'its agent may know better').toEqual(WAITS)
  },
)

it('prose in backticks is no command, and what only a shell can tell is not called missing', async () => {
  const path = await make('no_remote')
  for (const line of [
    'Check for merge conflicts with `main` and `next`',
    'Check `HEARTBEAT.md` for typing errors',
    '`main`',
    'Never run `nosuchprog`',
    'Run `~/no/such/program`',
    'Run `$NO_SUCH_PROGRAM x`',
    'Look around',
  ])
    expect([line, ...(await check(path, line))]).toEqual([line, ...WAITS])
})

it('the missing programs of a list are named line by line', async () => {
  const lines = ['Run `true`', 'Run `nosuchprog --x`', 'Run `git status`', 'Look around']
  expect(
    await missingPrograms(
      await make('no_remote'),
      lines.map((text) => ({ text })),
    ),
  ).toEqual([null, { command: 'nosuchprog --x', program: 'nosuchprog', isThere: false }, null, null])
})
