import { plural } from '../../shared/base/amounts.ts'

/** Words of the settings page; those of single settings stand in the table of settings. */
export const SETTINGS_COPY = {
  sub: 'Changes apply at once.',
  search: 'Search settings',
  sections: 'Sections of the settings',
  found: (n: number): string => {
    if (n === 0) return 'Nothing found.'
    if (n === 1) return '1 setting found'
    return `${n} settings found`
  },
  nothing: (query: string): string => `No setting matches “${query}”.`,
  nothingHelp: 'Try another word, such as night, zoom, backup or token.',
  clear: 'Clear the search',
  fromApp: 'Set here',
  byHand: 'Written by hand in settings.json',
  reset: 'Reset',
  resetWhat: (label: string): string => `Reset ${label} to the built-in value`,
  wasReset: (label: string): string => `${label} has its built-in value again.`,
  badKey: (text: string): string => `settings.json says something else here: ${text}.`,
  agents: 'Runners, models, sign-in and budgets have a page of their own.',
  openAgents: 'Open Agents',
  budgetsHelp: 'Money, tokens and starts, for all threads, a runner or one thread.',
  autostartHelp: 'Starts without a window: in the tray, or minimised where there is none.',
  shortcutsHelp: 'Everything can be done without a mouse.',
  showShortcuts: 'Show shortcuts',
  testHelp: 'Shows one notification and tells whether it came through.',
  testShown: 'The desktop says it was shown.',
  testNotShown: (why: string): string => `It was not shown: ${why}.`,
  noReason: 'the desktop gave no reason',
  sendTest: 'Send a test',
  systemSettings: 'Open system settings',
  stillBroken: (text: string): string => `${text} Alerts still show here.`,
  dnd: 'Do Not Disturb of your system',
  dndOn:
    'On: your system is in Do Not Disturb; banners wait in the inbox. What is urgent comes through ' +
    'only if your system lets it.',
  dndOff: 'Off. When it is on, your system holds the banners back; they wait in the inbox.',
  dndUnknown:
    'This system does not tell apps about it. It holds banners back all the same, and they wait in the inbox.',
  mutedForever: 'Muted until you turn it back. Alerts still show here.',
  mutedUntil: (when: string): string => `Muted until ${when}. Alerts still show here.`,
  isBack: 'Notifications are back.',
  isMuted: 'Notifications are muted. Alerts still show in the window.',
  forAnHour: 'For 1 hour',
  untilMorning: 'Until tomorrow morning',
  untilBack: 'Until I turn it back',
  quietFrom: 'Quiet hours begin',
  quietTo: 'Quiet hours end',
  quietDays: 'Days on which quiet hours begin',
  oneDay: 'One day must stay. Switch the quiet hours off if there should be none.',
  badTime: (text: string): string => `“${text}” is no time of day. Write for example 09:00 or 9 am.`,
  badLength: (text: string, example: string): string =>
    `“${text}” is not a length of time. Write for example ${example}.`,
  badBounds: (least: string, most: string, text: string, read: string): string =>
    `This must be ${least} to ${most}; “${text}” is ${read}.`,
  badCount: (least: number, most: number): string => `This must be a whole number from ${least} to ${most}.`,
  lengthExample: '90 s or 5 min',
  lengthOrZeroExample: (zero: string): string => `14 d, or ${zero}`,
  autostart: 'Start at login',
  shortcuts: 'Keyboard shortcuts',
  shownElsewhere: 'A thread, or its HEARTBEAT.json, may say otherwise.',
  dormant: {
    never: 'No repository goes dormant.',
    none: 'No repository is dormant now.',
    some: (n: number, names: string, more: number): string =>
      `${plural(n, 'repository is', 'repositories are')} dormant now: ${names}${more > 0 ? ` and ${more} more` : ''}.`,
  },
} as const

/** What the power and the network mean for the beats just now. */
export const POWER_COPY = {
  now: (words: string): string => `Now: ${words}`,
  policy: {
    run: 'Beats run as usual.',
    calm: 'Beats come at most each half hour.',
    hold: 'Only what you ask for runs.',
  },
  battery: {
    unknown: 'this system does not tell about its battery',
    yes: 'on battery',
    no: 'on mains power',
  },
  network: {
    unknown: 'nor whether its network is metered',
    yes: 'the network is metered',
    no: 'the network is not metered',
  },
  onlyBattery: (battery: string): string =>
    `${battery}; the system does not tell whether the network is metered`,
  onlyNetwork: (network: string): string => `${network}; the system does not tell about its battery`,
} as const

export const UPDATES_COPY = {
  title: 'Updates',
  version: 'This version',
  thisVersion: (version: string): string => `This is version ${version}`,
  unknown: 'Nobody has looked for a newer one since the start.',
  asking: 'Looking for a newer one…',
  newest: (channel: 'stable' | 'beta', when: string): string =>
    `It is the newest: github.com named no newer ${channel === 'beta' ? 'version, beta or stable' : 'stable version'} (${when}).`,
  found: (version: string): string =>
    `Version ${version} is there. It is loaded when you say so, and checked against the sum that its release names.`,
  onPage: (version: string): string =>
    `Version ${version} is there. It is installed the way this one was, as a package of your system.`,
  loading: (version: string, percent: number): string => `Version ${version} is being loaded, ${percent} %.`,
  ready: (version: string): string =>
    `Version ${version} is loaded. It is in force after a restart, at the latest after you quit; the history is backed up before its form changes.`,
  failedLook: (why: string, last: string | null): string =>
    `Whether there is a newer one is not known. ${why}${last === null ? '' : ` ${last}`}`,
  failedLoad: (why: string): string => `It could not be loaded. ${why}`,
  neverAnswered: 'No look was answered since the start.',
  answered: (when: string): string => `The last look that was answered: ${when}.`,
  look: 'Look now',
  load: 'Load it',
  openPage: 'Open its page',
  skip: 'Skip this version',
  restart: 'Restart to update',
} as const

