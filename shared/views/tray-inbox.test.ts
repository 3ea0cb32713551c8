import { describe, expect, it } from 'vitest'
import type { IncidentId } from '../base/ids.ts'
import { sampleSnapshot } from './testing/sample-snapshot.ts'
import { HOUR } from '../base/time.ts'
import { trayState } from './tray/tray-state.ts'

const NOW = Date.UTC(2026, 10, 22, 23)

describe('the tray menu', () => {
  it('names an incident once, leads to the inbox, and leaves its broken members out', () => {
    const snapshot = sampleSnapshot(NOW)
    const broken = snapshot.threads.filter((t) => t.state === 'broken')
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
    const needs = (incidents: (typeof incident)[]) =>
      trayState({ ...snapshot, fleet: { ...snapshot.fleet, incidents } }, 'UTC').menu[1]!
    expect(broken.length).toBeGreaterThan(0)
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
    const snapshot = sampleSnapshot(NOW)
    expect(
      trayState({ ...snapshot, fleet: { ...snapshot.fleet, quietUntil: NOW + 9 * HOUR } }, 'UTC')
        .menu.flat()
        .find((e) => e.id === 'mute')!.label,
    ).toBe('Quiet hours until 2026-11-23 08:00')
  })
})
