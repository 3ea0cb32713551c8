import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SettingSection } from '../../shared/settings/setting-rows.ts'
import { DAY } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { choose } from '../testing/choose.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { SectionOf } from './sections.tsx'
import { useSettingInfo } from './setting-info.ts'

/** The settings page, at one of its sections. */
function Section({ of }: { of: SettingSection }) {
  return <SectionOf section={of} info={useSettingInfo()} />
}
async function open(section: SettingSection, from: WindowHost | Promise<WindowHost> = openHost()) {
  return show(<Section of={section} />, await from)
}
const type = (name: string, value: string): void => {
  const field = screen.getByRole('textbox', { name })
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

beforeEach(() => navigate('/settings'))

describe('out of your way', () => {
  it('tells how it stands now, with the cause once, and changes at once', async () => {
    const host = await openHost()
    host.power = { onBattery: true, metered: null }
    await open('schedule', host)
    expect(screen.getByRole('status').textContent).toBe(
      'Now: on battery; the system does not tell whether the network is metered. Beats come at most ' +
        'each half hour.',
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
  it('says that a system tells nothing', async () => {
    await open('schedule')
    expect(screen.getByRole('status').textContent).toBe(
      'Now: this system does not tell about its battery, nor whether its network is metered. Beats run as usual.',
    )
  })
})

describe('the defaults', () => {
  it('of what is shown', async () => {
    const { host } = await open('notifications')
    fireEvent.click(screen.getByRole('switch', { name: 'Alerts' }))
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"showAlerts":false}']))
  })
  it('say that nothing is started when nothing is shown', async () => {
    await open(
      'notifications',
      openHost({ settings: { showOk: false, showAlerts: false, indicator: false } }),
    )
    expect(screen.getByRole('status').textContent).toContain('no agent is started there')
  })
  it('of dormant repositories, with those that are', async () => {
    const host = await openHost()
    host.add('legacy-billing')
    await host.sleep(100 * DAY)
    host.add('api')
    const { container } = await open('threads', host)
    expect(container.textContent).toContain('1 repository is dormant now: legacy-billing.')
    type('Dormant after', '5 min')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This must be 1 d to 365 d; “5 min” is 5 min.',
    )
    type('Dormant after', '0.5 s')
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('This must be 1 d to 365 d; “0.5 s” is 0.5 s.'),
    )
    type('Dormant after', 'never')
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"dormantAfterMs":0}']))
  })
  it('of events and noise', async () => {
    const { host } = await open('threads')
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