export const ABOUT_COPY = {
  about: 'About',
  licences: 'Licences',
  licencesHelp: 'Whose work Threadbeat is made from, and on which terms.',
  showLicences: 'Show licences',
  licencesFailed: (why: string): string => `They could not be read. ${why}`,
} as const

export const HEALTH_COPY = {
  diagnostics: 'Diagnostics',
  check: 'Check this installation',
  checkHelp: 'Agents, git, repositories, history, notifications, tray and more; takes a few seconds.',
  failed: (why: string): string => `The checks could not be made. ${why}`,
  run: 'Run the checks',
  again: 'Check again',
  checking: 'Checking…',
  report: 'Report a problem…',
  reportTitle: 'Report a problem',
  theReport: 'the report',
  copyReport: 'Copy the report',
  reportHelp:
    'Nothing is sent: Threadbeat has no address for reports yet. This text is made here, for you to ' +
    'copy to whoever helps you. Secrets, names of repositories and the path of your home folder ' +
    'are left out.',
  reportFailed: (why: string): string => `The report could not be made. ${why}`,
  allWell: (n: number): string => `All ${n} checks passed.`,
  some: (bad: string, n: number): string => `${bad} of ${n} checks need a look.`,
  logs: 'Logs',
  showLogs: 'Show logs',
  logsHelp: 'Five files of at most 5 MB. Tokens and the path of your home folder never stand in them.',
  file: 'settings.json',
  fileHelp: 'What is not built in stands in this file. Edits by hand count as soon as you save.',
  openFile: 'Open file',
  older: 'Earlier settings',
  noOlder: 'Nothing was changed yet.',
  by: {
    app: 'Changed here',
    hand: 'Edited by hand',
    restore: 'Restored',
  } as const,
  sameAsNow: 'The same as now',
  restoreThese: 'Restore',
  restored: 'Those settings count again.',
  show: (when: string): string => `Show the settings of ${when}`,
  of: (when: string): string => `Settings of ${when}`,
  restoreHelp: 'What restoring them would change now.',
  differences: (n: number): string => plural(n, 'difference'),
  builtIn: 'default',
  unknown: (keys: string): string => `Not known to this version, kept: ${keys}.`,
} as const

export const KEYS_COPY = {
  open: 'Change keys…',
  changed: (n: number): string => (n === 1 ? '1 key is your own' : `${n} keys are your own`),
  conflicts: (n: number): string => `${n} keys are used twice. Choose another for one of each.`,
  title: 'Keys',
  description:
    'A key is changed for every place where it acts. Letters never act while you type. Enter, arrows ' +
    'and the keys of text editing stay as they are.',
  find: 'Find a key',
  found: (n: number): string => {
    if (n === 0) return 'Nothing found.'
    if (n === 1) return '1 key found'
    return `${n} keys found`
  },
  none: (query: string): string => `No key does “${query}”.`,
  noKey: 'No key',
  builtIn: 'Built in:',
  record: 'Change',
  recordFor: (title: string): string => `Change the key for ${title}`,
  clear: 'No key',
  clearFor: (title: string): string => `Use no key for ${title}`,
  reset: 'Built-in key',
  resetFor: (title: string): string => `Use the built-in key for ${title}`,
  resetAll: 'Reset all keys',
  press: 'Press the keys…',
  pressHelp:
    'One key, with Ctrl, Alt or Shift if you like, or two letters one after the other. Escape goes back.',
  take: 'Use it',
  takeAway: 'Use it here instead',
  takeTitle: (keys: string): string => `${keys} does something else now`,
  free: 'Nothing else uses it. Enter takes it.',
  freeLetter: 'Nothing else uses it. Enter takes it; a second letter makes a pair.',
  same: 'That is its key already.',
  taken: (title: string, places: string): string =>
    `Conflict: it is the key for “${title}” (${places}), which would have none.`,
  begins: (title: string): string =>
    `Conflict: it begins, or ends before, the two letters of “${title}”. Choose another.`,
  reserved: {
    walking: 'This key walks, sends or deletes everywhere. Choose another.',
    text: 'This key belongs to editing text. Choose another.',
    system: 'This key belongs to the system or the window. Choose another.',
  } as const,
  shared: (titles: string): string => `Conflict: the same key as “${titles}”.`,
} as const

/** The key that no other program hears. */
export const GLOBAL_KEY_COPY = {
  choose: 'Choose a key…',
  change: 'Change…',
  off: 'Use none',
  title: 'Global shortcut',
  record: 'The global shortcut',
  description: 'Press the keys that are to open or hide the window while you are in any program.',
  help:
    'Ctrl (⌘ on a Mac) or Alt, with Shift and a letter, a digit or an arrow. A function key or Space ' +
    'needs only one of them. Escape goes back.',
  free: 'No other program hears it then. Enter takes it.',
  same: 'That is the key already.',
  weak: 'Programs need this key themselves. Add Shift, or take a function key with Ctrl or Alt.',
  own: (title: string): string => `Inside the window it is the key for “${title}”. Choose another.`,
  now: (keys: string): string => `Now ${keys}`,
} as const
