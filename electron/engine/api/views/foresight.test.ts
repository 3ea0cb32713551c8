import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { DAY, MINUTE } from '../../../../shared/base/time.ts'
import { apiClient, refusal } from '../../testing/api-client.ts'
import { scenario } from '../../testing/scenario.ts'

async function bench() {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Look\n', intervalMs: DAY })
  s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  return { s, id, client: apiClient(s) }
}
const NO_THREAD = 'thr_gone' as ThreadId

describe('looking ahead', () => {
  it('a dry run starts and writes nothing, and reads nothing of what is not trusted', async () => {
    const { s, id, client } = await bench()
    const before = s.files.get('/api')
    expect(await client.dryRun({ id })).toMatchObject({ would: 'start', tasks: ['Look'] })
    await s.clock.advance(MINUTE)
    expect([s.starts, s.runs(id), s.files.get('/api')]).toEqual([[], [], before])
    s.store.threads.change(id, { trustedAt: null })
    expect((await refusal(client.dryRun({ id }))).code).toBe('INVALID')
    expect((await refusal(client.explain({ id: NO_THREAD }))).code).toBe('NOT_FOUND')
    expect((await client.foresee({ hours: 24 })).entries).toHaveLength(1)
  })

  it('a wake says whether it joined a beat that waits', async () => {
    const { s, id, client } = await bench()
    const first = await client.wake({ id })
    expect([first.state, (await client.wake({ id, urgent: true })).state]).toEqual(['queued', 'merged'])
    await s.clock.advance(MINUTE)
    expect(s.runs(id)).toMatchObject([{ itemId: first.itemId, reasons: ['event', 'urgent'] }])
  })
})
