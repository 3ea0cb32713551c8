import { describe, expect, it } from 'vitest'
import type { IncidentId } from '../base/ids.ts'
import { draw, NOW, thread } from './testing/tray-fleet.ts'
import { HOUR } from '../base/time.ts'

describe('the tray menu', () => {
  it('names an incident once, leads to the inbox, and leaves its broken members out', () => {
    const broken = [thread(1, 'broken', { failures: 3 }), thread(2, 'broken', { failures: 3 })]
    const threads = [...broken, thread(3, 'quiet')]
    const incident = {
      id: 'inc_1' as IncidentId,
      class: 'offline' as const,
      raisedAt: NOW,
      resolvedAt: null,
      acknowledgedAt: null,
      cameBack: 0,
      members: broken.map((t) => ({ threadId: t.id, failing: true, lastFailedAt: NOW })),
      title: 'The network is gone',
      text: '',
      repair: { do: 'retry' as const, label: '' },
    }
    const needs = (incidents: (typeof incident)[]) => draw(threads, { incidents }).menu[1]!
    expect(needs([])).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: `needs:${broken[0]!.id}` })]),
    )
    expect(needs([incident])[1]).toMatchObject({
      label: '⊗ The network is gone',
      action: { kind: 'open', at: { page: 'inbox' } },
    })
    expect(needs([incident]).some((e) => e.id === `needs:${broken[0]!.id}`)).toBe(false)
  })
  it('says how long it is quiet', () => {
    expect(
      draw([thread(1, 'quiet')], { quietUntil: NOW + 24 * HOUR })
        .menu.flat()
        .find((e) => e.id === 'mute')!.label,
    ).toBe('Quiet hours until 23 Nov 09:30')
  })
})
