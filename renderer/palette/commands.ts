import { HOUR } from '../../shared/time.ts'
import { actionsOver, attempt } from '../actions.tsx'
import type { AppContext } from '../bridge.ts'
import { navigate, PLACES, THREAD_TABS, type Place, type ThreadTab } from '../navigation.ts'
import { tomorrowAtNine } from '../time.ts'
import { useUi } from '../ui-state.ts'
import type { SettingsChange } from '../../shared/settings.ts'

/** Where a key acts: everywhere in the window, or where the part that it belongs to has the focus. */
export const COMMAND_GROUPS = ['Everywhere', 'Go to', 'Fleet', 'Thread', 'Strip', 'Next 24 hours'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  readonly id: string
  readonly title: string
  readonly group: CommandGroup
  /** "Mod+Shift+B", "G T" one after the other, "?"; the first is shown beside the command. */
  readonly keys: readonly string[]
  /** Further words by which the palette finds it. */
  readonly words?: string
  /** Absent: only the part with the focus can do it, and hears the keys itself. */
  readonly run?: (bridge: AppContext) => void
  /** Not offered in the palette, which is open already, or where it would mean nothing. */
  readonly unlisted?: true
}

const go = (place: Place, title: string, keys: readonly string[], words = ''): Command => ({ id: `go.${place}`, title, group: 'Go to', keys, words: `go to open ${words}`, run: () => navigate(PLACES[place]) })
const change = (bridge: AppContext, with_: SettingsChange, said: string): void => void attempt(bridge.client.settings.change(with_), said)
const set = (id: string, title: string, with_: SettingsChange, said: string, words: string): Command => ({ id, title, group: 'Everywhere', keys: [], words, run: (bridge) => change(bridge, with_, said) })
const zoom = (bridge: AppContext, by: number | null): void => {
  const now = bridge.live.getState().fleet?.settings.zoomPercent ?? 100
  const zoomPercent = by === null ? 100 : Math.min(150, Math.max(80, now + by))
  if (zoomPercent !== now) void attempt(bridge.client.settings.change({ zoomPercent }))
}

const TAB_KEYS: Record<ThreadTab, string> = { overview: 'Overview', file: 'HEARTBEAT.md', runs: 'Runs', conversation: 'Conversation', activity: 'Activity', settings: 'Its settings' }
const part = (group: CommandGroup, entries: readonly (readonly [string, string])[]): Command[] => entries.map(([keys, title]) => ({ id: `${group}.${title}`, title, group, keys: [keys] }))

