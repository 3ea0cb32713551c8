import { afterAll, afterEach, expect, it } from 'vitest'
import type { PermissionView } from '../../../shared/contract/agents.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, close, gone } = commandsAndApp('permissions-test')
afterEach(close)
afterAll(gone)

const RUN = 'run_newest' as RunId
const asked = (count: number): readonly PermissionView[] =>
  Array.from({ length: count }, (_, n) => ({
    rule: `Bash(make ${n})`,
    label: `run make ${n}`,
    allowable: true,
    decision: 'asked',
    askedAt: 1000,
    runId: RUN,
  }))
const refusing = (count: number) => ({
  turn: { refusals: asked(count).map(({ rule, label, allowable }) => ({ rule, label, allowable })) },
})

it('found by a user: says that no more than fifty wait, how many more the newest run was refused, and where', async () => {
  await running({ 'permissions.list': () => asked(50), 'runs.get': () => refusing(53) })
  const { code, out, err } = await cli('permissions', 'api')
  expect([code, out.match(/waits for you/g)]).toMatchObject([0, { length: 50 }])
  expect(err).toBe(
    'No more than 50 refused calls of a thread wait for you at a time. Others are asked about when they are refused ' +
      'again.\nThe newest of these runs was refused 3 calls that are not listed here: threadbeat run run_newest\n',
  )
  expect((await cli('permissions', 'api', '--json')).err).toBe(err)
})

it('says nothing of the kind where all are listed', async () => {
  await running({ 'permissions.list': () => asked(49) })
  expect((await cli('permissions', 'api')).err).toBe('')
})
