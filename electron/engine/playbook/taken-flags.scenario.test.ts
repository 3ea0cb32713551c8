import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { oneThread, openAlerts } from '../testing/one-thread.ts'
import { CLAUDE } from '../testing/with-agent.ts'
import type { Scenario } from '../testing/scenario.ts'

const listOf = (...flags: readonly string[]): string =>
  `## Urgent Flags\n${flags.map((flag) => `- ${flag}\n`).join('')}\n## Quick Tasks\n- [ ] Is the CDN warm?\n`

/** Somebody saves the file; the watcher reads it. */
async function save(s: Scenario, id: ThreadId, text: string): Promise<void> {
  s.files.set('/api', text)
  await s.documents.refresh(id)
  await s.clock.settle()
}

/** The agent of the next beat leaves the list with these flags. */
async function agentLeaves(s: Scenario, ...flags: readonly string[]): Promise<void> {
  const before = s.starts.length
  s.script = () => {
    s.files.set('/api', listOf(...flags))
    return { text: 'HEARTBEAT_OK' }
  }
  await s.clock.advance(HOUR)
  expect(s.starts.length).toBeGreaterThan(before)
  s.script = () => ({ text: 'HEARTBEAT_OK' })
  await s.clock.advance(5 * MINUTE)
}

const TAKEN = 'An urgent flag that no agent wrote was removed while the agent worked: Prod is down'

describe('a flag that an agent takes from the list', () => {
  it('is over, and the person hears of it where no agent had written it', async () => {
    const { s, id } = await oneThread({ playbook: listOf() })
    await save(s, id, listOf('Prod is down'))
    expect(openAlerts(s)).toEqual(['Prod is down'])
    await agentLeaves(s)
    expect(openAlerts(s)).toEqual([TAKEN])
    expect(s.views.snapshot().fleet.verdict.headline).toBe('1 thread needs you.')
  })

  it('is over in silence where an agent had written it', async () => {
    const { s } = await oneThread({ playbook: listOf() })
    await agentLeaves(s, 'CI is red')
    expect(openAlerts(s)).toEqual(['CI is red'])
    await agentLeaves(s)
    expect(openAlerts(s)).toEqual([])
  })

  it('is the person’s also where it was saved right after a run', async () => {
    const { s, id } = await oneThread({ playbook: listOf() })
    const before = s.starts.length
    while (s.starts.length === before) await s.clock.advance(SECOND)
    await s.clock.advance(SECOND)
    expect(s.store.runs.running()).toEqual([])
    await save(s, id, listOf('Prod is down'))
    await agentLeaves(s)
    expect(openAlerts(s)).toEqual([TAKEN])
  })

  it('is the person’s also where it was saved while local checks worked', async () => {
    const { s, id } = await oneThread({
      playbook: '## Quick Tasks\n- [ ] Run `git status`\n',
      agent: false,
    })
    s.script = () => {
      s.files.set('/api', listOf('Prod is down'))
      return {}
    }
    await s.clock.advance(9 * MINUTE)
    expect(openAlerts(s)).toEqual(['Prod is down'])
    s.store.threads.change(id, { agent: CLAUDE })
    await agentLeaves(s)
    expect(openAlerts(s)).toEqual([TAKEN])
  })

  it('is not the agent’s doing where a beat is the first to see that a person took it away', async () => {
    const { s, id } = await oneThread({ playbook: listOf() })
    await save(s, id, listOf('Prod is down'))
    s.files.set('/api', listOf())
    await s.clock.advance(HOUR)
    expect([s.starts.length > 0, openAlerts(s)]).toEqual([true, []])
  })

  it('is not the agent’s doing where a person takes it away between two beats', async () => {
    const { s, id } = await oneThread({ playbook: listOf() })
    await save(s, id, listOf('Prod is down'))
    await s.clock.advance(30 * MINUTE)
    await save(s, id, listOf())
    expect(openAlerts(s)).toEqual([])
  })
})
