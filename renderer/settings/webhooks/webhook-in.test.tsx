import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useBridge } from '../../client/bridge.ts'
import { useFleet } from '../../client/live.ts'
import { openHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { WebhookIncoming } from './webhook-in.tsx'

function Part() {
  const settings = useFleet((fleet) => fleet.settings)
  const { client } = useBridge()
  return <WebhookIncoming settings={settings} change={(with_) => client.settings.change(with_)} />
}
const open = async (webhookPort: number | null = null) =>
  show(<Part />, await openHost({ settings: { webhookPort } }))
const type = (name: string, value: string): void => {
  const field = screen.getByRole('textbox', { name })
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

describe('the incoming webhook', () => {
  it('is off until somebody switches it on', async () => {
    const { host } = await open()
    expect(screen.queryByText('Address')).toBeNull()
    fireEvent.click(screen.getByRole('switch', { name: 'Listen on this machine' }))
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"webhookPort":7327}']))
    expect(await screen.findByText('Listening')).toBeTruthy()
  })
  it('hides its token until asked, and keeps it out of the example', async () => {
    const { host, container } = await open(8123)
    await screen.findByText('Listening')
    const { token } = await host.client.webhooks.incoming()
    expect(container.textContent).not.toContain(token)
    expect(container.textContent).toContain('Bearer $THREADBEAT_TOKEN')
    fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getByLabelText('Token').textContent).toBe(token)
    fireEvent.click(screen.getByRole('button', { name: 'New…' }))
    const question = await screen.findByRole('alertdialog')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Make a new token' }))
    await waitFor(() => expect(host.calls).toEqual(['webhooks.rotate null']))
    const fresh = (await host.client.webhooks.incoming()).token
    expect(fresh).not.toBe(token)
    await waitFor(() => expect(screen.getByLabelText('Token').textContent).toBe(fresh))
  })
  it('takes another port within its bounds', async () => {
    const { host } = await open(8123)
    type('Port', '80')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This must be a whole number from 1024 to 65535.',
    )
    type('Port', '9000')
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"webhookPort":9000}']))
  })
})
