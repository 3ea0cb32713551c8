import path from 'node:path'
import { HOUR } from '../../shared/base/time.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { DesktopBus } from '../harness/desktop-bus.ts'
import { machineWith, tellAgentStory } from '../harness/fake-agents.ts'
import { expect, go, openAgents, settled, test, threadNamed, type Started } from '../harness/fleet.ts'
import { look } from '../harness/look.ts'

/** Where agents work: their page, what they leave behind, and what they ask. */

let desktop: DesktopBus
test.beforeAll(async () => {
  desktop = await DesktopBus.start()
})
test.afterAll(() => desktop.stop())

test('no agent is there', async ({ folder, start }) => {
  const app = await start({ desktop, size: [1280, 800], env: machineWith(folder, null) })
  const { page } = app
  const faults: string[] = []
  await openAgents(page)
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByText('Not found', { exact: true })).toHaveCount(3)
  await look(app, 'agents-none', faults)
  expect(faults.join('\n')).toBe('')
})

test('an agent at work, and in trouble', async ({ folder, start }) => {
  test.setTimeout(300_000)
  const bin = path.join(folder, 'bin')
  const app = await start({ desktop, size: [1280, 800], env: machineWith(folder, bin) })
  const { page, client } = app
  const { id, runId, signOut } = await tellAgentStory(app, folder, bin)
  const faults: string[] = []
  const seen = (screen: string): Promise<void> => look(app, screen, faults)
  await expect(page.getByRole('article').first()).toBeVisible()
  await seen('agent-today')
  await agentsPage(app, seen)

  await go(page, `/thread/${id}`)
  await expect(page.getByRole('region', { name: 'Asks for permission' })).toBeVisible()
  await seen('agent-overview')
  await page.getByRole('tab', { name: 'Conversation' }).click()
  await expect(page.getByRole('article', { name: /^Heartbeat report/ }).last()).toBeVisible()
  await seen('conversation')
  await go(page, `/run/${runId}`)
  await expect(page.getByRole('region', { name: 'What the agent called' })).toBeVisible()
  await seen('agent-run')
  for (const [what, picture] of [
    ['What was done', 'agent-run-tasks'],
    ['What the agent called', 'agent-run-calls'],
  ] as const) {
    await page.getByRole('region', { name: what }).evaluate((e) => e.scrollIntoView())
    await seen(picture)
  }
  for (const fold of ['The prompt that was sent', 'What the runner printed', 'Read'])
    await page.locator('summary').filter({ hasText: fold }).first().click()
  await seen('agent-run-unfolded')

  await runnerSettings(app, id, seen)
  await client.messages.send({ to: id, text: 'Stay here, please.' })
  await client.messages.send({ to: id, text: 'And then come back.' })
  await go(page, `/thread/${id}?tab=conversation`)
  await expect(page.getByText('Claude Code is working').first()).toBeVisible()
  await expect(page.getByRole('log').getByRole('button', { name: 'Cancel' })).toBeVisible()
  await seen('conversation-busy')
  await page.getByRole('log').getByRole('button', { name: 'Stop', exact: true }).click()
  await settled(app)
  signOut()
  await client.messages.send({ to: id, text: 'Are you there?' })
  await settled(app)
  await client.beat.start({ id, tier: 'quick', anyway: true })
  await settled(app)
  await expect(page.getByText('Claude Code is resting until').first()).toBeVisible()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await seen('conversation-resting')
  await go(page, `/run/${(await threadNamed(app, 'checkout-web')).last!.runId}`)
  await expect(page.getByText('The runner is signed out.').first()).toBeVisible()
  await seen('agent-run-broken')
  await openAgents(page)
  await expect(page.getByRole('region', { name: 'Claude Code is resting' })).toBeVisible()
  await seen('agents-resting')
  await go(page, `/thread/${(await threadNamed(app, 'docs-site')).id}?tab=conversation`)
  await expect(page.getByText('Nothing was said yet.')).toBeVisible()
  await seen('conversation-empty')
  expect(faults.join('\n')).toBe('')
})

async function agentsPage({ page }: Started, seen: (screen: string) => Promise<void>): Promise<void> {
  await openAgents(page)
  await page.getByRole('button', { name: 'Rescan' }).click()
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
  await seen('agents')
  await page.getByRole('button', { name: 'Add a budget' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await seen('agents-budget')
  await page.keyboard.press('Escape')
  await page.getByRole('article', { name: 'Claude Code' }).getByRole('button', { name: 'Test…' }).click()
  await page.getByRole('button', { name: 'Run the test' }).click()
  await expect(page.getByText('Works', { exact: true })).toBeVisible()
  await seen('agent-test')
  await page.keyboard.press('Escape')
}

/** Ends with the agent's own checks switched off for an hour. */
async function runnerSettings(
  app: Started,
  id: ThreadId,
  seen: (screen: string) => Promise<void>,
): Promise<void> {
  const { page, client } = app
  await go(page, `/thread/${id}?tab=settings`)
  await expect(page.getByRole('group', { name: 'Quick beats' })).toBeVisible()
  await page.getByRole('region', { name: 'Runner' }).evaluate((e) => e.scrollIntoView())
  await seen('runner-settings')
  await page.getByLabel('Model for quick beats').fill('sonnet')
  await page.getByRole('combobox', { name: 'What messages may do' }).click()
  await page.getByRole('option', { name: 'Full' }).click()
  await page.getByRole('button', { name: 'Review and use…' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await seen('runner-review')
  await page.keyboard.press('Escape')

  const { agent } = await threadNamed(app, 'checkout-web')
  if (agent.kind !== 'cli') throw new Error(`the agent is ${agent.kind}`)
  await client.threads.setAgent({
    id,
    confirmed: true,
    agent: { ...agent, bypassUntil: Date.now() + HOUR },
  })
  const warning = page.getByText('The checks of Claude Code are off.').first()
  await expect(warning).toBeVisible()
  await warning.evaluate((e) => e.scrollIntoView({ block: 'center' }))
  await seen('runner-bypassed')
}
