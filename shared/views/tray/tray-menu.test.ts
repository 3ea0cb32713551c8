import { describe, expect, it } from 'vitest'
import { INCIDENT_CLASSES } from '../../alerts/incident.ts'
import type { IncidentId } from '../../base/ids.ts'
import { DEFAULT_SETTINGS } from '../../settings/settings.ts'
import type { FleetView, IncidentView } from '../snapshot.ts'
import type { ThreadView } from '../thread-view.ts'
import { HOUR } from '../../base/time.ts'
import type { MenuEntry } from './tray-menu.ts'
import { draw, thread, NOW, paused } from '../testing/tray-fleet.ts'

const flat = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((e) => [e, ...flat(e.submenu ?? [])])
const menuOf = (threads: readonly ThreadView[], more?: Partial<FleetView>) =>
  flat(draw(threads, more).menu.flat())

describe('the tray menu', () => {
  it('has its fixed order', () => {
    expect(
      draw([thread(2, 'alert'), thread(3, 'running')]).menu.map((section) => section.map((e) => e.id)),
    ).toEqual([
      ['verdict'],
      ['needs', 'needs:thr_2'],
      ['running', 'running:thr_3'],
      ['beat-due'],
      ['pause', 'mute'],
      ['open', 'settings'],
      ['help'],
      ['quit'],
    ])
  })

  it('leaves out empty lists', () => {
    expect(draw([thread(2, 'quiet')]).menu.map((section) => section[0]?.id)).toEqual([
      'verdict',
      'beat-due',
      'pause',
      'open',
      'help',
      'quit',
    ])
  })

  it('says that a newer version is there, and once it is loaded offers the restart', () => {
    const entry = (update: FleetView['update']) =>
      menuOf([thread(2, 'quiet')], { update }).find(({ id }) => id === 'update')
    expect(entry(null)).toBeUndefined()
    expect(entry({ version: '1.2.0', isReady: false })).toMatchObject({
      label: 'Version 1.2.0 is there…',
      action: { kind: 'open', at: { page: 'updates' } },
    })
    expect(entry({ version: '1.2.0', isReady: true })).toMatchObject({
      label: 'Restart to update to 1.2.0',
      action: { kind: 'install_update' },
    })
  })

  it('starts with the verdict, which cannot be clicked', () => {
    expect(menuOf([thread(2, 'alert')])[0]).toEqual({
      id: 'verdict',
      label: '1 thread needs you.',
      enabled: false,
    })
  })

  it('lists the worst first, with a glyph and the reason', () => {
    const entries = menuOf([
      thread(2, 'alert'),
      thread(3, 'broken', { failures: 3 }),
      thread(4, 'urgent'),
      thread(5, 'blocked'),
    ])
    expect(entries.filter((e) => e.id.startsWith('needs:')).map((e) => e.label)).toEqual([
      '◆ repo-4 — urgent',
      '⊗ repo-3 — failed 3×',
      '⊠ repo-5 — needs permission',
      '▲ repo-2 — alert',
    ])
  })

  it('shows at most eight that need you and five that run', () => {
    const entries = menuOf([
      ...Array.from({ length: 11 }, (_, i) => thread(i + 2, 'alert')),
      ...Array.from({ length: 7 }, (_, i) => thread(i + 20, 'running')),
    ])
    expect(entries.filter((e) => /^needs:thr/.test(e.id))).toHaveLength(8)
    expect(entries.find((e) => e.id === 'needs:more')?.label).toBe('3 more…')
    expect(entries.filter((e) => /^running:thr_\d+$/.test(e.id))).toHaveLength(5)
    expect(entries.find((e) => e.id === 'running:more')?.label).toBe('2 more…')
  })

  it('loses no incident and no thread where incidents take all the places', () => {
    const incident = (id: string): IncidentView => ({
      id: id as IncidentId,
      class: 'offline',
      raisedAt: NOW,
      resolvedAt: null,
      acknowledgedAt: null,
      cameBack: 0,
      members: [],
      title: `incident ${id}`,
      text: '',
      repair: { do: 'retry', label: '' },
    })
    const entries = menuOf([thread(2, 'alert'), thread(3, 'alert')], {
      incidents: INCIDENT_CLASSES.map(incident),
    })
    expect(entries.filter((e) => e.id.startsWith('incident:'))).toHaveLength(INCIDENT_CLASSES.length)
    expect(entries.find((e) => e.id === 'needs:more')?.label).toBe('2 more…')
  })

  it('leads to the report of a problem, and says when the system itself holds banners back', () => {
    expect(menuOf([]).find((e) => e.id === 'report')).toMatchObject({
      label: 'Report a problem…',
      action: { kind: 'open', at: { page: 'report' } },
    })
    const muteOf = (more: Partial<FleetView>) => menuOf([], more).find((e) => e.id === 'mute')?.label
    expect([
      muteOf({}),
      muteOf({ doNotDisturb: false }),
      muteOf({ doNotDisturb: true }),
      muteOf({ doNotDisturb: true, settings: { ...DEFAULT_SETTINGS, mutedUntil: NOW + 60_000 } }),
    ]).toEqual([
      'Mute notifications',
      'Mute notifications',
      'Do Not Disturb of your system',
      expect.stringMatching(/^Muted until/),
    ])
  })

  it('shows how long a beat has been running, leads to it and can stop it', () => {
    const entry = menuOf([thread(3, 'running')]).find((e) => e.id === 'running:thr_3')
    expect(entry).toMatchObject({
      label: '▶ repo-3 — 42 s',
      submenu: [
        { label: 'Show', action: { kind: 'open', at: { page: 'run', id: 'run_now3' } } },
        { label: 'Stop', action: { kind: 'stop', runId: 'run_now3' } },
      ],
    })
  })

  it('offers to resume and to unmute only what is held', () => {
    const ids = (more?: Partial<FleetView>) =>
      menuOf([thread(2, 'quiet')], more)
        .map((e) => e.id)
        .filter((id) => /^(resume|unmute)$/.test(id))
    expect(ids()).toEqual([])
    expect(ids({ pause: paused, settings: { ...DEFAULT_SETTINGS, mutedUntil: NOW + HOUR } })).toEqual([
      'resume',
      'unmute',
    ])
    expect(ids({ settings: { ...DEFAULT_SETTINGS, mutedUntil: NOW - 1 } })).toEqual([])
  })

  it('says until when it is held', () => {
    const label = (id: string, more: Partial<FleetView>) =>
      menuOf([thread(2, 'quiet')], more).find((e) => e.id === id)?.label
    expect(label('pause', { pause: paused })).toBe('Paused until 10:30')
    expect(label('mute', { settings: { ...DEFAULT_SETTINGS, mutedUntil: 8.64e15 } })).toBe('Muted')
  })

  it('gives every entry an id of its own', () => {
    const ids = menuOf([thread(2, 'alert'), thread(3, 'running')], { pause: paused }).map((e) => e.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has nothing to beat without threads', () =>
    expect(menuOf([]).find((e) => e.id === 'beat-due')?.enabled).toBe(false))
})
