import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { USUAL_METRIC, type MetricSpec } from '../../shared/attempts/metric.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { choose } from '../testing/choose.ts'
import { show } from '../testing/show.tsx'
import { AttemptsPage } from './attempts-page.tsx'
import { Measured } from './measured.tsx'

const SPEC: MetricSpec = {
  ...USUAL_METRIC,
  team: 'cycles',
  command: null,
  direction: 'lower',
  minGain: { kind: 'absolute', by: 0 },
}

/** Threads of one team; each score is one run of its agent. */
async function measured(
  scores: Readonly<Record<string, readonly (number | null)[]>>,
  noise = 0,
): Promise<WindowHost> {
  const host = await openHost()
  for (const [name, own] of Object.entries(scores)) {
    host.add(name)
    const id = host.id(name)
    await host.client.metrics.save({ id, spec: SPEC, hash: '', confirmed: true })
    const member = host.engine.desk.memberOf(host.store.threads.get(id)!)!
    own.forEach((score, i) =>
      host.engine.desk.ledger.settle([
        {
          key: `${name}${i}`,
          member,
          score,
          class: 'real',
          rule: { direction: 'lower', minGain: SPEC.minGain, noise },
          title: `try ${i}`,
          feedback: '',
          commit: String(i).repeat(40),
          session: null,
          at: host.clock.now(),
        },
      ]),
    )
  }
  return host
}

it('shows best, runs, what is due and each run against the best', async () => {
  const host = await measured({ api: [20, 10, null, 12] })
  show(<AttemptsPage id={host.id('api')} />, host)
  expect(await screen.findByText(/^cycles: lower is better · its agent reports the scores/)).toBeTruthy()
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures).toEqual(['10', '4', '2', 'reflect'])
  const list = within(screen.getByRole('region', { name: 'Runs and what was asked' }))
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toContain('12no gaintry 3 · +20 % from the best')
  expect(rows[1]).toContain('failedfailedtry 2')
  expect(rows[2]).toContain('10progress')
  expect(screen.getByRole('img', { name: /^Scores of 4 runs; best 10/ })).toBeTruthy()
})

it('says what keeps beats from making attempts', async () => {
  const host = await measured({ api: [] })
  show(<AttemptsPage id={host.id('api')} />, host)
  expect(await screen.findByText('This thread has no agent: local checks make no attempts.')).toBeTruthy()
})

it('believes no score that is better by no more than the metric varies', async () => {
  const host = await measured({ api: [20, 12] }, 3)
  const id = host.id('api')
  const rule = { direction: 'lower', minGain: { kind: 'auto' }, noise: 3 } as const
  const member = host.engine.desk.memberOf(host.store.threads.get(id)!)!
  const more = { class: 'real', title: 'lucky', feedback: '', commit: null, session: null, at: 1 } as const
  host.engine.desk.ledger.settle([{ key: 'last', member, score: 10, rule, ...more }])
  show(<AttemptsPage id={id} />, host)
  const [best] = await screen.findAllByRole('definition')
  expect(best!.textContent).toBe('12')
  const list = within(screen.getByRole('region', { name: 'Runs and what was asked' }))
  expect(list.getAllByRole('listitem')[0]!.textContent).toContain('10within noiselucky')
})

it('draws scores where they belong, whatever a struck one says and however far apart they are', async () => {
  const placesOf = async (
    scores: readonly number[],
    struck: readonly number[],
  ): Promise<readonly number[]> => {
    const host = await measured({ api: scores })
    for (const number of struck) host.engine.desk.ledger.strike(number, true)
    const { unmount } = show(<AttemptsPage id={host.id('api')} />, host)
    const chart = await screen.findByRole('img', { name: /^Scores of/ })
    const places = [...chart.querySelectorAll('circle')].map((mark) => Number(mark.getAttribute('cy')))
    unmount()
    return places
  }
  const [worst, best, middle] = await placesOf([20, 10, 15], [])
  const [again, same, edge] = await placesOf([20, 10, -1e308], [3])
  expect([again, same, edge]).toEqual([worst, best, best])
  expect(middle).toBe((worst! + best!) / 2)
  expect(await placesOf([1.7e308, -1.7e308, 0], [])).toEqual([worst, best, middle])
})

