import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SECOND } from '../../../shared/base/time.ts'
import { Toasts } from '../../kit/toasts.tsx'
import { choose } from '../../testing/choose.ts'
import { openHost } from '../../testing/host.ts'
import { machineOf, testHub, type TestHub } from '../../testing/hub.ts'
import { NOON } from '../../testing/noon.ts'
import { show } from '../../testing/show.tsx'
import { Machines } from './machines.tsx'

async function machines(hub: TestHub): Promise<void> {
  show(
    <>
      <Machines />
      <Toasts above={0} />
    </>,
    await openHost({ hub }),
  )
  await screen.findByRole('heading', { name: 'Machines' })
}
const click = async (name: string): Promise<void> =>
  void fireEvent.click(await screen.findByRole('button', { name }))

describe('Machines, without a hub', () => {
  it('says what a hub is, and joins by a code', async () => {
    const hub = testHub(null)
    await machines(hub)
    await screen.findByText(/^A hub is a PostgreSQL database of yours/)
    expect(screen.getByText('threadbeat hub invite')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' desk ' } })
    await choose('Kind', 'Laptop')
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'tbhub1.abc' } })
    await click('Join a hub')
    await screen.findByText('hub.lan:5432, connected')
    expect(hub.deeds).toEqual(['join tbhub1.abc desk laptop'])
    expect(screen.getByText('No other machine has joined yet.')).toBeTruthy()
  })

  it('becomes the hub: says what a person does first, then that it is done and who cannot reach it yet', async () => {
    const hub = testHub(null)
    const { here } = hub
    hub.here = { is: 'missing', why: 'No PostgreSQL is installed', command: 'sudo apt install postgresql' }
    await machines(hub)
    await click('Make it the hub')
    await screen.findByText('A name is needed.')
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'desk' } })
    await click('Make it the hub')
    await screen.findByText('No PostgreSQL is installed. Run this in a terminal, then try again:')
    expect(screen.getByText('sudo apt install postgresql')).toBeTruthy()

    hub.here = { is: 'missing', why: 'It does not listen', command: null }
    await click('Make it the hub')
    await screen.findByText('It does not listen.')

    if (here.is === 'made') hub.here = { ...here, blocked: 'it listens here alone' }
    await click('Make it the hub')
    await screen.findByText(/Other machines cannot reach the hub yet: it listens here alone\./)
    await screen.findByText('hub.lan:5432, connected')
    expect(hub.deeds).toEqual(Array(3).fill('make here as desk'))
  })

  it('asks for what is missing, and says why the hub refuses', async () => {
    const hub = testHub(null)
    await machines(hub)
    await click('Join a hub')
    await screen.findByText('A name and a code are needed.')
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'tbhub1.abc' } })
    const name = (value: string): unknown =>
      fireEvent.change(screen.getByLabelText('Name'), { target: { value } })
    name('  ')
    await click('Join a hub')
    await screen.findByText('A name and a code are needed.')
    for (const bad of ['de\u0007sk', 'de\u202Esk']) {
      name(bad)
      await click('Join a hub')
      await screen.findByText(
        'The name of a machine is not blank, and has no control or invisible characters.',
      )
    }
    expect(hub.deeds).toEqual([])
    hub.silent = 'The code is over'
    name('desk')
    await click('Join a hub')
    await screen.findByText('The code is over.')
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('tbhub1.abc')
  })
})

describe('Machines, with a hub', () => {
  it('lists the others with their state, and clocks that are off by 5 s or more', async () => {
    await machines(
      testHub([
        machineOf('laptop', { class: 'laptop', skewMs: -90 * SECOND }),
        machineOf('server', { state: 'unreachable', since: NOON, skewMs: 4 * SECOND }),
      ]),
    )
    await screen.findByText('desk')
    const list = await screen.findByRole('list', { name: 'Other machines' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^laptopLaptopliveits clock is .+ behind0\.1\.0$/),
      'serverWorkstationnot reachable since 12:000.1.0',
    ])
  })

  it('says as of when it knows them while the hub does not answer', async () => {
    const hub = testHub([
      machineOf('laptop'),
      machineOf('desk', { since: NOON - 60 * SECOND }), // was not connected then
      machineOf('server', { state: 'wedged', since: NOON }),
    ])
    hub.others = { ...hub.others!, link: 'waiting', fault: 'hub.lan does not answer.' }
    await machines(hub)
    const list = await screen.findByRole('list', { name: 'Other machines' })
    expect(within(list).getByText('live, as of 12:00')).toBeTruthy()
    expect(within(list).getByText('live, as of 11:59')).toBeTruthy()
    expect(within(list).getByText(/^up but wedged: .*, as of 12:00$/)).toBeTruthy()
  })

  it('shows a code to invite with, once', async () => {
    const hub = testHub()
    await machines(hub)
    await click('Make a code')
    await screen.findByText('tbhub1.c2VjcmV0')
    expect(screen.getByRole('button', { name: /^Copy/ })).toBeTruthy()
    fireEvent.change(screen.getByLabelText('The hub, as that machine reaches it'), {
      target: { value: ' desk.lan ' },
    })
    await click('Make a code')
    await waitFor(() => expect(hub.deeds).toEqual(['invite', 'invite desk.lan']))
  })

  it('changes the password of its login, and says why it could not', async () => {
    const hub = testHub()
    await machines(hub)
    hub.silent = 'hub.lan does not answer'
    await click('Change the password')
    await screen.findByText('hub.lan does not answer.')
    act(() => void (hub.silent = null))
    await click('Change the password')
    await waitFor(() => expect(hub.deeds).toEqual(['rotate']))
  })

  it('leaves after a question', async () => {
    const hub = testHub()
    await machines(hub)
    await click('Leave…')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
    await screen.findByRole('button', { name: 'Join a hub' })
    expect(hub.deeds).toEqual(['leave'])
  })

  it('can be forgotten where the hub does not answer', async () => {
    const hub = testHub()
    await machines(hub)
    hub.silent = 'hub.lan does not answer'
    await click('Leave…')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
    await screen.findByText('hub.lan does not answer.')
    await click('Forget it here')
    await waitFor(() => expect(hub.deeds).toEqual(['forget']))
  })
})
