import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { choose } from '../../testing/choose.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { addTargets } from '../../testing/webhooks.ts'
import { WebhooksOut } from './webhooks-out.tsx'

async function withTargets(): Promise<WindowHost> {
  const host = await openHost()
  await addTargets(host)
  return host
}

describe('outgoing webhooks', () => {
  const target = (name: string): Promise<HTMLElement> => screen.findByRole('listitem', { name })
  it('are listed by host, with the last delivery, and never with their secret address', async () => {
    show(<WebhooksOut />, await withTargets())
    const team = await target('Team channel')
    for (const part of [
      'Slack',
      'hooks.slack.com',
      'urgent, alerts, recovered',
      'not delivered. hooks.slack.com answered 404',
    ])
      expect(team.textContent).toContain(part)
    expect(team.textContent).not.toContain('/services/')
    expect((await target('Log')).textContent).toContain('signed')
  })
  it('are tested, switched off and removed', async () => {
    const { host } = show(<WebhooksOut />, await withTargets())
    fireEvent.click(within(await target('Phone')).getByRole('button', { name: 'Test' }))
    await waitFor(async () =>
      expect((await target('Phone')).textContent).toContain('Test: delivered. It answered 200.'),
    )
    fireEvent.click(within(await target('Phone')).getByRole('switch', { name: 'Send to Phone' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        'webhooks.save {"target":{"id":"wh_1","name":"Phone","kind":"ntfy","url":"https://ntfy.sh/ada-threads","chat":null,"on":["urgent","broken"],"enabled":false,"secret":null},"confirmed":true}',
      ),
    )
    fireEvent.click(within(await target('Phone')).getByRole('button', { name: 'Remove Phone' }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove target' }),
    )
    await waitFor(() => expect(host.calls.at(-1)).toBe('webhooks.remove {"id":"wh_1"}'))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Phone' })).toBeNull())
  })
  it('are added with what their service needs, and say what is wrong', async () => {
    const { host } = show(<WebhooksOut />, await openHost())
    await screen.findByText(/^News stay on this machine/)
    fireEvent.click(screen.getByRole('button', { name: 'Add a target' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a target' })
    const save = (): void => void fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    const write = (name: string, value: string): void =>
      void fireEvent.change(within(dialog).getByLabelText(name), { target: { value } })
    await choose('Service', 'Telegram')
    expect(within(dialog).queryByLabelText('Access token')).toBeNull()
    save()
    expect((await within(dialog).findByRole('alert')).textContent).toBe('The address is missing.')
    write('Address', 'https://api.telegram.org/bot1:x/sendMessage')
    save()
    expect(within(dialog).getByRole('alert').textContent).toBe('Telegram needs the id of the chat.')
    write('Chat', '@ada')
    for (const news of ['Urgent', 'Alerts', 'Broken beats'])
      fireEvent.click(within(dialog).getByRole('checkbox', { name: news }))
    save()
    expect(within(dialog).getByRole('alert').textContent).toBe(
      'Choose at least one kind of news, or nothing would ever be sent.',
    )
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Recovered' }))
    save()
    await waitFor(() => expect(host.calls).toHaveLength(1))
    expect(host.calls[0]).toMatch(
      /^webhooks.save .*"name":"Telegram","kind":"telegram","url":"https:\/\/api.telegram.org\/bot1:x\/sendMessage","secret":null,"chat":"@ada","on":\["recovered"\],"enabled":true.*"confirmed":true/,
    )
    expect(await target('Telegram')).toBeTruthy()
  })
  it('keep their secret unless another is typed', async () => {
    const { host } = show(<WebhooksOut />, await withTargets())
    fireEvent.click(within(await target('Log')).getByRole('button', { name: 'Change Log' }))
    const dialog = await screen.findByRole('dialog')
    const secret = within(dialog).getByLabelText<HTMLInputElement>('Key of the signature')
    expect([secret.type, secret.value, secret.placeholder]).toEqual(['password', '', 'kept as it is'])
    fireEvent.change(secret, { target: { value: 'new-key' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(host.calls[0]).toContain('"secret":"new-key"'))
  })
  it('that cannot be read again are not shown as they were', async () => {
    const { host } = show(<WebhooksOut />, await withTargets())
    const phone = await target('Phone')
    host.broken.add('webhooks.list')
    fireEvent.click(within(phone).getByRole('button', { name: 'Test' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })
})
