import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SettingSection } from '../../shared/settings/setting-rows.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings/settings.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { useFleet } from '../client/live.ts'
import { navigate } from '../client/navigation.ts'
import { useBridge } from '../client/bridge.ts'
import { choose } from '../testing/choose.ts'
import type { Options } from '../testing/fake-host.ts'
import { show } from '../testing/show.tsx'
import { SectionOf } from './sections.tsx'
import { useSettingInfo } from './setting-info.ts'
import type { PartProps } from './parts.tsx'
import { WebhookIncoming } from './webhooks/webhook-in.tsx'
import { WebhooksOut } from './webhooks/webhooks-out.tsx'

function Of({ part: Part }: { part: (props: PartProps) => React.ReactNode }) {
  const settings = useFleet((fleet) => fleet.settings)
  const { client } = useBridge()
  return <Part settings={settings} change={(with_) => client.settings.change(with_)} />
}
function open(
  part: (props: PartProps) => React.ReactNode,
  more: Partial<FleetView> = {},
  options: Options = {},
) {
  const snapshot = sampleSnapshot(Date.now())
  return show(<Of part={part} />, { ...snapshot, fleet: { ...snapshot.fleet, ...more } }, options)
}
const type = (name: string, value: string): void => {
  const field = screen.getByRole('textbox', { name })
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

beforeEach(() => navigate('/settings'))
afterEach(cleanup)

/** The settings page, at one of its sections. */
const at = (section: SettingSection) => () => <SectionOf section={section} info={useSettingInfo()} />

describe('out of your way', () => {
  it('tells how it stands now, and changes at once', async () => {
    const { host } = open(at('schedule'), {
      power: { onBattery: true, metered: null, policy: 'calm', because: 'on battery' },
    })
    expect(screen.getByRole('status').textContent).toBe(
      'Now: on battery; the system does not tell whether the network is metered. Beats come at most ' +
        'each half hour: on battery.',
    )
    await choose('On battery', 'Only what you ask for')
    await choose('On a metered network', 'Only what you ask for')
    fireEvent.click(screen.getByRole('switch', { name: 'Wait while you work' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        'settings.change {"onBattery":"hold"}',
        'settings.change {"onMetered":"hold"}',
        'settings.change {"outOfTheWay":false}',
      ]),
    )
  })
  it('says that a system tells nothing', () => {
    open(at('schedule'), { power: { onBattery: null, metered: null, policy: 'run', because: null } })
    expect(screen.getByRole('status').textContent).toBe(
      'Now: this system does not tell about its battery, nor whether its network is metered. Beats run as ever.',
    )
  })
})

describe('the defaults', () => {
  it('of what is shown', async () => {
    const { host } = open(at('notifications'))
    fireEvent.click(screen.getByRole('switch', { name: 'Alerts' }))
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"showAlerts":false}']))
  })
  it('say that nothing is started when nothing is shown', () => {
    open(at('notifications'), {
      settings: { ...DEFAULT_SETTINGS, showOk: false, showAlerts: false, indicator: false },
    })
    expect(screen.getByRole('status').textContent).toContain('no agent is started there')
  })
  it('of dormant repositories, with those that are', async () => {
    const { host, container } = open(at('threads'))
    expect(container.textContent).toContain('1 repository is dormant now: legacy-billing.')
    type('Dormant after', '5 min')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This must be 1 d to 365 d; “5 min” is 5 min.',
    )
    type('Dormant after', 'never')
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"dormantAfterMs":0}']))
  })
  it('of events and noise', async () => {
    const { host } = open(at('threads'))
    fireEvent.click(screen.getByRole('switch', { name: 'Messages take events along' }))
    type('A thread is noisy from', '9')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This must be a whole number from 10 to 1000.',
    )
    type('A thread is noisy from', '80')
    await waitFor(() =>
      expect(host.calls).toEqual([
        'settings.change {"messagesTakeEvents":true}',
        'settings.change {"noisyRuns":80}',
      ]),
    )
  })
})

describe('outgoing webhooks', () => {
  const target = (name: string): Promise<HTMLElement> => screen.findByRole('listitem', { name })
  it('are listed by host, with the last delivery, and never with their secret address', async () => {
    open(WebhooksOut)
    const team = await target('Team channel')
    for (const part of [
      'Slack',
      'hooks.slack.com',
      'urgent, alerts, recovered',
      'not delivered. It answered 404 four times',
    ])
      expect(team.textContent).toContain(part)
    expect(team.textContent).not.toContain('/services/')
    expect((await target('Log')).textContent).toContain('signed')
  })
  it('are tested, switched off and removed', async () => {
    const { host } = open(WebhooksOut)
    fireEvent.click(within(await target('Phone')).getByRole('button', { name: 'Test' }))
    await waitFor(async () =>
      expect((await target('Phone')).textContent).toContain('Test: delivered. It answered 200 within 84 ms.'),
    )
    fireEvent.click(within(await target('Phone')).getByRole('switch', { name: 'Send to Phone' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        'webhooks.save {"target":{"id":"wh_1","name":"Phone","kind":"ntfy","url":"https://ntfy.sh/ada-threads","secret":null,"chat":null,"on":["urgent","broken"],"enabled":false},"confirmed":true}',
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
    const { host } = open(WebhooksOut, {}, { bare: true })
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
    const { host } = open(WebhooksOut)
    fireEvent.click(within(await target('Log')).getByRole('button', { name: 'Change Log' }))
    const dialog = await screen.findByRole('dialog')
    const secret = within(dialog).getByLabelText<HTMLInputElement>('Key of the signature')
    expect([secret.type, secret.value, secret.placeholder]).toEqual(['password', '', 'kept as it is'])
    fireEvent.change(secret, { target: { value: 'new-key' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(host.calls[0]).toContain('"secret":"new-key"'))
  })
})

describe('the incoming webhook', () => {
  it('is off until somebody switches it on', async () => {
    const { host } = open(WebhookIncoming)
    expect(screen.queryByText('Address')).toBeNull()
    fireEvent.click(screen.getByRole('switch', { name: 'Listen on this machine' }))
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"webhookPort":7327}']))
    expect(await screen.findByText('Listening')).toBeTruthy()
  })
  it('hides its token until asked, and keeps it out of the example', async () => {
    const { host, container } = open(WebhookIncoming, {
      settings: { ...DEFAULT_SETTINGS, webhookPort: 8123 },
    })
    await screen.findByText('Listening')
    expect(container.textContent).not.toContain('c0ffee')
    expect(container.textContent).toContain('Bearer $THREADBEAT_TOKEN')
    fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getByLabelText('Token').textContent).toContain('c0ffee')
    fireEvent.click(screen.getByRole('button', { name: 'New…' }))
    const question = await screen.findByRole('alertdialog')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Make a new token' }))
    await waitFor(() => expect(host.calls).toEqual(['webhooks.rotate null']))
    await waitFor(() => expect(screen.getByLabelText('Token').textContent).toContain('tb_02'))
  })
  it('takes another port within its bounds', async () => {
    const { host } = open(WebhookIncoming, { settings: { ...DEFAULT_SETTINGS, webhookPort: 8123 } })
    type('Port', '80')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This must be a whole number from 1024 to 65535.',
    )
    type('Port', '9000')
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"webhookPort":9000}']))
  })
})
