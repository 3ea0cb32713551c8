import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '../../shared/base/time.ts'
import { useChoices, useFinder } from './choices.ts'
import { DemoMark } from './demo.tsx'
import { stepPath, type Step } from './steps.ts'
import { navigate } from '../client/navigation.ts'
import { openHost } from '../testing/host.ts'
import { NOON } from '../testing/noon.ts'
import { RUNNERS } from '../testing/runners.ts'
import { show } from '../testing/show.tsx'
import { FirstRunPage } from './first-run.tsx'

const FOUND = ['atlas-api', 'billing', 'cobalt-lib', 'docs-site', 'edge-proxy', 'game-server', 'harbor']

/** A step over a machine with agents and seven repositories, of which `cobalt-lib` is a thread already. */
async function at(step: Step) {
  const host = await openHost({
    machine: {
      runners: RUNNERS,
      repositories: FOUND.map((name, i) => ({
        kind: 'found',
        realPath: `/${name}`,
        name,
        lastChangedAt: NOON - i * DAY,
      })),
    },
  })
  host.add('cobalt-lib')
  navigate(stepPath(step))
  return show(<FirstRunPage />, host)
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }))
const find = async (): Promise<void> => {
  fireEvent.change(screen.getByLabelText('Path of a folder'), { target: { value: '/' } })
  press('Look here')
  await screen.findByText(/^7 repositories found, newest first\./)
}

beforeEach(() => {
  useChoices.setState({ worker: 'local', pace: 'normal', added: [] })
  useFinder.setState({ path: '', scan: { state: 'none' }, found: [], chosen: new Set(), problem: null })
})

