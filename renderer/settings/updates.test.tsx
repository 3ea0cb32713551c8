import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Feed } from '../../electron/desktop/updates/updates.ts'
import { navigate } from '../client/navigation.ts'
import { openHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { SectionOf } from './sections.tsx'
import { useSettingInfo } from './setting-info.ts'

const Section = () => <SectionOf section="updates" info={useSettingInfo()} />
const press = async (name: string): Promise<boolean> =>
  fireEvent.click(await screen.findByRole('button', { name }))

/** A feed with one newer version, which is loaded when `finish` is called. */
function feed(version: string | null) {
  const did: string[] = []
  let finish: () => void = () => {}
  const updates: Feed = {
    find: async (channel) => (did.push(`find ${channel}`), version),
    load: () => (did.push('load'), new Promise((resolve) => (finish = resolve))),
    install: () => void did.push('install'),
  }
  return { did, updates, finish: () => finish() }
}

beforeEach(() => navigate('/settings/updates'))

describe('updates', () => {
  it('are not looked for unless a person has it so, and the page says what that would send', async () => {
    const { did, updates } = feed('0.2.0')
    show(<Section />, await openHost({ machine: { updates } }))
    expect(await screen.findByText('This is version 0.1.0')).toBeTruthy()
    expect(screen.getByText(/sends nothing but the request/)).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Look for updates' }).textContent).toContain('Never')
    expect(did).toEqual([])
  })

  it('are found by a click, loaded by another, and in force by a third', async () => {
    const { did, updates, finish } = feed('0.2.0')
    const { host } = show(<Section />, await openHost({ machine: { updates } }))
    await press('Look now')
    expect(await screen.findByText(/^Version 0\.2\.0 is there\./)).toBeTruthy()
    expect(did).toEqual(['find stable'])
    await press('Load it')
    expect(await screen.findByText('Version 0.2.0 is being loaded, 0 %.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load it' })).toBeNull()
    finish()
    await press('Restart to update')
    await waitFor(() => expect(did).toEqual(['find stable', 'load', 'install']))
    expect(host.calls).toContain('app.installUpdate {"confirmed":true}')
  })

  it('say that this is the newest once that was answered, and of which versions', async () => {
    show(<Section />, await openHost({ machine: { updates: feed(null).updates } }))
    await press('Look now')
    expect(
      await screen.findByText(/^It is the newest: github\.com named no newer stable version \(/),
    ).toBeTruthy()
  })

  it('never say so where nobody answered', async () => {
    const { updates } = feed(null)
    const down = { ...updates, find: () => Promise.reject(new Error('github.com could not be reached (X).')) }
    show(<Section />, await openHost({ machine: { updates: down } }))
    await press('Look now')
    expect(
      await screen.findByText(
        'Whether there is a newer one is not known. github.com could not be reached (X). No look was answered since the start.',
      ),
    ).toBeTruthy()
  })

  it('that are skipped are offered no more in the rail, and are still there on this page', async () => {
    const { updates } = feed('0.2.0')
    const { host } = show(<Section />, await openHost({ machine: { updates } }))
    await press('Look now')
    await press('Skip this version')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Skip this version' })).toBeNull())
    expect(host.views.snapshot().fleet.update).toBeNull()
    expect(screen.getByRole('button', { name: 'Load it' })).toBeTruthy()
  })
})
