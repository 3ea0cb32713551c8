import { DEFAULT_SETTINGS, type Settings } from './settings.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../base/time.ts'
import { ZOOM } from './zoom.ts'

export const SETTING_SECTIONS = [
  'general',
  'appearance',
  'notifications',
  'schedule',
  'agents',
  'threads',
  'integrations',
  'privacy',
  'updates',
  'advanced',
] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]
export const SECTION_WORDS: Readonly<Record<SettingSection, string>> = {
  general: 'General',
  appearance: 'Appearance',
  notifications: 'Notifications',
  schedule: 'Schedule & budgets',
  agents: 'Agents',
  threads: 'Threads defaults',
  integrations: 'Integrations',
  privacy: 'Data & privacy',
  updates: 'Updates',
  advanced: 'Advanced',
}

export type SettingKey = keyof Settings
/**
 * How a value is chosen. `own`: a control of its own draws it. Bounds of durations are in ms; `zero`: what
 * 0 is called, where it is allowed besides the bounds.
 */
export type SettingControl =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly kind: 'count'; readonly bounds: readonly [number, number] }
  | {
      readonly kind: 'duration'
      readonly bounds: readonly [number, number]
      readonly least: string
      readonly most: string
      readonly zero?: string
    }
  | { readonly kind: 'time' }
  | { readonly kind: 'own' }

/** One setting as window, search, palette and command line tell of it; nothing else describes it. */
export interface SettingRow {
  readonly key: SettingKey
  readonly section: SettingSection
  readonly group: string
  readonly label: string
  readonly help: string
  readonly words: string // more that people may search for
  readonly control: SettingControl
}

const choice = (options: Readonly<Record<string, string>>): SettingControl => ({ kind: 'choice', options })
const count = (least: number, most: number): SettingControl => ({ kind: 'count', bounds: [least, most] })
const ON_OFF: SettingControl = { kind: 'switch' }
const OWN: SettingControl = { kind: 'own' }
const row = (
  section: SettingSection,
  group: string,
  key: SettingKey,
  label: string,
  help: string,
  control: SettingControl,
  words = '',
): SettingRow => ({ key, section, group, label, help, words, control })

const PERCENTS = Object.fromEntries(
  Array.from({ length: (ZOOM.most - ZOOM.least) / ZOOM.step + 1 }, (_, i) => ZOOM.least + i * ZOOM.step).map(
    (n) => [String(n), `${n} %`],
  ),
)

