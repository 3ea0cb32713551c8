import { describe, expect, it } from 'vitest'
import { credentials } from '../../../shared/base/secrets/testing/credentials.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { CLAUDE, TURN, withAgent } from '../testing/with-agent.ts'
import { toolsBench } from '../testing/tools-bench.ts'

const [SECRET = ''] = credentials('q')
const VALUE = 'plum-orchard-9'

describe('credentials', () => {
  it('of a fact are not in the prompt that tells it, and the same fact is folded as ever', async () => {
    const { s, id } = await withAgent(() => ({ text: 'HEARTBEAT_OK', turn: TURN }))
    const tell = () =>
      s.engine.events.add(id, { source: 'cli', text: `deploy said ${SECRET}`, trusted: true, wake: 'next' })
    expect([tell().state, tell().state]).toEqual(['queued', 'folded'])
    expect(s.store.events.waiting(id).events.map(({ text }) => text)).toEqual(['deploy said [redacted]'])
    await s.clock.advance(9 * MINUTE)
    expect(s.starts.at(-1)?.prompt).toContain('deploy said [redacted]')
  })

  it('that a person types reach the agent, and are not in the record of its prompt', async () => {
    const { s, id } = await withAgent(() => ({ text: 'done', turn: TURN }))
    s.message(id, `use ${SECRET}`)
    await s.clock.settle()
    expect(s.starts.at(-1)?.prompt).toContain(`use ${SECRET}`)
    const run = s.store.runs.detail(s.runs(id).at(-1)!.id)!
    expect([run.message, run.prompt?.includes('use [redacted]'), run.prompt?.includes(SECRET)]).toEqual([
      `use ${SECRET}`,
      true,
      false,
    ])
  })

  it('of an alert are not told, and it stands as the same news', async () => {
    const { s, id } = await withAgent(() => ({ text: `CI prints ${SECRET}`, turn: TURN }))
    s.store.threads.change(id, { gate: 'always' })
    await s.clock.advance(30 * MINUTE)
    expect(s.runs(id).length).toBeGreaterThan(1)
    const alerts = s.store.alerts.list('open', 9, s.clock.now())
    expect(alerts.map(({ text, key }) => [key, text.includes(SECRET)])).toEqual(
      alerts.map(({ key }) => [key, false]),
    )
    expect(alerts.filter(({ text }) => text.includes('CI prints [redacted]'))).toHaveLength(1)
  })

  it('in a call are no reason to miss that the task was done', async () => {
    const line = `curl -H "Authorization: Bearer ${SECRET}" https://example.org`
    const calls = [
      {
        name: 'Bash',
        input: line.replace(SECRET, '[redacted]'),
        kind: 'command',
        exitCode: 0,
        ok: true,
      } as const,
    ]
    const script = () => ({ text: 'HEARTBEAT_OK', turn: { ...TURN, calls, callCount: 1 }, silent: true })
    const { s, id } = await withAgent(script, CLAUDE, `## Quick Tasks\n- [ ] Run \`${line}\`\n`)
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id).at(-1)?.outcome).toBe('quiet')
  })

  it('in a report or a message by tool are not taken', async () => {
    const b = toolsBench()
    const [own, other] = [b.add('own'), b.add('other')]
    b.store.threads.change(own, { agent: { ...CLAUDE, env: { DEPLOY: VALUE } } })
    const tools = b.beat(own)
    await tools.report({
      status: 'attention',
      tasks: [{ key: 'quick:run git status', outcome: 'ok', evidence: `saw ${SECRET}` }],
      alerts: [{ key: 'ci', severity: 'urgent', text: `it is ${VALUE}`, state: 'open' }],
      attachments: [],
    })
    await tools.sendMessage('other', `take ${VALUE}`)
    expect(tools.collected().report).toMatchObject({
      tasks: [{ key: 'quick:run git status', evidence: 'saw [redacted]' }],
      alerts: [{ key: 'ci', text: 'it is [redacted]' }],
    })
    expect(b.store.queue.waiting('message').map(({ threadId, text }) => [threadId, text])).toEqual([
      [other, 'take [redacted]'],
    ])
  })
})
