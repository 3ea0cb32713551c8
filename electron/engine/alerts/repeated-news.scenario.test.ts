import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

describe('news that is said again', () => {
  const command = { kind: 'command' as const, argv: ['agent'], env: {} }

  it('texts of an agent that alternate are told once each, and again after an all-clear', async () => {
    const texts = ['CI is red', 'disk is full', 'CI is red', 'disk is full', 'HEARTBEAT_OK', 'CI is red']
    const s = await scenario({ script: () => ({ text: texts.shift() ?? 'HEARTBEAT_OK' }) })
    const id = s.add('api', { playbook: QUICK_ONLY })
    s.store.threads.change(id, { agent: command })
    await s.clock.advance(49 * MINUTE)
    expect(s.notices.map((n) => n.body)).toEqual(['CI is red', 'disk is full', 'CI is red'])
  })
})
