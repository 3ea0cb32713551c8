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

it('found by a user: says beside a long script how much of it is not shown, and where all of it is', async () => {
  const script = (text: string, cut: number) => ({ file: './ci/check.sh', line: 1, text, cut, aside: false })
  const command = {
    kind: 'argv',
    argv: ['./ci/check.sh'],
    text: './ci/check.sh',
    hash: 'a'.repeat(64),
    files: [script('exit 0\n… and 2 more characters', 1000)],
    filesBefore: null,
    limits: [],
    tasks: [],
    places: [],
    approvedAt: null,
    changed: false,
  }
  const shown = async (more: object): Promise<string> => {
    const commands = [{ ...command, ...more }]
    await running({ 'approvals.list': () => ({ commands, leftOut: null, missing: [] }) })
    const { out } = await cli('approve', 'api', '--revoke')
    await close()
    return out
  }
  const words =
    /^  Not shown: 1000 more characters of \/.*\/repo\/ci\/check\.sh\. Look at the file before you approve it\.$/m
  expect(await shown({})).toMatch(/\| exit 0\n +\| … and 2 more characters\n  Not shown: /)
  for (const filesBefore of [null, [script('exit 1', 0)], command.files])
    expect(await shown({ filesBefore })).toMatch(words)
  expect(await shown({ files: [script('exit 0', 0)] })).not.toContain('Not shown')
})
