import { STATE_GLYPH } from './state-glyph.ts'
import type { RunId, ThreadId } from '../../base/ids.ts'
import { DAY, formatDuration, HOUR, type Instant, localTimeToday } from '../../base/time.ts'
import { shortMomentText, type ClockFace } from '../../base/clock/time-text.ts'
import type { FleetView, IncidentView, Snapshot } from '../snapshot.ts'
import { THREAD_STATES, type ThreadView } from '../thread-view.ts'
import { needsYou, standingOf } from '../verdict.ts'
import { isMuted } from '../../alerts/may-tell.ts'
import { STATE_WORD } from '../words.ts'

/** How long to pause or mute: one hour, until tomorrow 09:00, until it is taken back. */
export type HoldChoice = 'hour' | 'tomorrow' | 'open'

export type TrayAction =
  | { readonly kind: 'open'; readonly at: OpenAt }
  | { readonly kind: 'beat_due' }
  | { readonly kind: 'stop'; readonly runId: RunId }
  | { readonly kind: 'pause'; readonly hold: HoldChoice }
  | { readonly kind: 'resume' }
  | { readonly kind: 'mute'; readonly hold: HoldChoice }
  | { readonly kind: 'unmute' }
  | { readonly kind: 'show_logs' }
  | { readonly kind: 'copy_version' }
  | { readonly kind: 'install_update' }
  | { readonly kind: 'quit' }

/** A place in the window. */
export type OpenAt =
  | { readonly page: 'today' | 'settings' | 'inbox' | 'diagnostics' | 'report' | 'updates' | 'first_run' }
  | { readonly page: 'thread'; readonly id: ThreadId }
  | { readonly page: 'run'; readonly id: RunId }
  /** Where a threadbeat:// link leads, or what it asks. */
  | { readonly page: 'link'; readonly link: string }

export interface MenuEntry {
  readonly id: string // stable, so that a click on an old copy of the menu still means the same
  readonly label: string
  readonly enabled: boolean
  readonly submenu?: readonly MenuEntry[]
  readonly action?: TrayAction
}

/** Sections of entries; the shell draws a line between them. */
export type TrayMenu = readonly (readonly MenuEntry[])[]

const MAX_NEEDS = 8

const MAX_RUNNING = 5

export function menuOf({ fleet, threads }: Snapshot, timeZone: string): TrayMenu {
  const { settings, verdict, at, timeStyle: style } = fleet
  const face = { timeZone, style }
  // What an incident says for many is not said again for each.
  const folded = new Set(
    fleet.incidents.flatMap((i) => i.members.filter((m) => m.failing).map((m) => m.threadId)),
  )
  const needs = THREAD_STATES.flatMap((state) =>
    threads.filter(
      (t) => t.state === state && standingOf(t) === 'needs' && !(state === 'broken' && folded.has(t.id)),
    ),
  )
  const incidents = fleet.incidents.filter((i) => i.acknowledgedAt === null)
  const running = threads.filter((t) => t.running !== null)
  const muted = isMuted(settings, at)
  const sections: readonly (readonly MenuEntry[])[] = [
    [
      {
        id: 'verdict',
        label: [verdict.headline, verdict.rest].filter((s) => s !== '').join(' '),
        enabled: false,
      },
    ],
    needsSection(needs, incidents),
    list(
      'running',
      'Running',
      running,
      MAX_RUNNING,
      (t) => `▶ ${t.name} — ${formatDuration(at - (t.running?.startedAt ?? at))}`,
      'today',
      stopping,
    ),
    [item('beat-due', 'Beat everything due now', { kind: 'beat_due' }, threads.length > 0)],
    [
      {
        id: 'pause',
        enabled: true,
        label: fleet.pause === null ? 'Pause all' : `Paused${untilText(fleet.pause.until, at, face)}`,
        submenu: [
          ...(fleet.pause === null ? [] : [item('resume', 'Resume now', { kind: 'resume' })]),
          ...holds('pause', 'until resumed'),
        ],
      },
      {
        id: 'mute',
        enabled: true,
        label: muteLabel(fleet, muted, face),
        submenu: [
          ...(muted ? [item('unmute', 'Unmute now', { kind: 'unmute' })] : []),
          ...holds('mute', 'until unmuted'),
        ],
      },
    ],
    [
      item('open', 'Open Threadbeat', { kind: 'open', at: { page: 'today' } }),
      item('settings', 'Settings…', { kind: 'open', at: { page: 'settings' } }),
    ],
    [
      {
        id: 'help',
        label: 'Help',
        enabled: true,
        submenu: [
          item('logs', 'Show logs', { kind: 'show_logs' }),
          item('diagnostics', 'Run diagnostics', { kind: 'open', at: { page: 'diagnostics' } }),
          item('version', 'Copy version', { kind: 'copy_version' }),
          item('report', 'Report a problem…', { kind: 'open', at: { page: 'report' } }),
        ],
      },
    ],
    updateSection(fleet.update),
    [item('quit', 'Quit', { kind: 'quit' })],
  ]
  return sections.filter((section) => section.length > 0)
}

