import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { addRepository, expect, go, place, test, toast } from './harness/fleet.ts'
import { HEARTBEAT, section, entry, texts } from './harness/incoming.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the local webhook takes what knows its token, until there is another', async ({ folder, start }) => {
  const app = await start({ size: [1280, 900] })
  const { page, client } = app
  const { id } = await addRepository(app, folder, 'mill', { heartbeat: HEARTBEAT })
  await place(page, 'Settings').click()
  await page
    .getByRole('navigation', { name: 'Sections of the settings' })
    .getByRole('link', { name: 'Integrations' })
    .click()
  const card = section(page, 'Webhook, incoming')
  await card.getByRole('switch', { name: 'Listen on this machine' }).click()
  const port = await freePort()
  await card.getByLabel('Port').fill(String(port))
  await page.keyboard.press('Enter')
  await expect(card.getByText(`http://127.0.0.1:${port}/v1/events`, { exact: true })).toBeVisible()
  await expect(card.getByText('Listening', { exact: true })).toBeVisible()
  const shownToken = async (): Promise<string> =>
    (await card.getByRole('group', { name: 'Token', exact: true }).textContent()) ?? ''
  await expect(card.getByRole('group', { name: 'Token, hidden' })).toHaveText(/^•+$/)
  await card.getByRole('button', { name: 'Show', exact: true }).click()
  const token = await shownToken()
  const post = async (as: string, text: string): Promise<number> =>
    (
      await fetch(`http://127.0.0.1:${port}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
        body: JSON.stringify({ thread: 'mill', text, wake: 'next', key: 'ci' }),
      })
    ).status

  expect(await post(token, 'The nightly build is red.')).toBe(202)
  await go(page, `/thread/${id}?tab=activity`)
  await expect(entry(page, /^Webhook: /)).toContainText('The nightly build is red.')
  await expect(entry(page, /^Webhook: /)).toContainText('untrusted')

  await place(page, 'Settings').click()
  await page
    .getByRole('navigation', { name: 'Sections of the settings' })
    .getByRole('link', { name: 'Integrations' })
    .click()
  await card.getByRole('button', { name: 'New…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new token' }).click()
  await expect(toast(page, 'There is a new token.')).toBeVisible()
  await card.getByRole('button', { name: 'Show', exact: true }).click()
  const fresh = await shownToken()
  expect(fresh).not.toBe(token)
  expect([await post(token, 'By the old token.'), await post(fresh, 'By the new token.')]).toEqual([401, 202])
  const told = await texts(app, id)
  expect(told.filter((text) => text.includes('By the'))).toEqual([
    expect.stringContaining('By the new token.'),
  ])

  await card.getByRole('switch', { name: 'Listen on this machine' }).click()
  await expect.poll(() => post(fresh, 'Too late.').catch(() => 'nobody listens')).toBe('nobody listens')
  expect((await client.webhooks.incoming()).port).toBeNull()
  expect(
    readFileSync(path.join(app.dataDir, 'logs', 'threadbeat.log'), 'utf8').includes(fresh),
    'the token is in no log',
  ).toBe(false)
})
