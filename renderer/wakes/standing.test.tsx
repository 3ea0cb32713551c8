import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { formatDuration, DAY, HOUR } from '../../shared/base/time.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { NOON } from '../testing/noon.ts'
import { show } from '../testing/show.tsx'
import { addResting } from '../testing/threads.ts'
import { localDate } from '../kit/time.ts'
import { Standing } from './standing.tsx'

/** One thread, `api`. */
async function open(): Promise<WindowHost> {
  const host = await openHost()
  addResting(host, 'api')
  return host
}
const stand = (host: WindowHost) => show(<Standing thread={host.thread('api')} />, host)
async function saveConfig(host: WindowHost, values: string): Promise<void> {
  host.configs.set('/api', values)
  await host.sources.look(host.id('api'))
}

it('is nothing on most days', async () => {
  expect(stand(await open()).container.textContent).toBe('')
})
it('is that it sleeps', async () => {
  const host = await openHost({ settings: { dormantAfterMs: DAY } })
  host.add('api', { intervalMs: 6 * HOUR })
  await host.pass(2 * DAY)
  expect(host.thread('api').effectiveIntervalMs).toBe(DAY)
  expect(stand(host).container.textContent).toContain(
    `Nothing happened since ${localDate(NOON)}, so it is looked at once a day; any change wakes it.`,
  )
})
it('is what waits to be told', async () => {
  const host = await open()
  for (const text of ['The build is red', 'The build is green'])
    host.engine.events.add(host.id('api'), { source: 'cli', text, trusted: true, wake: 'next' })
  stand(host)
  fireEvent.click(screen.getByRole('link', { name: '2 events' }))
  expect(location.hash).toBe(`#/thread/${host.id('api')}?tab=activity`)
})
it('is a file that has a say, with its problems', async () => {
  const host = await open()
  await saveConfig(host, JSON.stringify({ interval: formatDuration(HOUR), colour: 'red', size: 4 }))
  const { container } = stand(host)
  expect(container.textContent).toContain('HEARTBEAT.json has a say here 2 problems in it')
  fireEvent.click(screen.getByRole('link', { name: 'HEARTBEAT.json' }))
  expect(location.hash).toBe(`#/thread/${host.id('api')}?tab=settings`)
})
it('is, loudly, that HEARTBEAT.md is ignored', async () => {
  const host = await open()
  await saveConfig(host, JSON.stringify({ playbook: 'ignore' }))
  stand(host)
  expect(screen.getByRole('status').textContent).toContain('HEARTBEAT.md is ignored.')
})
