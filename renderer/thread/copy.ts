import { plural } from '../../shared/base/amounts.ts'

/** What the page of one thread says, and the page of one run. */
export const THREAD = {
  open: { label: 'Open in…' },
  gone: {
    title: 'This thread is not here any more.',
    text: 'It was removed from Threadbeat. Its repository and HEARTBEAT.md were kept.',
    back: 'Back to Today',
  },
  tabs: {
    /** Read aloud after their number. */
    commands: (n: number) => (n === 1 ? 'command to approve' : 'commands to approve'),
    permissions: (n: number) => (n === 1 ? 'permission to decide' : 'permissions to decide'),
    problems: (n: number) => (n === 1 ? 'problem' : 'problems'),
    waiting: ' waiting',
    config: (n: number) => `${n === 1 ? 'problem' : 'problems'} in HEARTBEAT.json`,
  },
  head: {
    reveal: 'Show in the file manager',
    every: (length: string) => `every ${length}`,
    number: (n: number) => `thread ${n}`,
    tagged: (tag: string) => `Threads with the tag ${tag}`,
    watchRun: 'Watch the run',
    watchBeat: 'Watch the beat',
    beat: 'Beat now',
  },
  overview: {
    allRuns: 'All runs',
    recent: 'Recent runs',
    none: 'Nothing has run yet.',
    first: 'The first beat comes with the schedule, or now.',
    untrusted: 'Nothing runs before this repository is trusted.',
    allThreads: 'All threads',
    ahead: 'Next 24 hours',
    dueTimes: (n: number) => ` (${n} due times)`,
    noBeats: 'No beats yet',
    since: (when: string) => `Beats since ${when}`,
    alerts: 'Open alerts',
    openRun: 'Open run',
    raised: (ago: string, seen: number) => `${ago} ago${seen > 1 ? ` · seen ${seen}×` : ''}`,
    merged: (n: number) => ` · ${plural(n, 'more due time')} merged in`,
    takeBack: 'Take back',
    next: 'starts next',
    waits: (length: string) => `for ${length}`,
    showAll: (n: number) => `Show all ${n}`,
  },
  tier: {
    lastRun: 'Last run',
    average: 'Average',
    noAverage: 'none yet',
    of: (n: number) => `over ${plural(n, 'beat')} of the last 30 days`,
  },
  missing: {
    text: 'Beats fail until the folder is back. Nothing is made in its place.',
    locate: 'Locate…',
    pause: 'Pause',
    remove: 'Remove…',
  },
  danger: {
    title: 'Danger zone',
    clear: {
      label: 'Clear history',
      help: 'Ended runs, due times and settled alerts go. Settings, open alerts, money spent and HEARTBEAT.md stay.',
      button: 'Clear…',
      ask: (name: string) => `Clear the history of ${name}?`,
      text: 'This cannot be taken back. What runs or waits now is not touched.',
      yes: 'Clear history',
      done: (n: number) => `${plural(n, 'run')} cleared.`,
    },
    file: {
      label: 'Delete HEARTBEAT.md',
      help:
        'The file goes from the repository. The next beat would write a fresh one: pause or remove the ' +
        'thread first if none is wanted.',
      button: 'Delete…',
      title: 'Delete HEARTBEAT.md?',
      text: (path: string) =>
        `It is deleted from ${path}. Only versions that Threadbeat kept, or git, bring it back.`,
      type: 'Type HEARTBEAT.md to confirm',
      yes: 'Delete the file',
      done: 'HEARTBEAT.md is deleted.',
    },
    remove: {
      label: 'Remove from Threadbeat',
      help:
        'The schedule and the history go. The repository stays as it is, and HEARTBEAT.md is kept. Ten ' +
        'seconds to take it back.',
      button: 'Remove…',
    },
  },
  copy: {
    label: 'Copy settings to…',
    button: 'Choose threads…',
    help:
      'Schedule, runner, session, sources and what is shown, to other threads. Trust, approvals and ' +
      'permissions stay their own.',
    title: (name: string) => `Copy the settings of ${name}`,
    none: 'There is no other thread.',
    same: 'the same already',
    what: 'What is copied',
    to: 'To',
    runner: 'Runner (what is executed)',
    schedule: 'Schedule',
    session: 'Session, and when an agent starts',
    sources: 'Event sources',
    shown: 'What is shown',
    yes: (n: number) => (n === 0 ? 'Copy' : `Copy to ${plural(n, 'thread')}`),
    done: (n: number) => `Settings copied to ${plural(n, 'thread')}.`,
  },
  state: {
    message: 'A message is being answered.',
    quietFor: (length: string, because: string) => `Quiet for ${length}: ${because}`,
  },
} as const

/** How often a tier comes, in words that can be typed. */
export const PACE = {
  off: 'off',
  every: (length: string) => `every ${length}`,
  hours: (start: string, end: string) => `from ${start} to ${end}`,
  hourly: 'after 60 min',
  day: 'after 24 h',
  dailyAt: (clock: string) => `daily at ${clock}`,
  change: (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}. Change`,
  byFile: (file: string) => `Set by ${file} in the repository; change it there.`,
  title: { quick: 'How often it beats', daily: 'When the daily tasks are due' },
  example: { quick: 'every 10 minutes, 08:00 to 20:00', daily: '07:00' },
  reads: (words: string) => `Scheduled beats: ${words}.`,
  byElapsed: '24 hours after the last time.',
  daily: (clock: string) => `At the first beat from ${clock} on.`,
  save: 'Save',
  cancel: 'Cancel',
  empty: 'Write how often, for example “every 10 minutes, 08:00 to 20:00”, or “off”.',
  unread: (text: string) =>
    `“${text}” is not clear. Write for example “every 10 minutes” or “every hour, 8 to 20”.`,
  bounds: (length: string) => `The pace must be 1 min to 24 h, or off; this is ${length}.`,
  noDays:
    'A thread cannot keep to days of the week; a job can. Write only how often, and between which hours.',
  noClock: (text: string) => `“${text}” is not a time of day. Write for example 07:00.`,
} as const
