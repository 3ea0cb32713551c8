import { describe, expect, it } from 'vitest'
import { INCIDENT_CLASSES } from '../../alerts/incident.ts'
import type { IncidentId, RunId, ThreadId } from '../../base/ids.ts'
import { DEFAULT_SETTINGS } from '../../settings/settings.ts'
import type { FleetView, IncidentView, Snapshot } from '../snapshot.ts'
import type { ThreadState, ThreadView } from '../thread-view.ts'
import { DAY, HOUR, MINUTE } from '../../base/time.ts'
import { trayState } from './tray-state.ts'
import { holdUntil, type MenuEntry } from './tray-menu.ts'
import { verdictOf } from '../verdict.ts'

const ZONE = 'Europe/Berlin'
const NOW = Date.UTC(2026, 10, 22, 8, 30) // 09:30 in Berlin

const thread = (number: number, state: ThreadState, more: Partial<ThreadView> = {}): ThreadView => ({
  id: `thr_${number}` as ThreadId,
  number,
  name: `repo-${number}`,
  repoPath: `/r/${number}`,
  role: 'worker',
  agent: { kind: 'local' },
  session: 'oneshot',
  gate: 'changes',
  permissionsWanted: 0,
  bypassUntil: null,
  intervalMs: 8 * MINUTE,
  activeHours: null,
  dailyAt: null,
  pause: null,
  trusted: true,
  state,
  because: '',
  tiers: {
    quick: { lastDoneAt: NOW, dueAt: null, tasks: 1, snoozedUntil: null },
    hourly: { lastDoneAt: NOW, dueAt: null, tasks: 0, snoozedUntil: null },
    daily: { lastDoneAt: NOW, dueAt: null, tasks: 0, snoozedUntil: null },
  },
  nextDueAt: NOW + 12 * MINUTE,
  lateMs: 0,
  last:
    state === 'new'
      ? null
      : {
          runId: `run_${number}` as RunId,
          outcome: 'quiet',
          skipReason: null,
          summary: '',
          finishedAt: NOW,
          durationMs: 1,
          tiers: ['quick'],
        },
  running:
    state === 'running'
      ? {
          runId: `run_now${number}` as RunId,
          kind: 'heartbeat',
          tiers: ['quick'],
          startedAt: NOW - 42_000,
          typicalMs: null,
          progress: null,
        }
      : null,
  waiting: [],
  doc: null,
  git: null,
  failures: 0,
  openAlerts: 0,
  acknowledgedAlerts: 0,
  approvalsWanted: 0,
  tasksForAgent: 0,
  scheduleProblem: null,
  events: 0,
  sources: {},
  delivery: {},
  indicator: true,
  config: null,
  dormantSince: null,
  effectiveIntervalMs: 8 * MINUTE,
  jobs: 0,
  tags: [],
  pinned: false,
  mutedUntil: null,
  known: false,
  strip: { at: [], outcome: [] },
  ...more,
})

function fleetOf(threads: readonly ThreadView[], more: Partial<FleetView> = {}): Snapshot {
  const pause = more.pause ?? null
  const fleet: FleetView = {
    at: NOW,
    engine: pause === null ? 'running' : 'paused',
    pause,
    verdict: verdictOf(threads, pause, more.engine === 'halted'),
    running: threads.filter((t) => t.running !== null).length,
    limits: { runs: 2, heartbeats: 1 },
    waiting: 0,
    nextDueAt: NOW + 12 * MINUTE,
    lastTickAt: NOW,
    nextJobAt: null,
    watch: { lookedAt: null, ok: true, text: '' },
    power: { onBattery: null, metered: null, policy: 'run', because: null },
    doNotDisturb: null,
    resting: [],
    spend: { starts: 0, startsSaved: 0, tokens: 0, usd: 0, planUsd: 0, tomorrow: null, near: [] },
    alerts: [],
    inbox: { open: 0, snoozed: 0, acknowledged: 0, nextWakeAt: null },
    incidents: [],
    quietUntil: null,
    openAlerts: 0,
    today: { beats: 0, agentStarts: 0, byOutcome: {} },
    stretch: null,
    settings: DEFAULT_SETTINGS,
    problems: [],
    dataDir: '/d',
    demo: false,
    ...more,
  }
  return { fleet, threads }
}
const paused = { reason: 'lunch', until: NOW + HOUR, by: 'person' } as const
const draw = (threads: readonly ThreadView[], more?: Partial<FleetView>) =>
  trayState(fleetOf(threads, more), ZONE)
