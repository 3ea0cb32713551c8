import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { fault } from '../../../shared/base/faults.ts'
import { err, ok } from '../../../shared/base/result.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import type { Backtest, Tried } from '../../../shared/pollination/backtest/tried.ts'
import { lint } from '../../../shared/playbook/lint/lint.ts'
import { apiClient, refusal } from '../testing/api-client.ts'
import { MAKE_LINT } from '../testing/make-lint.ts'
import { LIST, listedFleet, WITH_LINT } from '../testing/pollination/listed-fleet.ts'
import type { Scenario } from '../testing/scenario.ts'

const passed: Tried = { commit: 'a', at: 0, outcome: 'passed', cause: null, line: '', ms: 1400 }
const failed: Tried = { ...passed, outcome: 'failed', line: 'error: red' }
const trial = (...tried: readonly Tried[]): Backtest => ({
  commits: 200,
  isCut: false,
  tried,
})
const TEXT = 'Would have failed on 1 of 3 commits tried of your last 200, 1.4 s, so: Quick'

/** t1 has the line and its command approved; t2 lacks it, and lets suggestions be tried unless told otherwise. */
async function fleet(options: { approved?: boolean; allowed?: boolean } = {}) {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  s.trial = async () => ok(trial(passed, failed, passed))
  if (options.approved !== false) s.store.permissions.approve(ids[0]!, MAKE_LINT, s.clock.now())
  if (options.allowed !== false)
    await client.pollination.allowTrials({ id: ids[1]!, on: true, confirmed: true })
  const suggestion = async () => (await client.pollination.view()).suggestions[0]!
  const settled = async () => {
    await client.pollination.tried({ id: ids[1]!, pattern: 'lint' })
    return await suggestion()
  }
  return { s, ids, client, suggestion, settled, target: ids[1]! }
}

it('tries what is suggested, shows what came of it, and proposes the tier that was measured', async () => {
  const { s, client, suggestion, settled, target } = await fleet()
  expect(await suggestion()).toMatchObject({ tier: 'daily', trial: { state: 'waits' } })
  expect(await settled()).toMatchObject({ tier: 'quick', trial: { state: 'over', text: TEXT } })
  expect(s.tried).toMatchObject([{ repoPath: '/t2', command: 'make lint' }])
  expect(await client.pollination.accept({ id: target, pattern: 'lint' })).toMatchObject({ tier: 'quick' })
  expect(s.store.pollination.byNumber(1)).toMatchObject({ state: 'accepted', tier: 'quick' })
  expect(s.store.permissions.approvals(target).size, 'no approval travels').toBe(0)
  expect(s.decisions[0]).toContain(` Tried: ${TEXT}.`)
})

it('lint does not call slow what was measured as quick, as long as its script is the same', async () => {
  const { s, client, settled, target } = await fleet()
  await settled()
  await client.pollination.accept({ id: target, pattern: 'lint' })
  const said = async (known?: 'nothing is') => {
    const records = known === undefined ? await client.doc.records({ id: target }) : []
    const found = lint(s.files.get('/t2')!, { now: s.clock.now(), timings: [], records })
    return found.map(({ code }) => code).filter((code) => code === 'slow_in_quick')
  }
  expect(await said('nothing is')).toEqual(['slow_in_quick'])
  expect(await said()).toEqual([])
  await s.changeGit('t2', { head: 'another' })
  expect(await said(), 'at another commit').toEqual([])
  const known = s.commands
  s.commands = (tasks) => known(tasks).map((one) => ({ ...one, hash: 'h2' }))
  expect(await said(), 'with another script').toEqual(['slow_in_quick'])
})

it('tries nothing where nobody allowed it, and by nothing but a person', async () => {
  const { s, suggestion, settled } = await fleet({ allowed: false })
  s.configs.set('/t2', JSON.stringify({ trySuggestions: true, trials: true }))
  expect((await suggestion()).trial).toBeNull()
  expect((await settled()).trial).toBeNull()
  expect(s.tried).toEqual([])
})

it('tries nothing that is approved in none of its sources', async () => {
  const { s, suggestion, settled, ids } = await fleet({ approved: false })
  s.store.permissions.approve(ids[0]!, { ...MAKE_LINT, hash: 'as its script was before' }, s.clock.now())
  await settled()
  expect((await suggestion()).trial).toEqual({
    state: 'held',
    text: 'Not tried: `make lint` is approved in none of the repositories that have it',
  })
  expect(s.tried).toEqual([])
})

