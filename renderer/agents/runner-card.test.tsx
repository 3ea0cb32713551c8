import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openHost } from '../testing/host.ts'
import { RUNNERS } from '../testing/runners.ts'
import { show } from '../testing/show.tsx'
import { AgentsPage } from './agents.tsx'

it('says of one that tells what a turn costs that it does, not that a key pays (found by hand)', async () => {
  const found = RUNNERS.find((r) => r.program !== null)!
  const runners = (['opencode', 'gemini'] as const).map((cli) => ({
    ...found,
    cli,
    program: `/usr/bin/${cli}`,
    signedIn: 'unknown' as const,
    account: null,
  }))
  show(<AgentsPage />, await openHost({ machine: { runners } }))
  const textOf = async (name: string) => (await screen.findByRole('article', { name })).textContent
  expect(await textOf('opencode')).toContain('it does not say, tells what it cost')
  expect(await textOf('Gemini CLI')).toContain('it does not say, by plan')
})
