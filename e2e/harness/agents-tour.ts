import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import { expect, go, type Started } from './fleet.ts'

/** Places where an agent has left something, one after the other, each shown before it is looked at. */
export async function tourOfAgents(
  { page }: Started,
  { id, runId }: { readonly id: ThreadId; readonly runId: RunId },
  look: Readonly<Record<'agents' | 'test' | 'questions' | 'conversation' | 'run', () => Promise<void>>>,
): Promise<void> {
  await go(page, '/agents')
  await page.getByRole('button', { name: 'Rescan' }).click()
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
  await look.agents()
  await page.getByRole('article', { name: 'Claude Code' }).getByRole('button', { name: 'Test…' }).click()
  await page.getByRole('button', { name: 'Run the test' }).click()
  await expect(page.getByText('Works', { exact: true })).toBeVisible()
  await look.test()
  await page.keyboard.press('Escape')
  await go(page, `/thread/${id}`)
  await expect(page.getByRole('region', { name: 'Asks for permission' })).toBeVisible()
  await look.questions()
  await page.getByRole('tab', { name: 'Conversation' }).click()
  await expect(page.getByRole('article', { name: /^Heartbeat report/ }).last()).toBeVisible()
  await look.conversation()
  await go(page, `/run/${runId}`)
  await expect(page.getByRole('region', { name: 'What the agent called' })).toBeVisible()
  await look.run()
}