const flat = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((e) => [e, ...flat(e.submenu ?? [])])
const menuOf = (threads: readonly ThreadView[], more?: Partial<FleetView>) =>
  flat(draw(threads, more).menu.flat())

describe('the tray icon', () => {
  it('has a count beside it where there is a place for one: nothing, how many, or more than ninety-nine', () => {
    const alerts = (n: number) =>
      Array.from({ length: n }, (_, i) => thread(i + 1, 'alert', { openAlerts: 1 }))
    expect([0, 1, 99, 100].map((n) => draw(alerts(n)).badge)).toEqual(['', '1', '99', '99+'])
    expect(draw(alerts(3), { settings: { ...DEFAULT_SETTINGS, showCount: false } }).badge).toBe('')
  })

  const all: readonly ThreadState[] = ['urgent', 'broken', 'alert', 'running', 'quiet']
  it.each([
    ['urgent', all],
    ['broken', all.slice(1)],
    ['alert', all.slice(2)],
    ['running', all.slice(3)],
    ['calm', all.slice(4)],
    ['alert', ['blocked', 'running']],
    ['alert', ['unproven', 'quiet']],
    ['calm', ['new', 'overdue', 'off', 'waiting']],
    ['calm', []],
  ] as const)('is %s for %j', (icon, states) => {
    expect(draw(states.map((s, i) => thread(i + 2, s))).icon).toBe(icon)
  })

  it.each([
    ['paused', 'quiet'],
    ['running', 'running'],
    ['alert', 'alert'],
    ['broken', 'broken'],
    ['urgent', 'urgent'],
  ] as const)('is %s when everything is paused and a thread is %s', (icon, state) => {
    expect(draw([thread(2, state)], { pause: paused }).icon).toBe(icon)
  })

  it('is broken when the scheduler halted', () =>
    expect(draw([thread(2, 'quiet')], { engine: 'halted' }).icon).toBe('broken'))
  it('is alert when a running thread has an open alert', () =>
    expect(draw([thread(2, 'running', { openAlerts: 1 })]).icon).toBe('alert'))
})

describe('the tooltip', () => {
  it.each([
    ['Threadbeat — 2 need you, 1 quiet, next beat 09:42', ['alert', 'broken', 'quiet'], {}],
    ['Threadbeat — 1 needs you, next beat 09:42', ['urgent'], {}],
    ['Threadbeat — 1 running, 1 quiet, next beat now', ['running', 'new'], { nextDueAt: NOW }],
    ['Threadbeat — 1 quiet, next beat 2026-11-23 09:30', ['quiet'], { nextDueAt: NOW + DAY }],
    ['Threadbeat — 1 quiet, paused until 10:30', ['quiet'], { pause: paused }],
    ['Threadbeat — 1 quiet, paused', ['quiet'], { pause: { ...paused, until: null } }],
    ['Threadbeat — no beat planned', ['off'], { nextDueAt: null }],
    ['Threadbeat — no threads yet', [], {}],
  ] as const)('is "%s"', (tooltip, states, more) => {
    const threads = states.map((s, i) => thread(i + 2, s, s === 'running' ? { lateMs: 0 } : {}))
    expect(draw(threads, more).tooltip).toBe(tooltip)
  })

  it('names what is late', () =>
    expect(draw([thread(2, 'overdue', { lateMs: HOUR })]).tooltip).toContain('1 late'))
  it('tells the trouble of the app itself on a second line', () => {
    const problems = [{ code: 'notifications', text: 'Notifications cannot be shown.', repair: '' }] as const
    expect(draw([thread(2, 'quiet')], { problems }).tooltip.split('\n')).toEqual([
      'Threadbeat — 1 quiet, next beat 09:42',
      'Notifications cannot be shown.',
    ])
  })
})

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

describe('holdUntil', () => {
  it.each([
    ['hour', NOW, NOW + HOUR],
    ['tomorrow', NOW, Date.UTC(2026, 10, 23, 8)],
    ['tomorrow', Date.UTC(2026, 10, 22, 22, 59), Date.UTC(2026, 10, 23, 8)], // 23:59
    ['tomorrow', Date.UTC(2026, 10, 22, 23, 1), Date.UTC(2026, 10, 24, 8)], // 00:01 of the next day
    ['tomorrow', Date.UTC(2026, 2, 28, 10), Date.UTC(2026, 2, 29, 7)], // over the spring change
    ['tomorrow', Date.UTC(2026, 9, 24, 10), Date.UTC(2026, 9, 25, 8)], // over the autumn change
    ['open', NOW, null],
  ] as const)('"%s" at %d', (choice, now, until) => expect(holdUntil(choice, now, ZONE)).toBe(until))
})
