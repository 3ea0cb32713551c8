import { fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_LIMITS } from '../../shared/attempts/limits.ts'
import { METRIC_BOUNDS, type MetricSpec } from '../../shared/attempts/metric.ts'
import { choose } from '../testing/choose.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { AttemptsPage } from './attempts-page.tsx'
import { draftOf, specOf } from './metric-draft.ts'

async function opened(): Promise<{ readonly host: WindowHost; readonly metric: () => Promise<unknown> }> {
  const host = await openHost()
  host.add('api')
  const id = host.id('api')
  show(<AttemptsPage id={id} />, host)
  fireEvent.click(await screen.findByRole('button', { name: 'Measure by a number…' }))
  await screen.findByRole('dialog')
  return { host, metric: async () => (await host.client.metrics.list())[0] ?? null }
}
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))

it('saves a metric whose scores are dropped as files, with a limit, and measures no more', async () => {
  const { host, metric } = await opened()
  type('Name of the metric', 'cycles')
  await choose('Where the scores come from', 'Files that are dropped into a folder')
  type('Folder', '../out')
  type('Target', '100')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('such as results, not "../out"')
  expect(await metric()).toBeNull()
  type('Folder', 'results')
  type('Minimum gain', 'much')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('auto, a number or a share such as 2%')
  type('Minimum gain', '2%')
  press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await metric()).toMatchObject({
    team: 'cycles',
    command: null,
    folder: 'results',
    minGain: { kind: 'percent', by: 2 },
    limits: { ...NO_LIMITS, target: 100 },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Metric…' }))
  expect(((await screen.findByLabelText('Target')) as HTMLInputElement).value).toBe('100')
  press('Stop measuring')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await metric()).toBeNull()
  expect(host.store.attempts.metrics()).toEqual([])
})

it('saves a command only after what it executes was shown, and shows it anew when it was changed', async () => {
  const { host, metric } = await opened()
  host.commands = (tasks) =>
    tasks.map((task) => ({
      kind: 'argv',
      argv: ['./bench'],
      text: task.text,
      fileHash: null,
      files: [{ file: 'bench', line: 1, text: 'echo 5', aside: false, cut: 0 }],
      limits: [],
      hash: task.text,
    }))
  type('Name of the metric', 'cycles')
  type('Command', './bench')
  press('Show what is executed')
  expect(await screen.findByText(/echo 5/)).toBeTruthy()
  expect(await metric()).toBeNull()
  fireEvent.click(screen.getByRole('switch', { name: 'The command may change the repository' }))
  type('Command', './bench fast')
  expect(screen.queryByText(/echo 5/)).toBeNull()
  press('Show what is executed')
  await screen.findByText(/echo 5/)
  press('Use exactly this')
  await waitFor(async () =>
    expect(await metric()).toMatchObject({ command: './bench fast', isApproved: true, mayChange: true }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('asks before it drops a limit, a file or a command that stands, and keeps what nobody touched', async () => {
  const { metric } = await opened()
  type('Name of the metric', 'cycles')
  await choose('Where the scores come from', 'Its agent reports them')
  type('Target', '100')
  type('Maximum runs', '9')
  press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'Metric…' }))
  await screen.findByRole('dialog')
  type('Target', '')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toBe('No longer: target 100 -> none')
  expect(await metric()).toMatchObject({ limits: { target: 100, runs: 9 } })
  press('Save anyway')
  await waitFor(async () => expect(await metric()).toMatchObject({ limits: { target: null, runs: 9 } }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('tells of a limit of money that is never reached, since nobody knows the cost', async () => {
  const { host, metric } = await opened()
  host.store.threads.change(host.id('api'), { agent: { kind: 'command', argv: ['/bin/agent'], env: {} } })
  type('Name of the metric', 'cycles')
  await choose('Where the scores come from', 'Its agent reports them')
  type('Maximum dollars', '5')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The cost of /bin/agent is not known, so the limit of $5 is never reached.',
  )
  expect(await metric()).toBeNull()
  press('Save anyway')
  await waitFor(async () => expect(await metric()).toMatchObject({ limits: { usd: 5 } }))
})

it('shows a metric as it is, and makes the same of it', () => {
  const time = fc.integer({ min: 1, max: 1800 }).map((s) => s * 1000)
  const maybe = <T,>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
  const spec: fc.Arbitrary<MetricSpec> = fc
    .record({
      team: fc.constantFrom('cycles', 'a-b_c'),
      way: fc.constantFrom('command', 'reported', 'folder'),
      direction: fc.constantFrom('lower', 'higher'),
      minGain: fc.constantFrom({ kind: 'auto' }, { kind: 'absolute', by: 0.5 }, { kind: 'percent', by: 2 }),
      timeoutMs: time,
      files: fc.constantFrom([], ['a.py'], ['a.py', 'b/c']),
      graceMs: maybe(time),
      mayChange: fc.boolean(),
      inARow: fc.integer({ min: 1, max: METRIC_BOUNDS.inARow.most }),
      limits: fc.record({
        target: maybe(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n || 0)),
        runs: maybe(fc.integer({ min: 1, max: 100 })),
        usd: maybe(fc.integer({ min: 1, max: 100 })),
        workMs: maybe(time),
        atLimit: fc.constantFrom('stop', 'ask'),
      }),
    } as const)
    .map(({ way, ...rest }) => ({
      ...rest,
      command: way === 'command' ? './bench' : null,
      folder: way === 'folder' ? 'out/results' : null,
      place: way === 'reported' ? { kind: 'last number' } : { kind: 'json', path: 'a.b' },
    })) as fc.Arbitrary<MetricSpec>
  fc.assert(
    fc.property(spec, (metric) => {
      expect(specOf(draftOf(metric))).toEqual({ spec: metric })
    }),
  )
})
