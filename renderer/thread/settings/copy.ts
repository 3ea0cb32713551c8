import { plural } from '../../../shared/base/amounts.ts'

/** What the settings of one thread say; those of its runner stand beside it. */
export const THREAD_SETTINGS_COPY = {
  trust: 'Trust and approvals',
  trusted: 'This repository is trusted',
  notTrusted: 'This repository is not trusted',
  trustedHelp:
    'Threadbeat may read it and run its own look-only git checks. Commands in HEARTBEAT.md run only ' +
    'when you approved exactly that command.',
  notTrustedHelp:
    'Nothing of it is read or run. Trusting lets Threadbeat read it and run its own look-only git ' +
    'checks; commands in HEARTBEAT.md still need your approval one by one.',
  stopTrusting: 'Stop trusting…',
  pauseHelp: 'No scheduled beats for a while. Beats you ask for still run.',
  paused: (reason: string, until: string | null) =>
    `Paused: ${reason}${until === null ? '' : `, until ${until}`}.`,
  pausedByFailures: (reason: string, until: string | null) =>
    `Paused after failures: ${reason}${until === null ? '' : `, until ${until}`}.`,
  nameHelp: 'Shown everywhere; the folder keeps its own.',
  badName: 'The name must have 1 to 100 characters.',
  locateHelp: 'Moved it? Point the thread at the new place; its number and history stay.',
  refused: 'Calls its agent was refused',
} as const

export const APPROVALS_COPY = {
  approveTitle: (n: number, name: string) => `Approve ${plural(n, 'command')} for ${name}?`,
  takeBackTitle: (n: number) => `Take back ${plural(n, 'approval')}?`,
  takeBack: 'Take back',
  approveText:
    'Exactly these are run at beats, in this repository. A change of a command, or of a script it names, asks again.',
  takeBackText: 'These are not run any more:',
  approved: 'Approved. The next beat runs them.',
  takenBack: 'Taken back.',
  none: 'HEARTBEAT.md names no command that needs an approval.',
  title: 'Commands in HEARTBEAT.md',
  about: 'Each is run only after you approved exactly it.',
  notApproved: 'Not approved',
  approve: (n: number) => (n === 0 ? 'Approve selected…' : `Approve ${plural(n, 'command')}…`),
} as const

export const SCHEDULE_COPY = {
  beatsHelp: 'How often the quick tier runs. Hourly and daily tasks join when they are due.',
  every: (length: string) => `Every ${length}`,
  another: (length: string) => `Another: ${length}`,
  own: 'Own interval',
  ownHelp: '1 min to 24 h.',
  badLength: (text: string) => `“${text}” is not a length of time. Write for example 12 min or 1 h 30 min.`,
  badBounds: (text: string, read: string) =>
    `The interval must be 1 min to 24 h, or 0 for off; “${text}” is ${read}.`,
  dailyAt: 'Daily tasks at',
  dailyAtHelp: 'A local time of day.',
  dailyAtOwnHelp: 'A local time of day. Empty: 24 hours after the last time.',
  noTime: 'No fixed time',
  noTimeHint: 'no fixed time',
  badTime: (text: string) => `“${text}” is not a time of day. Write for example 07:00 or 7 am.`,
  hours: 'Active hours',
  hoursHelp: 'Scheduled beats start only then.',
  hoursOwnHelp: 'Scheduled beats start only then. A window may cross midnight.',
  fromTo: (start: string, end: string, zone: string) => `${start} to ${end}${zone === '' ? '' : `, ${zone}`}`,
  badHours: (problem: string) => `Active hours: ${problem}.`,
  timeZone: 'Time zone',
} as const

export const SOURCES_COPY = {
  about:
    'Facts come in by these ways and stand in the thread’s next prompt. “Wake” asks for a beat each time, ' +
    '“Wake when asked” where the sender wants one; “In the next prompt” starts no agent by itself. A dot marks what is usual.',
  reset: (n: number) => `Reset ${plural(n, 'source')}`,
  wasReset: 'Every source is as usual again.',
  resetOne: (source: string, usual: string) => `Reset ${source} to “${usual}”`,
  usually: (usual: string) => `Usually: ${usual}`,
} as const

export const TRY_COPY = {
  section: 'Suggestions',
  label: 'Try suggestions',
  help: 'A suggested command is run in throw-away copies of this repository, so that you see what it would have found and how long it takes.',
  title: (name: string) => `Let suggestions for ${name} be tried?`,
  yes: 'Allow',
  allowed: 'Suggestions for it are tried from now on.',
  not: 'They are not tried any more.',
} as const