/** Quiet: a line that waits, never a banner. */
const updateSection = (update: FleetView['update']): readonly MenuEntry[] => {
  if (update === null) return []
  return update.isReady
    ? [item('update', `Restart to update to ${update.version}`, { kind: 'install_update' })]
    : [item('update', `Version ${update.version} is there…`, { kind: 'open', at: { page: 'updates' } })]
}

function muteLabel(
  { settings, quietUntil, doNotDisturb, at }: FleetView,
  muted: boolean,
  face: ClockFace,
): string {
  if (muted) return `Muted${untilText(settings.mutedUntil, at, face)}`
  if (quietUntil !== null) return `Quiet hours${untilText(quietUntil, at, face)}`
  return doNotDisturb === true ? 'Do Not Disturb of your system' : 'Mute notifications'
}

const item = (id: string, label: string, action: TrayAction, enabled = true): MenuEntry => ({
  id,
  label,
  enabled,
  action,
})

/** Incidents first, each for many threads; both together within the cap. */
function needsSection(
  threads: readonly ThreadView[],
  incidents: readonly IncidentView[],
): readonly MenuEntry[] {
  if (incidents.length === 0) return list('needs', 'Needs you', threads, MAX_NEEDS, needLabel, 'inbox')
  const shown = incidents
    .slice(0, MAX_NEEDS)
    .map((i) =>
      item(`incident:${i.id}`, `${STATE_GLYPH.broken} ${i.title}`, { kind: 'open', at: { page: 'inbox' } }),
    )
  return [
    { id: 'needs', label: 'Needs you', enabled: false },
    ...shown,
    ...list('needs', '', threads, MAX_NEEDS - shown.length, needLabel, 'inbox').slice(1),
  ]
}

const needLabel = (t: ThreadView): string => `${STATE_GLYPH[t.state]} ${t.name} — ${suffixOf(t)}`

function list(
  id: string,
  title: string,
  threads: readonly ThreadView[],
  cap: number,
  labelOf: (t: ThreadView) => string,
  page: 'today' | 'inbox',
  drawn = opening,
): readonly MenuEntry[] {
  if (threads.length === 0) return []
  const rest = threads.length - cap
  return [
    { id, label: title, enabled: false },
    ...threads.slice(0, cap).map((t) => drawn(`${id}:${t.id}`, labelOf(t), t)),
    ...(rest > 0 ? [item(`${id}:more`, `${rest} more…`, { kind: 'open', at: { page } })] : []),
  ]
}

const opening = (id: string, label: string, t: ThreadView): MenuEntry =>
  item(id, label, { kind: 'open', at: placeOf(t) })

/** A run that is on can be looked at or ended. */
const stopping = (id: string, label: string, t: ThreadView): MenuEntry => ({
  id,
  label,
  enabled: true,
  submenu: [
    opening(`${id}:show`, 'Show', t),
    ...(t.running === null ? [] : [item(`${id}:stop`, 'Stop', { kind: 'stop', runId: t.running.runId })]),
  ],
})

/** The run that is the reason, where there is one. */
function placeOf(thread: ThreadView): OpenAt {
  if (thread.running !== null) return { page: 'run', id: thread.running.runId }
  if (thread.last !== null && needsYou(thread.state)) return { page: 'run', id: thread.last.runId }
  return { page: 'thread', id: thread.id }
}

function suffixOf(thread: ThreadView): string {
  // it runs or waits again while its alert stands
  if (!needsYou(thread.state)) return `${thread.openAlerts} open`
  if (thread.state === 'broken' && thread.failures > 1) return `failed ${thread.failures}×`
  return STATE_WORD[thread.state].toLowerCase()
}

const holds = (kind: 'pause' | 'mute', open: string): readonly MenuEntry[] => [
  item(`${kind}:hour`, 'For 1 hour', { kind, hold: 'hour' }),
  item(`${kind}:tomorrow`, 'Until tomorrow morning', { kind, hold: 'tomorrow' }),
  item(`${kind}:open`, open.replace('until', 'Until'), { kind, hold: 'open' }),
]

const untilText = (until: Instant | null, now: Instant, face: ClockFace): string =>
  until === null || until - now > 366 * DAY ? '' : ` until ${shortMomentText(until, now, face)}`

/** Computed at the click, because panels show old copies of a menu. null: until it is taken back. */
export function holdUntil(choice: HoldChoice, now: Instant, timeZone: string): Instant | null {
  if (choice === 'open') return null
  if (choice === 'hour') return now + HOUR
  // Noon of the next local day is never in a clock change, and its 09:00 is the one that is meant.
  const noonTomorrow = (localTimeToday('12:00', now, timeZone) ?? now) + DAY
  return localTimeToday('09:00', noonTomorrow, timeZone) ?? now + DAY
}
