import { afterAll, afterEach, expect, it } from 'vitest'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, close, gone } = commandsAndApp('approve-test')
afterEach(close)
afterAll(gone)

it('found by a user: lines beyond the bounds of a list are named with the bound, beside what is listed', async () => {
  const leftOut = {
    lines: [
      { line: 17, text: 'Run `sh a.sh`' },
      { line: 21, text: 'Run `sh b.sh`' },
    ],
    why: 'the commands before come to more than 64 MB of files, which is as much as is read for one list',
  }
  await running({ 'approvals.list': () => ({ commands: [], leftOut, missing: [] }) })
  const { code, out, err } = await cli('approve', 'api')
  expect({ code, out }).toEqual({ code: 0, out: '' })
  expect(err).toMatch(
    /^2 lines of HEARTBEAT\.md were not looked at: .* 64 MB .*\n +line 17: Run `sh a\.sh`\n +line 21: /,
  )
  expect((await cli('approve', 'api', '--json')).out).toBe('[]\n')
})

it('found by a user: a line whose program is not found is named, and not called no command', async () => {
  const missing = [{ line: 4, why: '`./check.sh` was approved and is not there' }]
  await running({ 'approvals.list': () => ({ commands: [], leftOut: null, missing }) })
  expect(await cli('approve', 'api')).toMatchObject({
    code: 0,
    out: '',
    err: 'Line 4 runs nothing: `./check.sh` was approved and is not there.\n',
  })
})
