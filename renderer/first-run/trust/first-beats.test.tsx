import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { navigate } from '../../client/navigation.ts'
import { useAsking } from '../../commands/asking.ts'
import { command, fails, finds, hangs } from '../../testing/scripts.ts'
import { useChoices } from '../choices.ts'
import { stepPath } from '../steps.ts'
import { at, press, trust } from '../testing/at-step.tsx'

describe('the first beats', () => {
  it('beats what it added where it was trusted, and shows each beat to its outcome', async () => {
    await at('repositories')
    await trust()
    const heading = await screen.findByRole('heading', { level: 1, name: 'The first beats' })
    expect(document.activeElement).toBe(heading)
    expect(await screen.findByText('5 first beats done, with evidence.', {}, { timeout: 9000 })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^What was done/ })).toHaveLength(5)
  })

  it('starts the first beats also where none would come by itself', async () => {
    const { host } = await at('repositories')
    useChoices.setState({ pace: 'manual' })
    await trust()
    expect(await screen.findByText('5 first beats done, with evidence.')).toBeTruthy()
    expect(host.calls.filter((c) => c.startsWith('beat.start'))).toHaveLength(5)
  })

  it('found by a new user: asks for no beat where the first one only waits for its turn', async () => {
    const { host } = await at('repositories')
    await trust()
    await screen.findByText('5 first beats done, with evidence.', {}, { timeout: 9000 })
    expect(host.calls.filter((c) => c.startsWith('beat.start'))).toEqual([])
  })

  it('changes the pace of what was added when it is chosen anew on the way back, and only then', async () => {
    const { host } = await at('repositories')
    await trust()
    await screen.findByText('5 first beats done, with evidence.')
    const changed = (): number => host.calls.filter((c) => c.startsWith('threads.change ')).length
    for (const [pace, n] of [
      ['normal', 0],
      ['gentle', 5],
    ] as const) {
      navigate(stepPath('repositories'))
      await screen.findByRole('heading', { name: 'Your repositories' })
      useChoices.setState({ pace })
      press('Next')
      await screen.findByRole('heading', { name: 'The first beats' })
      expect(changed()).toBe(n)
    }
  })

  const rows = (): HTMLElement[] =>
    within(screen.getByRole('region', { name: 'The first beats' })).getAllByRole('listitem')

  it('puts what was found above what is quiet', async () => {
    const { host } = await at('repositories')
    host.does('game-server', finds('2 conflicts with main', 'warning'))
    await trust()
    await screen.findByText(/first beats done, with evidence\./)
    await waitFor(() => expect(rows()[0]!.textContent).toMatch(/^[^]*game-server/))
    expect(rows()[0]!.textContent).toContain('2 conflicts with main')
    expect(screen.getByText(/something to see, at the top\.$/)).toBeTruthy()
  })

  it('gives the words of a beat their own direction', async () => {
    const { host } = await at('repositories')
    host.does('game-server', finds('تعارضان مع main.', 'warning'))
    await trust()
    await screen.findByText(/first beats done, with evidence\./)
    expect((await screen.findByText(/تعارضان/)).closest('[dir]')?.getAttribute('dir')).toBe('auto')
  })

  it('says where commands wait for an approval, and opens them', async () => {
    const { host } = await at('repositories')
    host.commands = () => [command('npm test')]
    await trust()
    fireEvent.click(await screen.findByRole('button', { name: 'Review commands of billing…' }))
    expect(useAsking.getState().approvalOf).toBe(host.id('billing'))
    expect(rows().find((row) => row.textContent.includes('billing'))?.textContent).toContain(
      '1 command of HEARTBEAT.md waits for your approval.',
    )
  })

  it('says what came of those that left no evidence', async () => {
    const { host } = await at('repositories')
    host.commands = () => [command('npm test')]
    host.does('billing', fails('agent.needs_permission', 'It may not run npm test.'))
    host.does('game-server', fails('agent.not_found', 'It is not installed.'))
    await trust()
    expect(
      await screen.findByText(
        '5 first beats ended: 3 with evidence, 1 waits for your approval, 1 without evidence.',
      ),
    ).toBeTruthy()
  })

  it('shows how far a beat is while it runs, and the others meanwhile', async () => {
    const { host } = await at('repositories')
    host.does('billing', hangs)
    await trust()
    expect(await screen.findByRole('progressbar', { name: 'The beat of billing' })).toBeTruthy()
    expect(await screen.findByText(/^\d of 5 first beats done\.$/)).toBeTruthy()
    await host.client.beat.stop({ runId: host.thread('billing').running!.runId })
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await waitFor(() => expect(rows()[0]!.textContent).toContain('billing'))
  })

  it('folds quiet ones where there are many, and nothing that was found', async () => {
    const { host } = await at('permissions')
    const names = Array.from({ length: 10 }, (_, i) => `repo-${i}`)
    for (const name of names) host.add(name)
    for (const name of ['repo-8', 'repo-9']) host.does(name, finds('Stale'))
    for (const name of names) await host.beat(name)
    useChoices.setState({ added: names.map((name) => host.id(name)) })
    // The window hears of the last beat a moment after it.
    await waitFor(() =>
      expect(
        rows()
          .slice(0, 2)
          .map((row) => row.textContent.includes('Stale')),
      ).toEqual([true, true]),
    )
    expect(rows()).toHaveLength(8)
    fireEvent.click(screen.getByRole('button', { name: 'Show 2 more quiet ones' }))
    expect(rows()).toHaveLength(10)
  })
})