/** Every shortcut there is, once: the window listens by this list, the palette offers it, and `?` shows it. */
export const COMMANDS: readonly Command[] = [
  { id: 'palette', title: 'Find anything', group: 'Everywhere', keys: ['Mod+K'], unlisted: true, run: () => useUi.getState().showPalette(!useUi.getState().palette) },
  { id: 'shortcuts', title: 'This list', group: 'Everywhere', keys: ['?'], unlisted: true, run: () => useUi.getState().showShortcuts(true) },
  { id: 'shortcuts.show', title: 'Keyboard shortcuts', group: 'Everywhere', keys: [], words: 'help keys', run: () => useUi.getState().showShortcuts(true) },
  { id: 'add', title: 'Add repositories', group: 'Everywhere', keys: ['Mod+N'], words: 'new thread folder scan', run: () => useUi.getState().openAdding() },
  { id: 'beat.due', title: 'Beat everything due', group: 'Everywhere', keys: ['Mod+Shift+B'], words: 'run all', run: (bridge) => actionsOver(bridge).beatAllDue() },
  { id: 'find.all', title: 'Find in all HEARTBEAT.md', group: 'Everywhere', keys: ['Mod+Shift+F'], words: 'search replace playbooks lists', run: () => useUi.getState().showFinding(true) },
  { id: 'back', title: 'Back', group: 'Everywhere', keys: ['Mod+['], unlisted: true, run: () => history.back() },
  { id: 'forward', title: 'Forward', group: 'Everywhere', keys: ['Mod+]'], unlisted: true, run: () => history.forward() },
  { id: 'zoom.in', title: 'Larger', group: 'Everywhere', keys: ['Mod+Plus', 'Mod+='], words: 'zoom in text size', run: (bridge) => zoom(bridge, 10) },
  { id: 'zoom.out', title: 'Smaller', group: 'Everywhere', keys: ['Mod+-'], words: 'zoom out text size', run: (bridge) => zoom(bridge, -10) },
  { id: 'zoom.reset', title: 'Usual size', group: 'Everywhere', keys: ['Mod+0'], words: 'zoom reset 100 % text size', run: (bridge) => zoom(bridge, null) },
  { id: 'pause.all', title: 'Pause everything', group: 'Everywhere', keys: [], words: 'stop all threads', run: (bridge) => actionsOver(bridge).pause(null, 'open') },
  { id: 'pause.hour', title: 'Pause everything for 1 hour', group: 'Everywhere', keys: [], words: 'stop all threads', run: (bridge) => actionsOver(bridge).pause(null, 'hour') },
  { id: 'resume.all', title: 'Resume everything', group: 'Everywhere', keys: [], words: 'start continue', run: (bridge) => actionsOver(bridge).resume(null) },
  { id: 'mute.hour', title: 'Mute notifications for 1 hour', group: 'Everywhere', keys: [], words: 'silence quiet banners', run: (bridge) => change(bridge, { mutedUntil: Date.now() + HOUR }, 'Notifications are muted for an hour. Alerts still show here.') },
  { id: 'mute.tomorrow', title: 'Mute notifications until tomorrow 09:00', group: 'Everywhere', keys: [], words: 'silence quiet banners', run: (bridge) => change(bridge, { mutedUntil: tomorrowAtNine(Date.now()) }, 'Notifications are muted until tomorrow 09:00. Alerts still show here.') },
  set('unmute', 'Unmute notifications', { mutedUntil: null }, 'Notifications are back.', 'banners sound'),
  set('theme.light', 'Light theme', { theme: 'light' }, 'The theme is light.', 'appearance colours bright'),
  set('theme.dark', 'Dark theme', { theme: 'dark' }, 'The theme is dark.', 'appearance colours night'),
  set('theme.system', 'Theme of the system', { theme: 'system' }, 'The theme follows the system.', 'appearance colours automatic'),
  set('contrast.more', 'More contrast', { contrast: 'more' }, 'Contrast is higher.', 'appearance theme high accessibility'),
  set('contrast.system', 'Contrast of the system', { contrast: 'system' }, 'Contrast follows the system.', 'appearance theme normal'),
  set('density.compact', 'Compact rows', { density: 'compact' }, 'Rows are compact.', 'appearance density small table'),
  set('density.comfortable', 'Comfortable rows', { density: 'comfortable' }, 'Rows are comfortable.', 'appearance density large table'),

  go('today', 'Today', ['Mod+1', 'G T']),
  go('threads', 'Threads', ['Mod+2', 'G R'], 'repositories fleet'),
  go('inbox', 'Inbox', ['Mod+3', 'G I'], 'alerts'),
  go('history', 'History', ['Mod+4', 'G H'], 'runs'),
  go('queue', 'Queue', ['Mod+5', 'G Q'], 'waiting running'),
  go('jobs', 'Jobs', ['G J'], 'cron schedule'),
  go('ahead', 'The next 24 hours', ['G A'], 'ahead forecast planned'),
  go('pollination', 'Pollination', ['Mod+6', 'G P'], 'patterns master'),
  go('settings', 'Settings', ['Mod+7', 'Mod+,', 'G S'], 'preferences options'),
  go('agents', 'Agents', ['G E'], 'runners budget spend claude codex'),
  go('firstRun', 'The first run', ['G F'], 'tour welcome onboarding demo help'),

  ...part('Fleet', [
    ['/', 'Filter'], ['J', 'Next thread (or ↓)'], ['K', 'Previous thread (or ↑)'], ['X', 'Select it'], ['Mod+A', 'Select all that is shown'], ['.', 'Its menu'],
    ['Enter', 'Open the thread'], ['B', 'Beat it now'], ['Shift+B', 'Choose the tier'], ['P', 'Pause or resume'], ['A', 'Acknowledge its alerts'], ['S', 'Snooze its alerts for 1 hour'], ['E', 'Edit HEARTBEAT.md'],
    ['O', 'Open it in the editor'], ['T', 'Open a terminal there'], ['F', 'Show it in the file manager'], ['Shift+G', 'Open its remote'], ['Shift+P', 'Pin it to the top'],
  ]),
  ...part('Thread', [...THREAD_TABS.map((tab, i) => [`Alt+${i + 1}`, TAB_KEYS[tab]] as const), ['B', 'Beat it now'], ['Mod+S', 'Save HEARTBEAT.md'], ['Mod+\\', 'Source, both, board'], ['Mod+Enter', 'Tick the task'], ['Alt+↑', 'Move the task up; ↓ down'], ['Mod+Shift+1', 'Move the task to Quick; 2 Hourly, 3 Daily'], ['Mod+F', 'Find in HEARTBEAT.md'], ['Mod+Shift+E', 'Open in your editor'], ['Enter', 'Send the message'], ['Shift+Enter', 'New line in it']]),
  ...part('Strip', [['← →', 'Walk the beats'], ['Enter', 'Open the beat']]),
  ...part('Next 24 hours', [['← → ↑ ↓', 'Walk the hours'], ['Home', 'The first hour; End the last'], ['Enter', 'Open the thread']]),
]
