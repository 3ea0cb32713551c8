import { existsSync } from 'node:fs'
import path from 'node:path'
import { MINUTE } from '../shared/base/time.ts'
import { DesktopBus } from './harness/desktop-bus.ts'
import { claudeAt, fakeClaude, machineWith } from './harness/fake-agents.ts'
import { addRepository, expect, go, settled, test, threadNamed } from './harness/fleet.ts'
import { look } from './harness/look.ts'
import { QUIET } from './harness/agent-script.ts'

/** A thread with an agent as it is by default: the app works what it knows, the agent is held. */

let desktop: DesktopBus
test.beforeAll(async () => {
  desktop = await DesktopBus.start()
})
test.afterAll(() => desktop.stop())

test('a used-up budget keeps the agent from a start and nothing else, and each page says so', async ({
  folder,
  start,
}) => {
  test.setTimeout(240_000)
  const app = await start({ desktop, size: [1280, 800], env: machineWith(folder, null) })
  const { page, client } = app
  const heartbeat = '## Quick Tasks\n- [ ] Run `git status`\n- [ ] Are the prices in the shop right?\n'
  const { id } = await addRepository(app, folder, 'shop', { heartbeat })
  const program = fakeClaude(path.join(folder, 'bin'), QUIET)
  await client.settings.change({
    caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 0 }],
  })
  await client.threads.setAgent({ id, agent: claudeAt(program), confirmed: true })
  await client.threads.change({ id, intervalMs: MINUTE })
  await expect
    .poll(async () => (await threadNamed(app, 'shop')).last?.skipReason, { timeout: 150_000 })
    .toBe('over_budget')
  await client.threads.change({ id, intervalMs: 60 * MINUTE })
  await settled(app)
  const { last } = await threadNamed(app, 'shop')
  expect(last?.summary).toMatch(/^1 check passed.*No agent was started for 1 line: .*budget/)
  expect(existsSync(`${program}.log`)).toBe(false)

  const faults: string[] = []
  await expect(page.getByRole('region', { name: 'Not checked' })).toContainText('shop')
  await look(app, 'held-today', faults)
  await go(page, `/thread/${id}`)
  await look(app, 'held-thread', faults)
  await go(page, `/run/${last!.runId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('No agent was started for 1 line')
  await expect(page.getByText('A budget is used up, so no agent was started.')).toBeVisible()
  await look(app, 'held-run', faults)
  expect(faults.join('\n')).toBe('')
})

test('a command that nobody approved asks on the thread of an agent that may only look, and starts no agent', async ({
  folder,
  start,
}) => {
  const app = await start({ desktop, size: [1280, 800], env: machineWith(folder, null) })
  const { page, client } = app
  const heartbeat = '## Quick Tasks\n- [ ] Run `git status`\n- [ ] Run `true`\n'
  const { id } = await addRepository(app, folder, 'tools', { heartbeat })
  const program = fakeClaude(path.join(folder, 'bin'), QUIET)
  await client.threads.setAgent({ id, agent: claudeAt(program), confirmed: true })
  await client.beat.start({ id })
  await settled(app)
  expect((await threadNamed(app, 'tools')).last?.outcome).toBe('blocked')
  const card = page.getByRole('article', { name: /tools/ })
  await expect(card).toContainText('1 command waits for your approval')
  const faults: string[] = []
  await look(app, 'unapproved-today', faults)
  await card.getByRole('button', { name: 'Review command…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Approve this command for tools?' })
  await expect(sheet.getByRole('listitem')).toContainText('true')
  await sheet.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(sheet).toBeHidden() // as long as it is open, nothing behind it has a role
  await expect(card).toHaveCount(0)
  expect(await threadNamed(app, 'tools')).toMatchObject({ state: 'idle', approvalsWanted: 0 })
  await client.beat.start({ id })
  await settled(app)
  expect((await threadNamed(app, 'tools')).last).toMatchObject({
    outcome: 'quiet',
    summary: '2 checks passed; clean. No agent was needed.',
  })
  expect(existsSync(`${program}.log`)).toBe(false)
  expect(faults.join('\n')).toBe('')
})