/** Every setting that is set on the settings page, in the order of the page. */
export const SETTING_ROWS: readonly SettingRow[] = [
  row(
    'general',
    'Window and tray',
    'closeToTray',
    'Closing the window',
    'Heartbeats run only while Threadbeat runs.',
    choice({ ask: 'Ask', hide: 'Keeps it in the tray', quit: 'Quits' }),
    'quit hide background',
  ),
  row(
    'general',
    'Window and tray',
    'trayClick',
    'Click on the tray icon',
    'As usual: the small window on macOS and Windows, the main window on Linux. There the panel opens ' +
      'the menu with the button of its own choice; with “Menu”, a click it hands on opens the ' +
      'small window.',
    choice({ auto: 'As usual', popover: 'The small window', window: 'The main window', menu: 'The menu' }),
    'menu bar popover left',
  ),
  row(
    'general',
    'Window and tray',
    'showCount',
    'Show the count',
    'How many threads need you, beside the icon in the menu bar of macOS and on the taskbar of ' +
      'Windows. Panels on Linux have no place for it.',
    ON_OFF,
    'badge number overlay',
  ),
  row(
    'general',
    'Window and tray',
    'alwaysInDock',
    'Always show in the Dock',
    'On macOS the tile in the Dock is there as long as the window is; elsewhere nothing changes.',
    ON_OFF,
    'mac tile icon',
  ),
  row(
    'general',
    'Keyboard',
    'globalShortcut',
    'Key for everywhere',
    'Opens or hides the window while you are in any program. No other program hears it then.',
    OWN,
    'global shortcut hotkey system wide',
  ),
  row(
    'general',
    'Keyboard',
    'letterKeys',
    'Single letters act',
    'B beats, A acknowledges. Off, or only in lists, helps where speech or a screen reader types letters.',
    choice({ on: 'Everywhere', lists: 'Only in lists', off: 'Not at all' }),
    'shortcuts accessibility keys',
  ),
  row(
    'general',
    'Keyboard',
    'keys',
    'Keys',
    'Any key of the window can be another one, or none. Keys of text editing stay as everywhere.',
    OWN,
    'remap rebind record change shortcut hotkey conflict',
  ),

  row(
    'appearance',
    'Look',
    'theme',
    'Theme',
    'System follows your desktop, also while it changes.',
    choice({ system: 'System', light: 'Light', dark: 'Dark' }),
    'dark mode light colour color',
  ),
  row(
    'appearance',
    'Look',
    'contrast',
    'Contrast',
    'More contrast draws stronger lines and darker text.',
    choice({ system: 'System', more: 'More' }),
    'accessibility high',
  ),
  row(
    'appearance',
    'Look',
    'density',
    'Density of tables',
    'Compact shows half as many rows again in the same space.',
    choice({ comfortable: 'Comfortable', compact: 'Compact' }),
    'rows height spacing',
  ),
  row(
    'appearance',
    'Look',
    'zoomPercent',
    'Zoom',
    'Size of everything in the window.',
    choice(PERCENTS),
    'scale text size larger smaller accessibility',
  ),
  row(
    'appearance',
    'Look',
    'clock',
    'Clock',
    'How times of day are written. Point at a full date to see it in UTC.',
    choice({ system: 'System', '12h': '12 hours', '24h': '24 hours' }),
    'am pm 12h 24h utc time',
  ),
  row(
    'appearance',
    'Look',
    'showUtc',
    'Times in UTC',
    'Marked with a Z. Due times, quiet hours and days of charts stay those of your own zone.',
    ON_OFF,
    'time zone timezone utc gmt zulu',
  ),
  row(
    'appearance',
    'Tray',
    'trayIcons',
    'Tray icon',
    'Panels on Linux cannot be asked for their colour; choose what can be seen on yours.',
    choice({ system: 'System', light: 'Light, for dark panels', dark: 'Dark, for light panels' }),
    'panel colour',
  ),

  row(
    'notifications',
    'Notifications',
    'mutedUntil',
    'Mute',
    'Beats and alerts go on; only the banners stop.',
    OWN,
    'silence do not disturb snooze',
  ),
  row(
    'notifications',
    'Quiet hours',
    'quietHours',
    'Quiet hours',
    'Notifications are silent then; they wait in the inbox.',
    OWN,
    'night weekend do not disturb days',
  ),
  row(
    'notifications',
    'Quiet hours',
    'quietLetsUrgent',
    'Urgent alerts may pass',
    'What is urgent is shown all the same.',
    ON_OFF,
    'break through',
  ),
  row(
    'notifications',
    'Quiet hours',
    'quietPausesBeats',
    'Beats rest as well',
    'Beats that nobody asked for and that are not urgent wait for the end of the quiet hours.',
    ON_OFF,
    'pause night',
  ),
  row(
    'notifications',
    'Daily digest',
    'digest',
    'Digest',
    'One notification a day that sums up the day before. Automatic: from five threads on.',
    choice({ auto: 'Automatic', on: 'On', off: 'Off' }),
    'summary',
  ),
  row(
    'notifications',
    'Daily digest',
    'digestAt',
    'Digest at',
    'Time of day, such as 09:00.',
    { kind: 'time' },
    'summary time',
  ),
  row(
    'notifications',
    'What is shown',
    'showOk',
    'Quiet beats',
    'A silent notification also when nothing needs you.',
    ON_OFF,
    'ok',
  ),
  row(
    'notifications',
    'What is shown',
    'showAlerts',
    'Alerts',
    'A notification for each alert; off, they stay in the window.',
    ON_OFF,
  ),
  row(
    'notifications',
    'What is shown',
    'indicator',
    'Tray and headline',
    'Alerts colour the tray and count in the headline.',
    ON_OFF,
    'badge icon',
  ),

  row(
    'schedule',
    'Slots',
    'maxRuns',
    'Runs at a time',
    'Messages and heartbeats together, 1 to 8.',
    count(1, 8),
    'parallel concurrency',
  ),
  row(
    'schedule',
    'Slots',
    'maxHeartbeats',
    'Heartbeats at a time',
    'Fewer than the runs, so that a message never waits behind heartbeats.',
    count(1, 7),
    'parallel concurrency',
  ),
  row(
    'schedule',
    'Limits of a beat',
    'quickLimitMs',
    'Limit of a quick beat',
    'After this the run and everything it started is ended.',
    { kind: 'duration', bounds: [5 * SECOND, HOUR], least: '5 s', most: '1 h' },
    'timeout',
  ),
  row(
    'schedule',
    'Limits of a beat',
    'hourlyLimitMs',
    'Limit of an hourly beat',
    '5 s to 2 h.',
    { kind: 'duration', bounds: [5 * SECOND, 2 * HOUR], least: '5 s', most: '2 h' },
    'timeout',
  ),
  row(
    'schedule',
    'Limits of a beat',
    'dailyLimitMs',
    'Limit of a daily beat',
    '5 s to 6 h.',
    { kind: 'duration', bounds: [5 * SECOND, 6 * HOUR], least: '5 s', most: '6 h' },
    'timeout',
  ),
  row(
    'schedule',
    'Out of your way',
    'outOfTheWay',
    'Wait while you work',
    'Beats that nobody asked for hold back while somebody is at work in the repository: a lock of ' +
      'git, a rebase or merge under way, an agent of yours, edits of the last minutes. They ' +
      'run in the gap.',
    ON_OFF,
    'editing lock rebase',
  ),
  row(
    'schedule',
    'Out of your way',
    'onBattery',
    'On battery',
    'What you ask for always runs.',
    choice({ run: 'As ever', calm: 'At most each half hour', hold: 'Only what you ask for' }),
    'power laptop',
  ),
  row(
    'schedule',
    'Out of your way',
    'onMetered',
    'On a metered network',
    'A phone’s hotspot, for example. Agents need the network.',
    choice({ run: 'As ever', hold: 'Only what you ask for' }),
    'hotspot mobile data',
  ),
  row(
    'schedule',
    'Limits of one agent run',
    'quickCalls',
    'Tool calls of a quick beat',
    'More than this, and the run is ended: it went round in circles.',
    count(1, 5000),
    'runaway',
  ),
  row(
    'schedule',
    'Limits of one agent run',
    'hourlyCalls',
    'Tool calls of an hourly beat',
    '1 to 5000.',
    count(1, 5000),
    'runaway',
  ),
  row(
    'schedule',
    'Limits of one agent run',
    'dailyCalls',
    'Tool calls of a daily beat',
    '1 to 5000.',
    count(1, 5000),
    'runaway',
  ),
  row(
    'schedule',
    'Limits of one agent run',
    'messageCalls',
    'Tool calls of a message',
    '1 to 5000.',
    count(1, 5000),
    'runaway',
  ),
  row(
    'schedule',
    'Limits of one agent run',
    'repeatedCalls',
    'The same call one after the other',
    'As often as this, and the run is ended.',
    count(2, 100),
    'loop runaway',
  ),

  row(
    'threads',
    'Pace',
    'defaultIntervalMs',
    'Pace of new threads',
    '8 min keeps a close eye; 30 min is calm.',
    OWN,
    'interval schedule every',
  ),
  row(
    'threads',
    'Pace',
    'dormantAfterMs',
    'Dormant after',
    'Without a commit, an edit or a deed of yours for so long, a repository is looked at once a day. ' +
      'Any change wakes it. “never” keeps every pace.',
    { kind: 'duration', bounds: [DAY, 365 * DAY], least: '1 d', most: '365 d', zero: 'never' },
    'asleep stale',
  ),
  row(
    'threads',
    'Work and messages',
    'workPerBeat',
    'Work items a beat may take',
    'From the Work Queue section of HEARTBEAT.md, 1 to 5.',
    count(1, 5),
    'queue',
  ),
  row(
    'threads',
    'Work and messages',
    'messagesTakeEvents',
    'Messages take events along',
    'A message of yours carries the waiting events too and uses them up. Off, they wait for the next beat.',
    ON_OFF,
  ),
  row(
    'threads',
    'Work and messages',
    'sessionIdleMs',
    'A session ends after',
    'For threads whose messages share one session: without a message for so long, the next begins a new one.',
    { kind: 'duration', bounds: [5 * MINUTE, 30 * DAY], least: '5 min', most: '30 d' },
    'conversation context',
  ),
  row(
    'threads',
    'Noise',
    'noisyRuns',
    'A thread is noisy from',
    'More runs of one thread than this within an hour raise one alert. Something wakes it too often then.',
    count(10, 1000),
    'flood',
  ),
  row(
    'threads',
    'Noise',
    'ackMaxChars',
    'Letters beside HEARTBEAT_OK',
    'A reply with at most so many more letters is still quiet, 0 to 2000.',
    count(0, 2000),
    'acknowledge reply',
  ),

  row(
    'integrations',
    'Webhook, incoming',
    'webhookPort',
    'Listen on this machine',
    'Programs here can tell a thread that something happened. Only 127.0.0.1, only with the token, ' +
      'nothing from web pages.',
    OWN,
    'port http token api',
  ),

  row(
    'privacy',
    'How long history is kept',
    'detailsKeptMs',
    'Outputs are kept',
    'Outputs and results of single tasks. 1 d to 365 d.',
    { kind: 'duration', bounds: [DAY, 365 * DAY], least: '1 d', most: '365 d' },
    'retention prune delete disk',
  ),
  row(
    'privacy',
    'How long history is kept',
    'runsKeptMs',
    'Runs are kept',
    'Runs and due times. 7 d to 10 years. Day figures are kept for ever.',
    { kind: 'duration', bounds: [7 * DAY, 3650 * DAY], least: '7 d', most: '3650 d' },
    'retention prune delete disk',
  ),

  row(
    'advanced',
    'Logs',
    'logLevel',
    'Log level',
    'Debug writes much more; secrets and your home folder’s name stay out of it either way.',
    choice({ info: 'Usual', debug: 'Debug' }),
    'verbose trace',
  ),
]

