import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../shared/base/time.ts'
import { useUi } from '../../client/ui-state.ts'
import { openHost } from '../../testing/host.ts'
import { machineOf, remoteAlert, remoteThread, testHub, type TestHub } from '../../testing/hub.ts'
import { NOON } from '../../testing/noon.ts'
import { show } from '../../testing/show.tsx'
import { addQuiet } from '../../testing/threads.ts'
import { Today } from '../../today/today.tsx'
import { WithOthers } from '../with-others.tsx'

async function today(hub: TestHub): Promise<void> {
  const host = await openHost({ hub })
  await addQuiet(host, 'own')
  show(
    <WithOthers page="today">
      <Today />
    </WithOthers>,
    host,
  )
}
const block = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Other machines' })

describe('Today', () => {
  it('says nothing of other machines where no hub was joined', async () => {
    await today(testHub(null))
    expect(screen.getByRole('grid', { name: 'Fleet' })).toBeTruthy()
    expect(screen.queryByText(/machine/)).toBeNull()
  })

  it('has one line for all other machines while none of them needs anybody', async () => {
    await today(
      testHub([
        machineOf('server'),
        machineOf('laptop', { state: 'asleep', since: NOON - HOUR }),
        machineOf('desk', { state: 'stopped', since: NOON - HOUR }),
        machineOf('old laptop', { state: 'away', since: NOON - HOUR }),
      ]),
    )
    await screen.findByText('4 other machines, nothing open (1 asleep, 1 asleep or off, 1 stopped).')
    expect(screen.queryByRole('heading', { name: 'Other machines' })).toBeNull()
  })

  it('has a line for each where one needs somebody, which leads there', async () => {
    const hub = testHub([
      machineOf('server', { state: 'unreachable', since: NOON - HOUR, threads: 12 }),
      machineOf('desk', { openAlerts: 2, threads: 1 }),
    ])
    hub.threads = [remoteThread('desk', 'payments', { state: 'alert', because: 'main is red' })]
    hub.alerts = [remoteAlert('desk', 'main is red', { thread: hub.threads[0]!.id })]
    await today(hub)
    // Nothing is claimed of machines that this sentence is not about.
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^All quiet on this machine\. /)
    const lines = within(await block()).getAllByRole('button')
    expect(lines.map((line) => line.textContent)).toEqual([
      'servernot reachable since 11:0012 threads',
      'desklive2 open alerts1 thread',
    ])
    fireEvent.click(lines[1]!)
    expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeTruthy()
    expect(await screen.findByRole('article', { name: 'Alert: payments on desk. main is red' })).toBeTruthy()
    expect(screen.getByRole('row', { name: /^payments on desk: Alert/ })).toBeTruthy()
    expect(screen.queryByRole('grid', { name: 'Fleet' })).toBeNull()
    act(() => useUi.getState().showMachine('here'))
    await waitFor(() => expect(screen.getByRole('grid', { name: 'Fleet' })).toBeTruthy())
  })

  it.each([
    ['a machine is not reachable', { state: 'unreachable', since: NOON - HOUR }, 'here', true],
    ['a machine is wedged', { state: 'wedged', since: NOON - HOUR }, 'here', true],
    ['all machines are chosen', {}, 'all', true],
    ['a server was stopped', { class: 'server', state: 'stopped', since: NOON - HOUR }, 'here', true],
    ['a workstation was stopped', { state: 'stopped', since: NOON - HOUR }, 'here', false],
    ['a laptop sleeps', { state: 'asleep', since: NOON - HOUR }, 'here', false],
  ] as const)('says whose quiet it is when %s', async (_when, server, chosen, isScoped) => {
    useUi.getState().showMachine(chosen)
    await today(testHub([machineOf('server', server)]))
    const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent
    await waitFor(() =>
      expect(heading()).toMatch(isScoped ? /^All quiet on this machine\. / : /^All quiet\. /),
    )
  })

  it('says once that the hub is away, and since when', async () => {
    const hub = testHub([machineOf('server')])
    hub.others = { ...hub.others!, link: 'waiting', heardAt: null, fault: 'It refuses this login.' }
    await today(hub)
    expect(
      await screen.findAllByText(
        'The hub has not answered since the start; nothing is known of other machines. Why: It refuses this login.',
      ),
    ).toHaveLength(1)
  })
})