it('tries once, and again only when HEAD or the script is another', async () => {
  const { s, settled } = await fleet()
  await settled()
  await settled()
  expect(s.tried).toHaveLength(1)
  await s.changeGit('t2', { head: 'another' })
  await settled()
  expect(s.tried).toHaveLength(2)
  const known = s.commands
  s.commands = (tasks) => known(tasks).map((one) => ({ ...one, hash: 'h2' }))
  s.store.permissions.approve(s.store.threads.list()[0]!.id, { ...MAKE_LINT, hash: 'h2' }, 0)
  await settled()
  expect(s.tried).toHaveLength(3)
})

it('asks once for all who wait, and tries what said nothing again after a day', async () => {
  const { s, client, target, suggestion } = await fleet()
  s.trial = async () => err(fault('git.failed', 'Its files have 900 MB; a copy has at most 512 MB'))
  const call = () => client.pollination.tried({ id: target, pattern: 'lint' })
  await Promise.all([call(), call(), call(), suggestion()])
  expect(s.tried).toHaveLength(1)
  expect(await suggestion()).toMatchObject({
    tier: 'daily',
    trial: {
      state: 'over',
      text: 'Could not be tried here: Its files have 900 MB; a copy has at most 512 MB',
    },
  })
  await s.clock.advance(DAY)
  await call()
  expect(s.tried).toHaveLength(2)
})

it('waits while the machine is on battery', async () => {
  const { s, settled } = await fleet()
  s.power = { onBattery: true, metered: null }
  expect((await settled()).trial).toMatchObject({
    state: 'held',
    text: expect.stringContaining('on battery') as string,
  })
  expect(s.tried).toEqual([])
})

it.each<[string, (s: Scenario, id: ThreadId) => void]>([
  ['trust', (s, id) => s.store.threads.change(id, { trustedAt: null })],
  ['the permission', (s, id) => s.store.backtests.allow(id, null)],
  ['all that was allowed', (s, id) => s.store.permissions.clear(id)],
  ['the repository itself', (s) => s.fileIds.set('/t2', 'another')],
])('what runs asks again, and stops where a person took back %s', async (_what, take) => {
  const { s, client, target } = await fleet()
  s.store.threads.change(target, { repositoryId: 'first' })
  const answers: boolean[] = []
  s.trial = async ({ mayRun }) => {
    answers.push(await mayRun())
    take(s, target)
    answers.push(await mayRun())
    return err(fault('git.failed', 'Nobody lets it be tried any more'))
  }
  await client.pollination.tried({ id: target, pattern: 'lint' }).catch(() => null)
  expect(answers).toEqual([true, false])
})

it('goes on while beats run, and holds none of them up', async () => {
  const { s, suggestion, target } = await fleet()
  s.trial = () => new Promise(() => {})
  await suggestion()
  await s.clock.settle()
  expect(s.tried).toHaveLength(1)
  await s.engine.start()
  s.engine.wake(target, 'manual')
  await s.clock.advance(MINUTE)
  expect(s.runs(target).map(({ outcome }) => outcome)).toEqual(['quiet'])
})

it('ends what is tried with the engine, keeps nothing of it, and finds what a crash left by its mark', async () => {
  const { s, suggestion, target } = await fleet()
  s.trial = () => new Promise(() => {})
  await suggestion()
  await s.clock.settle()
  const [{ marker }] = s.tried as [(typeof s.tried)[number]]
  await s.crash()
  expect(s.orphans).toContain(marker)
  expect(s.store.backtests.get(target, 'lint')).toBeNull()
})

it('no thread that is not trusted may be told to try', async () => {
  const { s, client, target } = await fleet()
  s.store.threads.change(target, { trustedAt: null })
  const refused = await refusal(client.pollination.allowTrials({ id: target, on: true, confirmed: true }))
  expect(refused.message).toContain('is not trusted yet')
  expect((await client.pollination.view()).suggestions).toEqual([])
})

it('says how it would be done here, and what is allowed', async () => {
  const { client, target } = await fleet()
  expect(await client.pollination.trials({ id: target })).toEqual({ allowed: true, protection: 'closed' })
  await client.pollination.allowTrials({ id: target, on: false, confirmed: true })
  expect(await client.pollination.trials({ id: target })).toMatchObject({ allowed: false })
})
