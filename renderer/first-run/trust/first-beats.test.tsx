import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { navigate } from '../../client/navigation.ts'
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
})
