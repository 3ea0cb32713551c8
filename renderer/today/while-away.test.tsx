import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import type { WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { addAlert, quietHost } from '../testing/threads.ts'
import { useAbsence, watchLooks } from './last-look.ts'
import { Today } from './today.tsx'

beforeEach(() => {
  localStorage.clear()
  useAbsence.setState({ absence: null })
})

const absence = () => useAbsence.getState().absence
/** The window is looked at anew, having been left so long ago. */
function returnAfter(ms: number): void {
  localStorage.setItem('lastLook', String(Date.now() - ms))
  const end = watchLooks()
  dispatchEvent(new Event('focus'))
  end()
}

it('who was away for less than an hour, or never here, has missed nothing', () => {
  const end = watchLooks()
  dispatchEvent(new Event('focus'))
  expect(absence()).toBeNull()
  dispatchEvent(new Event('blur'))
  dispatchEvent(new Event('focus'))
  expect(absence()).toBeNull()
  end()
  returnAfter(59 * MINUTE)
  expect(absence()).toBeNull()
  returnAfter(-2 * HOUR) // the clock was set back
  expect(absence()).toBeNull()
})

it('of a long absence the last week is summed up', () => {
  returnAfter(400 * 24 * HOUR)
  expect(absence()!.to - absence()!.from).toBe(7 * 24 * HOUR)
})

/** An alert that comes, and that the next beat finds gone. */
async function comesAndGoes(host: WindowHost): Promise<void> {
  await addAlert(host, 'payments-api', 'main is red', 'urgent')
  await host.pass(20 * MINUTE)
  host.does('payments-api', () => ({ text: 'HEARTBEAT_OK' }))
  await host.beat('payments-api')
}
const meanwhile = async (): Promise<WindowHost> => {
  const host = await quietHost('mobile-app')
  const from = host.clock.now()
  await comesAndGoes(host)
  useAbsence.setState({ absence: { from, to: host.clock.now() + 1 } })
  return host
}

it('after an absence Today says what beats did, and lists what was over before anybody saw it', async () => {
  const host = await meanwhile()
  show(<Today />, host)
  fireEvent.click(await screen.findByRole('button', { name: '1 alert over' }))
  expect(screen.getByText(/while you were away, since .*: \d+ beats/)).toBeTruthy()
  const list = await screen.findByRole('dialog', { name: 'Over by now' })
  expect(
    within(list).getByRole('button', { name: /payments-api.*Main is red.*for 20 min, until/ }),
  ).toBeTruthy()
  fireEvent.click(within(list).getByRole('button', { name: 'All that are over, in the inbox' }))
  expect(location.hash).toContain('/inbox?state=resolved')
})

it('it is gone half an hour later, and what stands is not called over', async () => {
  const host = await quietHost('mobile-app')
  const from = host.clock.now()
  await addAlert(host, 'payments-api', 'main is red', 'urgent')
  act(() => useAbsence.setState({ absence: { from, to: host.clock.now() + 1 } }))
  show(<Today />, host)
  expect(await screen.findByText(/while you were away, since .*: \d+ beats?, 1 new alert$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: / over$/ })).toBeNull()
  act(() => useAbsence.setState({ absence: { from, to: host.clock.now() - 31 * MINUTE } }))
  expect(screen.queryByText(/while you were away/)).toBeNull()
  act(() => useAbsence.setState({ absence: { from, to: host.clock.now() + 400 * 24 * HOUR } })) // a wrong clock
  expect(screen.queryByText(/while you were away/)).toBeNull()
})