export const DECIDES_COPY = {
  label: 'Who decides',
  help: {
    person: 'Suggestions wait for you on the page Suggestions.',
    agent:
      'Its next prompt carries what is open; what the agent accepts is an edit of its own. No beat comes because of it, and a command still asks for your approval where it needs one. In a list that git tracks you decide all the same.',
    ignore: 'Nothing is suggested to it.',
  },
  local: 'Local checks cannot decide, so you do.',
  modes: { person: 'I decide', agent: 'The agent, at its next beat', ignore: 'Ignore suggestions' },
  ofLocal: { person: 'I decide', ignore: 'Ignore suggestions' },
} as const

export const SHARE_COPY = {
  label: 'Other machines may read this list',
  help: 'Those of your fleet get its tasks and how often each found something, without credentials, so that a master there can suggest something; asked about a beat, this machine also says what came of each of these tasks. Off again, they have neither any more.',
} as const

export const SHOWN_COPY = {
  title: 'What is shown',
  words: {
    showOk: { label: 'Quiet beats', help: 'A silent notification also when nothing needs you.' },
    showAlerts: { label: 'Alerts', help: 'A notification for each alert; off, they stay in the window.' },
    indicator: { label: 'Tray and headline', help: 'Alerts colour the tray and count in the headline.' },
  },
  allOffHere:
    'All three are off for this thread: no agent is started there, because nobody would see what it ' +
    'says. Beats you ask for still run.',
  allOff:
    'All three are off for every thread without its own setting: no agent is started there, because ' +
    'nobody would see what it says. Beats you ask for still run.',
  asApp: (isOn: boolean) => `As the app: ${isOn ? 'on' : 'off'}`,
} as const

export const CONFIG_FILE_COPY = {
  labels: {
    enabled: 'Beats',
    intervalMs: 'Interval',
    model: 'Model for beats',
    activeHours: 'Active hours',
    timeZone: 'Time zone',
    dailyAt: 'Daily tasks at',
    showOk: 'Quiet beats are shown',
    showAlerts: 'Alerts are shown',
    indicator: 'Tray and headline',
    session: 'Conversation',
    playbook: 'HEARTBEAT.md',
  } as Readonly<Record<string, string>>,
  every: (length: string) => `every ${length}`,
  ignored: 'ignored: only what you ask for runs',
  fromTo: (start: string, end: string) => `${start} to ${end}`,
  setBy: (file: string) => `set by ${file}`,
  none:
    'There is none. A file of this name beside HEARTBEAT.md can set pace, active hours, daily time, ' +
    'model, what is shown, and whether HEARTBEAT.md counts; it goes with the repository. It cannot say ' +
    'what is executed or allowed.',
  inUse: 'is in use. What it sets cannot be changed here; edit the file.',
  nothing: 'It sets nothing that counts.',
  problems: 'Problems in the file',
  notCounted: (n: number) => `${plural(n, 'entry does', 'entries do')} not count`,
} as const

/** Values of settings, side by side with those of another thread. */
export const VALUES_COPY = {
  every: (length: string) => `every ${length}`,
  dailyAt: (clock: string) => `daily at ${clock}`,
  anyTime: 'at any time',
  agentStarts: (when: string) => `an agent starts ${when}`,
  asUsual: 'default',
  asApp: 'as in the app',
  eachOfThem: 'each of them',
  local: 'Built-in checks, no model and no cost.',
} as const

export const HOOKS_COPY = {
  title: 'Git hooks',
  state: {
    absent: 'Will be made',
    ours: 'In place',
    foreign: 'Yours; lines are added',
    outdated: 'Will be renewed',
  },
  failed: (why: string) => `The hooks could not be read. ${why}`,
  again: 'Try again',
  changeOf: (file: string) => `Change of ${file}`,
  textOf: (file: string) => `Text of ${file}`,
  change: (n: number, name: string) => `Change ${plural(n, 'hook')} of ${name}?`,
  renewYes: 'Renew hooks',
  installYes: 'Install hooks',
  asYou: 'Git runs these files as you. Exactly these lines are written:',
  neverHold: 'They report and never hold up a commit, a merge or a checkout.',
  installDone: 'Installed. The next commit is told.',
  remove: (name: string) => `Remove the hooks from ${name}?`,
  removeYes: 'Remove hooks',
  removeText: 'Only what Threadbeat put there goes. Lines of your own stay as they are.',
  removeDone: 'Removed. Your own lines were kept.',
  offer: 'Report commits, merges and checkouts at once',
  offerHelp:
    'Without hooks, Threadbeat sees the same when it looks. With them git tells it at once. ' +
    'Nothing is installed unless you say so.',
  installedHelp: 'Git tells Threadbeat what happened. What it does with that stands above under Sources.',
  belongsTo: 'The hooks folder belongs to',
  belowGo: 'The lines below go where it looks for them.',
  cannot: (problem: string) => `Nothing can be installed: ${problem}`,
} as const
