import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openHost, type WindowHost } from '../testing/host.ts'
import { RUNNERS } from '../testing/runners.ts'
import { show } from '../testing/show.tsx'
import { addAgent, cli } from '../testing/threads.ts'
import { NoAgent } from './today-states.tsx'

/** No agent is on the PATH, and a thread of local checks has a task that needs one. */
async function waitsForAgent(): Promise<WindowHost> {
  const host = await openHost({ machine: { runners: RUNNERS.map((r) => ({ ...r, program: null })) } })
  host.add('docs-site', { playbook: '## Work Queue\n- [pending] a: Tidy the docs\n' })
  await host.beat('docs-site')
  return host
}
const shown = (): string => document.body.textContent.replaceAll('\u00a0', ' ')

describe('that no agent was found', () => {
  it('is told where a thread waits for one', async () => {
    show(<NoAgent />, await waitsForAgent())
    expect(await screen.findByText('1 thread has tasks that wait for one.', { exact: false })).toBeTruthy()
  })
  it('is not told where a thread names the program of its own (found by hand)', async () => {
    const host = await waitsForAgent()
    addAgent(
      host,
      'api',
      cli('claude', { program: '/opt/claude/claude' }),
      '## Quick Tasks\n- [ ] Is it up?\n',
    )
    localStorage.setItem('threadbeat:none-found', '1') // the last answer, which stands until there is another
    show(<NoAgent />, host)
    expect(shown()).not.toContain('No agent was found')
  })
})
