import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { USUAL_METRIC, type MetricSpec } from '../../../shared/attempts/metric.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { AttemptsPage } from '../attempts-page.tsx'
import { DeadEnds } from './dead-ends.tsx'

const SPEC: MetricSpec = { ...USUAL_METRIC, team: 'cycles', command: null, direction: 'lower' }
const CLAIM = 'Vectors do not work'

/** Two threads of a team, each with one attempt; the first has claimed a dead end by its own. */
async function claimed(): Promise<WindowHost> {
  const host = await openHost()
  for (const name of ['api', 'web']) {
    host.add(name)
    const id = host.id(name)
    await host.client.metrics.save({ id, spec: SPEC, hash: '', confirmed: true })
    const member = host.engine.desk.memberOf(host.store.threads.get(id)!)!
    const rule = { direction: 'lower', minGain: SPEC.minGain, noise: 0 } as const
    const words = { class: 'real', title: '', feedback: '', commit: null, session: null, at: 1 } as const
    host.engine.desk.ledger.settle([{ key: name, member, score: 5, rule, ...words }])
  }
  host.engine.desk.deadEnds.claim({ team: 'cycles', by: host.id('api'), claim: CLAIM, evidence: [1] })
  return host
}
const rows = () =>
  within(screen.getByRole('region', { name: /^Dead ends/ })).getAllByRole('listitem')[0]!.textContent

it('says what one voice claims, with its evidence and when it expires, and a person confirms and disputes it', async () => {
  const host = await claimed()
  show(<AttemptsPage id={host.id('api')} />, host)
  await screen.findByText(CLAIM)
  expect(rows()).toContain(
    `1${CLAIM}one voice, not proven binds nobody; expires in 50 more runssaid by apiattempt 1`,
  )
  fireEvent.click(screen.getByRole('button', { name: 'To attempt 1, run 1' }))
  expect(document.activeElement?.id).toBe('attempt-1')
  fireEvent.click(screen.getByRole('button', { name: `Confirm: ${CLAIM}` }))
  await waitFor(() => expect(rows()).toContain('holds binds the agents of the team for 50 more runs'))
  fireEvent.click(screen.getByRole('button', { name: `Dispute: ${CLAIM}` }))
  await waitFor(() => expect(rows()).toContain('disputed by a person'))
  expect(rows()).toContain('disputed binds nobody')
})

it('leads to the page of the thread that made the attempt', async () => {
  const host = await claimed()
  show(<DeadEnds id={host.id('web')} />, host)
  fireEvent.click(await screen.findByRole('button', { name: 'To attempt 1, run 1' }))
  expect(location.hash).toBe(`#/thread/${host.id('api')}/attempts`)
})

it('is removed after a question, and then none is known', async () => {
  const host = await claimed()
  show(<DeadEnds id={host.id('api')} />, host)
  fireEvent.click(await screen.findByRole('button', { name: `Remove: ${CLAIM}` }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No dead end is known')).toBeTruthy()
  expect(host.engine.desk.deadEnds.of('cycles')).toEqual([])
})

it('says that they could not be read, and not that there are none', async () => {
  const host = await claimed()
  host.broken.add('deadEnds.list')
  show(<DeadEnds id={host.id('api')} />, host)
  expect(await screen.findByText('The dead ends could not be read')).toBeTruthy()
  expect(screen.queryByText('0')).toBeNull()
})
