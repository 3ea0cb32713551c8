import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useChoices, useFinder } from './choices.ts'
import { DemoMark } from './demo.tsx'
import { stepPath } from './steps.ts'
import { at, find, press } from './testing/at-step.tsx'
import { navigate } from '../client/navigation.ts'
import { openHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { Welcome } from './welcome.tsx'

describe('the first run', () => {
  it('begins with one picture and leads through every step, each with one way on, a way back and the demo', async () => {
    await at('what')
    expect(screen.getByRole('img', { name: /strip of beats/ })).toBeTruthy()
    expect(screen.getAllByRole('term').map((word) => word.textContent)).toEqual([
      'Thread',
      'Heartbeat',
      'HEARTBEAT.md',
    ])
    press('Begin')
    for (const title of ['Who runs the checks', 'Your repositories', 'Trust', 'Notifications']) {
      const heading = await screen.findByRole('heading', { level: 1, name: title })
      expect(document.activeElement).toBe(heading)
      const isLast = title === 'Notifications'
      for (const name of ['Back', 'Try the demo fleet', ...(isLast ? [] : ['Skip all'])])
        expect(screen.getAllByRole('button', { name })).toHaveLength(1)
      // Nothing was entered, so to skip it is to go on.
      expect(screen.queryByRole('button', { name: 'Skip this step' })).toBeNull()
      if (isLast) expect(screen.getByRole('button', { name: 'Open Today' })).toBeTruthy()
      else press('Next')
    }
    press('Back')
    expect(await screen.findByRole('heading', { name: 'Trust' })).toBeTruthy()
  })

  it('leads a link to a step that was one of its own to the step that has it now', async () => {
    await at('what')
    for (const [step, title] of [
      ['pace', 'Your repositories'],
      ['beat', 'Trust'],
      ['constructor', 'Add a repository and Threadbeat checks its pulse.'],
    ]) {
      navigate(`/first-run?step=${step}`)
      expect(await screen.findByRole('heading', { level: 1, name: title! })).toBeTruthy()
    }
  })

  it('is skipped past what was picked without adding it', async () => {
    const { host } = await at('repositories')
    await find()
    press('Next')
    await screen.findByRole('heading', { name: 'Trust' })
    press('Skip this step')
    await screen.findByRole('heading', { name: 'Notifications' })
    expect(host.calls).toEqual([])
    press('Open Today')
    await waitFor(() => expect(host.calls).toEqual(['settings.change {"welcomed":true}']))
    await waitFor(() => expect(location.hash).toBe('#/'))
  })

  it('found by a user: offers no way out on its first page where that would lead to the same page', async () => {
    show(<Welcome />, await openHost())
    expect(screen.getByRole('button', { name: 'Begin' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Skip all' })).toBeNull()
    cleanup()
    await at('what') // with a thread
    expect(screen.getByRole('button', { name: 'Skip all' })).toBeTruthy()
  })

  it('is over for good once it is skipped', async () => {
    const { host } = await at('repositories')
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
    expect(screen.getByText(/The 5 that git wrote to last are picked to begin with/)).toBeTruthy()
    expect(screen.getByText('Git last wrote')).toBeTruthy()
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'cobalt-lib' }).getAttribute('aria-disabled'),
    ).toBe('true')
    expect(screen.getByText('5 repositories picked.')).toBeTruthy()
    fireEvent.click(screen.getByText('atlas-api'))
    expect(screen.getByText('4 repositories picked.')).toBeTruthy()
  })

  it('found by a user: goes on by Mod+Enter while a box that was ticked has the focus', async () => {
    await at('repositories')
    await find()
    fireEvent.click(screen.getByText('atlas-api'))
    const box = screen.getByRole('checkbox', { name: 'atlas-api' })
    act(() => box.focus())
    fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
    expect(await screen.findByRole('heading', { name: 'Trust' })).toBeTruthy()
    expect(useFinder.getState().chosen.size).toBe(4)
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
    const { host } = await at('repositories')
    const fold = (): HTMLDetailsElement | null =>
      screen.getByText('Normal: every 8 minutes').closest('details')
    expect(fold()?.open).toBe(false)
    navigate('/first-run?step=pace')
    await waitFor(() => expect(fold()?.open).toBe(true))
    const cost = screen.getByRole('region', { name: 'What a day costs' })
    expect(cost.textContent).toContain('No agent is started, and nothing is spent.')
    expect(cost.textContent).toContain(
      '900 beats a day for 5 repositories. Nothing is picked yet, so this is for five repositories.',
    )
    // What is free needs no cap.
    expect(cost.textContent).not.toContain('Caps that are on')
    fireEvent.click(screen.getByRole('radio', { name: 'Gentle' }))
    expect(cost.textContent).toContain('240 beats a day for 5 repositories.')
    useChoices.setState({ worker: 'claude' })
    await waitFor(() =>
      expect(cost.textContent).toMatch(
        /Claude Code: about \d+ agent starts.* on a day without changes, at most \d+ agent starts/,
      ),
    )
    expect(cost.textContent).toContain('fleet’s budget of $2.00 a day')
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
    await screen.findByRole('heading', { name: 'Trust' })
    expect(host.calls).toEqual([])
    press('Trust and add 6 repositories')
    expect(await screen.findByText('5 repositories trusted and added.')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('These could not be added:\n/nothing is not there')
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
    for (const call of host.calls.filter((c) => c.startsWith('threads.setAgent')))
      expect(call).toContain('"confirmed":true')
    // No beat starts before the agent is there: what is added without trust gets it with the agent.
    await waitFor(() => expect(host.calls.filter((c) => c.startsWith('threads.trust')).length).toBe(5))
    expect(host.calls.find((c) => c.startsWith('threads.add'))).toContain('"trust":false')
    const named = host.calls.filter((c) => /^threads\.(setAgent|trust)/.test(c)).map((c) => c.split(' ')[0])
    expect(named).toEqual(Array.from({ length: 5 }, () => ['threads.setAgent', 'threads.trust']).flat())
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