describe('the first run', () => {
  it('begins with one picture and leads through every step, each with a way back, a skip and the demo', async () => {
    await at('what')
    expect(screen.getByRole('img', { name: /strip of beats/ })).toBeTruthy()
    press('Begin')
    for (const title of [
      'Who runs the checks',
      'Your repositories',
      'How often',
      'Trust',
      'Notifications',
      'The first beat',
    ]) {
      const heading = await screen.findByRole('heading', { level: 1, name: title })
      expect(document.activeElement).toBe(heading)
      for (const name of ['Back', 'Skip all', 'Try the demo fleet'])
        expect(screen.getAllByRole('button', { name }).length).toBeGreaterThan(0)
      if (title !== 'The first beat') press('Skip this step')
    }
    press('Back')
    expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeTruthy()
  })

  it('is over for good once it is skipped', async () => {
    const { host } = await at('pace')
    press('Skip all')
    await waitFor(() => expect(host.calls).toContain('settings.change {"welcomed":true}'))
    await waitFor(() => expect(location.hash).toBe('#/'))
  })

  it('names each agent with path, version and sign-in, and lets none be chosen that could not start', async () => {
    await at('agents')
    const group = await screen.findByRole('radiogroup', { name: 'Who runs the checks' })
    const radios = within(group).getAllByRole<HTMLInputElement>('radio')
    expect(radios[0]!.checked).toBe(true)
    expect(radios.filter((r) => r.disabled).length).toBeGreaterThan(0)
    expect(group.textContent).toMatch(/Signed in|Sign-in not known/)
    fireEvent.click(radios.find((r) => !r.disabled && !r.checked)!)
    expect(useChoices.getState().worker).not.toBe('local')
  })

  it('picks the five newest that are no threads yet, and can be told otherwise', async () => {
    await at('repositories')
    await find()
    expect(useFinder.getState().chosen.size).toBe(5)
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'cobalt-lib' }).getAttribute('aria-disabled'),
    ).toBe('true')
    expect(screen.getByText('5 repositories picked.')).toBeTruthy()
    fireEvent.click(screen.getByText('atlas-api'))
    expect(screen.getByText('4 repositories picked.')).toBeTruthy()
  })

  it('takes dropped folders', async () => {
    const { host } = await at('repositories')
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { kind: 'threadbeat:dropped', paths: ['/dropped'] },
        source: window,
      }),
    )
    await screen.findByText(/^7 repositories found, newest first\./)
    expect(host.asks.some((ask) => ask.startsWith('threads.scan') && ask.includes('/dropped'))).toBe(true)
    expect(useFinder.getState().chosen.size).toBe(5)
  })

  it('says what a day costs, and follows each choice at once', async () => {
    const { host } = await at('pace')
    const cost = screen.getByRole('region', { name: 'What a day costs' })
    expect(cost.textContent).toContain('No agent is started, and nothing is spent.')
    expect(cost.textContent).toContain(
      '900 beats a day for 5 repositories. Nothing is picked yet, so this is for five repositories.',
    )
    expect(cost.textContent).toContain('fleet’s budget of $2.00 a day')
    fireEvent.click(screen.getByRole('radio', { name: 'Gentle' }))
    expect(cost.textContent).toContain('240 beats a day for 5 repositories.')
    useChoices.setState({ worker: 'claude' })
    await waitFor(() =>
      expect(cost.textContent).toMatch(
        /Claude Code: about \d+ agent starts.* on a day without changes, at most \d+ agent starts/,
      ),
    )
    fireEvent.click(screen.getByRole('radio', { name: 'Manual only' }))
    expect(cost.textContent).toContain('No beat starts by itself.')
    expect(host.calls).toEqual([]) // nothing counts before it was confirmed
  })

  it('adds nothing before it was trusted, then at the chosen pace, and says what could not be added', async () => {
    const { host } = await at('repositories')
    await find()
    host.missing.add('/nothing')
    useFinder.getState().choose(new Set([...useFinder.getState().chosen, '/nothing']))
    useChoices.setState({ pace: 'gentle' })
    press(/^Next/)
    await screen.findByRole('heading', { name: 'How often' })
    press(/^Next/)
    await screen.findByRole('heading', { name: 'Trust' })
    expect(host.calls).toEqual([])
    press('Trust and add 6 repositories')
    expect(await screen.findByText('5 repositories trusted and added.')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('/nothing: /nothing is not there')
    expect(host.calls[0]).toBe('settings.change {"defaultIntervalMs":1800000}')
    expect(host.calls[1]).toMatch(/^threads.add .*"trust":true/)
  })

  it('shows exactly what is started before an agent is used', async () => {
    const { host } = await at('repositories')
    await find()
    useChoices.setState({ worker: 'claude' })
    navigate(stepPath('permissions'))
    const region = await screen.findByRole('region', { name: 'Claude Code' })
    expect(region.textContent).toContain('without a shell')
    press(/^Trust and add/)
    await waitFor(() => expect(host.calls.filter((c) => c.startsWith('threads.setAgent')).length).toBe(5))
    expect(host.calls.at(-1)).toContain('"confirmed":true')
  })

  it('asks for the start at login and sets nothing by itself; a notification is tried here', async () => {
    const { host } = await at('notices')
    expect(await screen.findByText(/By the entry/)).toBeTruthy()
    const login = screen.getByRole('switch', { name: 'Start at login' })
    expect(host.calls.filter((c) => c.startsWith('app.setAutostart'))).toEqual([])
    fireEvent.click(login)
    await waitFor(() => expect(host.calls).toContain('app.setAutostart {"on":true}'))
    press('Send a test')
    expect(await screen.findByText(/The desktop says it was shown\.|It was not shown/)).toBeTruthy()
  })

  it('ends with a beat that is watched to its outcome', async () => {
    await at('repositories')
    await find()
    navigate(stepPath('permissions'))
    press(await screen.findByRole('button', { name: /^Trust and add/ }).then((b) => b.textContent!))
    await screen.findByText('5 repositories trusted and added.')
    navigate(stepPath('beat'))
    press(await screen.findByRole('button', { name: 'Beat now' }).then((b) => b.textContent!.trim()))
    expect(await screen.findByText('5 first beats done, with evidence.', {}, { timeout: 9000 })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^What was done/ })).toHaveLength(5)
  })

  it('opens the demo from any step', async () => {
    const { host } = await at('notices')
    press('Try the demo fleet')
    await waitFor(() => expect(host.calls).toContain('demo.open null'))
  })
})

it('marks the demo on every page, with one click to remove it', async () => {
  const bare = show(<DemoMark />, await openHost())
  expect(bare.container.textContent).toBe('')
  cleanup()
  show(<DemoMark />, await openHost({ demo: true }))
  expect(screen.getByText(/This is a demo/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove the demo' })).toBeTruthy()
})