/** Settings without a row, and why. */
export const WITHOUT_ROW: Readonly<Partial<Record<SettingKey, string>>> = {
  caps: 'Budgets are set on the Agents page, beside what was used.',
  columns: 'Chosen in the fleet table itself.',
  views: 'Saved and removed beside the places.',
  welcomed: 'Remembers only that the first run was seen.',
}

/** What else stands on the settings page: things to do, and facts. Found by the same search. */
interface DeedRow {
  readonly id: string
  readonly section: SettingSection
  readonly label: string
  readonly words: string
}
const deed = (section: SettingSection, id: string, label: string, words: string): DeedRow => ({
  id,
  section,
  label,
  words,
})
export const DEED_ROWS: readonly DeedRow[] = [
  deed('general', 'autostart', 'Start at login', 'autostart boot launch startup'),
  deed('general', 'shortcuts', 'Keyboard shortcuts', 'keys help'),
  deed('notifications', 'test', 'Send a test notification', 'try check banner'),
  deed(
    'notifications',
    'system',
    'Notification settings of the system',
    'open desktop do not disturb focus mode',
  ),
  deed('schedule', 'budgets', 'Budgets', 'caps money cost tokens usd limit'),
  deed('agents', 'agents', 'Agents', 'claude codex copilot runner model sign in'),
  deed('integrations', 'webhooks', 'Outgoing webhooks', 'slack telegram ntfy http'),
  deed('privacy', 'privacy', 'What is kept where', 'telemetry tracking network data folder'),
  deed('privacy', 'backups', 'Backups', 'restore copy database daily'),
  deed('privacy', 'export', 'Export everything', 'zip'),
  deed('privacy', 'import', 'Import', 'zip restore merge'),
  deed('privacy', 'move', 'Move to another machine', 'new computer export import locate missing folders'),
  deed('privacy', 'reset', 'Reset and clear', 'factory reset delete history settings'),
  deed('updates', 'updates', 'Updates', 'version release'),
  deed('advanced', 'diagnostics', 'Diagnostics', 'doctor checks health git tray disk'),
  deed('advanced', 'report', 'Report a problem', 'bug issue help feedback diagnostics copy'),
  deed('advanced', 'logs', 'Show logs', 'log folder debug'),
  deed('advanced', 'file', 'settings.json', 'file json restore generations by hand dotfiles'),
]

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const matches = (text: string, query: string): boolean => {
  const within = folded(text)
  return folded(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => within.includes(word))
}
/** What a query finds over all sections, in the order of the page; an empty query finds everything. */
export const findSettings = (
  query: string,
): { readonly rows: readonly SettingRow[]; readonly deeds: readonly DeedRow[] } => ({
  rows: SETTING_ROWS.filter((r) =>
    matches(
      `${r.label} ${r.help} ${r.words} ${r.group} ${SECTION_WORDS[r.section]} ` +
        `${spelledSetting(r.key)} ` +
        `${r.control.kind === 'choice' ? Object.values(r.control.options).join(' ') : ''}`,
      query,
    ),
  ),
  deeds: DEED_ROWS.filter((d) => matches(`${d.label} ${d.words} ${SECTION_WORDS[d.section]}`, query)),
})

/** As the command line writes it: "defaultIntervalMs" → "default-interval". */
export const spelledSetting = (key: string): string =>
  key.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const isDefault = (key: SettingKey, value: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(DEFAULT_SETTINGS[key])