it('takes a changed setting for no answer to the question whether to go on at a limit', async () => {
  const host = await measured({ api: [20] })
  const id = host.id('api')
  const save = (spec: Partial<MetricSpec>) =>
    host.client.metrics.save({ id, spec: { ...SPEC, ...spec }, hash: '', confirmed: true })
  const limits = { ...SPEC.limits, runs: 1, atLimit: 'ask' as const }
  await save({ limits })
  const member = host.engine.desk.memberOf(host.store.threads.get(id)!)!
  const more = { class: 'real', title: '', feedback: '', commit: null, session: null, at: 1 } as const
  const rule = { direction: 'lower', minGain: SPEC.minGain, noise: 0 } as const
  host.engine.desk.ledger.settle([{ key: 'one', member, score: 9, rule, ...more }])
  host.engine.desk.keepLimits(id)
  const asked = (): readonly string[] =>
    host.store.alerts.list('open', 9, host.clock.now()).map(({ text }) => text)
  expect(asked()).toEqual([expect.stringContaining('The limit of 1 run is reached.')])
  await save({ limits, graceMs: null })
  expect(asked()).toHaveLength(1)
  await save({ limits: { ...limits, runs: 5 } })
  expect(asked()).toEqual([])
})

it('compares a team by the best of each thread', async () => {
  const host = await measured({ api: [20], web: [7, 9] })
  show(<AttemptsPage id={host.id('api')} />, host)
  await screen.findByText('Runs and what was asked')
  await choose('Whose attempts', 'Team cycles')
  const leaders = await screen.findByRole('region', { name: 'Best of each thread' })
  await waitFor(() =>
    expect(
      within(leaders)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['1web72', '2api201']),
  )
})

it('changes how often something is asked, refuses what is no number, and removes what is not protected', async () => {
  const host = await measured({ api: [20] })
  const id = host.id('api')
  show(<AttemptsPage id={id} />, host)
  const pivot = await screen.findByRole('textbox', { name: 'Every so many runs: pivot' })
  fireEvent.change(pivot, { target: { value: 'x' } })
  expect(pivot.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(pivot, { target: { value: '3' } })
  fireEvent.keyDown(pivot, { key: 'Enter' })
  const every = async (name: string) =>
    (await host.client.attempts.settings({ id })).actions.find((one) => one.name === name)?.every
  await waitFor(async () => expect(await every('pivot')).toBe(3))
  await waitFor(() => expect(pivot.isConnected, 'drawn anew').toBe(false))
  expect(screen.queryByRole('button', { name: 'Ask for reflect no more' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for pivot no more' }))
  await waitFor(async () => expect(await every('pivot')).toBeUndefined())
  fireEvent.click(screen.getByRole('button', { name: 'Built-in settings' }))
  await waitFor(async () => expect(await every('pivot')).toBe(5))
})

it('says how a thread is measured, leads there from its page, and shows nothing where none is', async () => {
  const host = await measured({ api: [] })
  host.add('web')
  const { unmount } = show(<Measured thread={host.thread('api')} />, host)
  fireEvent.click(await screen.findByRole('button', { name: 'Attempts' }))
  expect(location.hash).toBe(`#/thread/${host.id('api')}/attempts`)
  unmount()
  show(<AttemptsPage id={host.id('web')} />, host)
  expect(await screen.findByText('The work of web is not measured')).toBeTruthy()
  expect(screen.getByText(/^threadbeat metric set 3 /)).toBeTruthy()
})

it('takes a score that a person does not believe for no best, until it is restored', async () => {
  const host = await measured({ api: [20, 1, 15] })
  const id = host.id('api')
  show(<AttemptsPage id={id} />, host)
  fireEvent.click(await screen.findByRole('button', { name: 'Do not believe the score of run 2' }))
  const best = () => screen.getAllByRole('definition')[0]?.textContent
  await waitFor(() => expect(best(), 'what came after it').toBe('15'))
  expect(screen.getByText('struck')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Believe the score of run 2 again' }))
  await waitFor(() => expect(best()).toBe('1'))
})

it('shows what an attempt has differently from the best of its thread, and what came since the last pivot', async () => {
  const host = await measured({ api: [20, 10, 12, 12, 12, 12, 12] })
  const id = host.id('api')
  const member = host.engine.desk.memberOf(host.store.threads.get(id)!)!
  host.engine.desk.ledger.handOver(member, { session: null, best: [] })
  const { direction, minGain } = SPEC
  const rule = { direction, minGain, noise: 0 }
  const words = {
    class: 'real',
    title: 'after it',
    feedback: '',
    commit: 'c'.repeat(40),
    session: null,
  } as const
  host.engine.desk.ledger.settle([{ key: 'late', member, rule, score: 9, at: host.clock.now(), ...words }])
  show(<AttemptsPage id={id} />, host)
  fireEvent.click(await screen.findByRole('button', { name: 'What run 3 has differently' }))
  expect(
    await screen.findByText(/^Beside run 8, the best of this thread with another commit: 9\.$/),
  ).toBeTruthy()
  expect(screen.getByText('+more')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose('Which runs', 'Since the last pivot')
  await waitFor(() => expect(screen.queryByText('try 2')).toBeNull())
  expect(screen.getByText('after it', { exact: true, selector: 'span' })).toBeTruthy()
})
