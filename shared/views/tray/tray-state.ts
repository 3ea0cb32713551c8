import { revealDeceptive } from '../../base/hidden-text.ts'
import { shortMomentText } from '../../base/clock/time-text.ts'
import { menuOf, type MenuEntry, type TrayMenu } from './tray-menu.ts'
import type { FleetView, Snapshot } from '../snapshot.ts'
import type { ThreadState } from '../thread-view.ts'
import { standingOf } from '../verdict.ts'

/** Shapes, not colours: on macOS the icon has one colour. */
export const TRAY_ICONS = ['calm', 'running', 'alert', 'urgent', 'broken', 'paused'] as const
export type TrayIcon = (typeof TRAY_ICONS)[number]

/** What the tray says before anything is known. */
export const STARTING = 'Threadbeat is starting'

export interface TrayState {
  readonly icon: TrayIcon
  readonly tooltip: string
  readonly badge: string // how many threads need a person; empty: none, or not wanted
  readonly menu: TrayMenu
}

const badgeOf = (needYou: number, isShown: boolean): string => {
  if (!isShown || needYou === 0) return ''
  if (needYou > 99) return '99+'
  return String(needYou)
}

export function trayState(snapshot: Snapshot, timeZone: string): TrayState {
  const { fleet } = snapshot
  return {
    icon: iconOf(snapshot),
    tooltip: revealDeceptive(tooltipOf(fleet, timeZone)),
    badge: badgeOf(fleet.verdict.needYou, fleet.settings.showCount),
    menu: menuOf(snapshot, timeZone).map((section) => section.map(shownEntry)),
  }
}

/** Names of threads and of what went wrong stand in it. */
const shownEntry = (entry: MenuEntry): MenuEntry => ({
  ...entry,
  label: revealDeceptive(entry.label),
  ...(entry.submenu !== undefined && { submenu: entry.submenu.map(shownEntry) }),
})

/** urgent > broken > alert > running > calm; paused takes the place of calm. */
function iconOf({ fleet, threads }: Snapshot): TrayIcon {
  const some = (...states: readonly ThreadState[]): boolean =>
    threads.some((t) => states.includes(t.state) && standingOf(t) === 'needs')
  if (some('urgent')) return 'urgent'
  if (fleet.engine === 'halted' || some('broken', 'missing')) return 'broken'
  if (fleet.verdict.needYou > 0) return 'alert'
  if (fleet.running > 0) return 'running'
  return fleet.pause === null ? 'calm' : 'paused'
}

/** "Threadbeat — 2 need you, 41 quiet, next beat 09:42", and the app's own trouble on a second line. */
function tooltipOf(fleet: FleetView, timeZone: string): string {
  const { needYou, quiet, late, tone } = fleet.verdict
  const parts = [
    needYou > 0 ? `${needYou} ${needYou === 1 ? 'needs' : 'need'} you` : '',
    late > 0 ? `${late} late` : '',
    fleet.running > 0 ? `${fleet.running} running` : '',
    quiet > 0 ? `${quiet} quiet` : '',
    tone === 'empty' ? 'no threads yet' : nextBeat(fleet, timeZone),
  ]
  const sentence = `Threadbeat — ${parts.filter((part) => part !== '').join(', ')}`
  const trouble = fleet.problems[0]
  return trouble === undefined ? sentence : `${sentence}\n${trouble.text}`
}

function nextBeat(fleet: FleetView, timeZone: string): string {
  const face = { timeZone, style: fleet.timeStyle }
  if (fleet.engine === 'halted') return 'beats are halted'
  if (fleet.pause !== null)
    return fleet.pause.until === null
      ? 'paused'
      : `paused until ${shortMomentText(fleet.pause.until, fleet.at, face)}`
  if (fleet.nextDueAt === null) return 'no beat planned'
  return fleet.nextDueAt <= fleet.at
    ? 'next beat now'
    : `next beat ${shortMomentText(fleet.nextDueAt, fleet.at, face)}`
}
