import { plural } from '../../shared/base/amounts.ts'
/** What small parts say that stand on several pages. */
export const PARTS = {
  skipped: (why: string) => `Skipped: ${why}`,
  elapsed: (elapsed: string, typical: string | null) =>
    typical === null ? elapsed : `${elapsed} of ~${typical}`,
  checks: (done: number, total: number) => `${done} of ${plural(total, 'check')}`,
  approval: {
    review: (n: number) => (n === 1 ? 'Review command…' : 'Review commands…'),
    reviewOf: (name: string) => `Review commands of ${name}…`,
  },
  git: {
    noBranch: 'no branch',
    detached: 'no branch checked out',
    branch: (name: string) => `branch ${name}`,
    changed: (n: number) => (n > 0 ? plural(n, 'changed file') : 'no changes'),
    ahead: (n: number) => `${plural(n, 'commit')} ahead`,
    behind: (n: number) => `${plural(n, 'commit')} behind`,
    operation: (what: string) => `${what} in progress`,
  },
  /** A runner that rests, said once for all its threads. */
  resting: {
    label: (name: string) => `${name} is resting`,
    cause: {
      limit: (name: string) => `${name} has reached its usage limit.`,
      login: (name: string) => `${name} is signed out.`,
      key: (name: string) =>
        `The server of ${name} refused the key. Another one is tried as soon as it is set.`,
      missing: (name: string) => `${name} is not found any more.`,
      outage: (name: string) => `The server of ${name} is overloaded or down.`,
    },
    until: (when: string, isGuess: boolean, threads: number) =>
      `It rests until ${when}${isGuess ? ', by guess' : ''}; ` +
      `${threads === 0 ? 'no thread uses it' : `${plural(threads, 'thread')} ${threads === 1 ? 'waits' : 'wait'} meanwhile`}.`,
    over: 'It is tried again with the next beat.',
    again: 'Try again now',
  },
  scheduler: {
    restart: 'Restart scheduler',
    logs: 'Show logs',
    ok: 'The scheduler runs again.',
    still: 'It still fails. The log in the data folder says why.',
  },
  tags: {
    title: (n: number, name: string) => (n === 1 ? `Tags of ${name}` : `Tags of ${n} threads`),
    label: 'Tags',
    help: 'Single words, with spaces between them. At most eight.',
    add: 'Add',
    remove: (tag: string) => `Remove the tag ${tag}`,
    some: 'on some',
    none: 'No tags yet.',
  },
  pause: {
    withReason: 'With a reason…',
    title: (name: string) => `Pause ${name}`,
    help: 'Schedules, git hooks and wakes rest. Beats you ask for still run.',
    reason: 'Reason',
    reasonHint: 'frozen until the release',
    until: 'Until',
    untilHelp: 'Empty: until you resume.',
    past: 'That is over already. Choose a later time.',
    yes: 'Pause',
  },
  bypass: {
    short: 'No checks',
    until: (when: string) => ` until ${when}`,
    long: (when: string) => `No checks until ${when}`,
    about: (when: string) => `The runner’s own permission checks are off until ${when}`,
    off: 'Switch it off',
  },
  handOver: {
    menu: 'Hand over…',
    agent: 'Open an agent here',
    terminal: 'Open a terminal here',
    opened: 'Opened. It counts as gone once a beat has seen so.',
    title: 'Open it yourself',
    why: (why: string): string => `${why} Nothing was lost: paste this into a terminal.`,
    copy: 'command',
  },
  permission: 'Needs permission',
  power: {
    held: 'Beats and jobs that nobody asked for wait.',
    rarer: 'Each thread beats at most every half hour.',
    onBattery: 'On battery.',
    metered: 'On a metered network.',
  },
  tier: {
    running: (tier: string) => `${tier}: running now`,
    snoozedUntil: (tier: string, when: string, tasks: number) =>
      `${tier}: snoozed until ${when} · ${plural(tasks, 'task')}`,
    never: (tier: string, tasks: number) => `${tier}: never run · ${plural(tasks, 'task')}`,
    idle: (tier: string, isPaused: boolean, tasks: number) =>
      `${tier}: ${isPaused ? 'paused' : 'not scheduled'} · ${plural(tasks, 'task')}`,
    dueIn: (tier: string, length: string, tasks: number) =>
      `${tier}: due in ${length} · ${plural(tasks, 'task')}`,
    dueNext: (tier: string, tasks: number) => `${tier}: due at the next beat · ${plural(tasks, 'task')}`,
    late: (tier: string, length: string, tasks: number) =>
      `${tier}: late by ${length} · ${plural(tasks, 'task')}`,
    runNow: (state: string, tier: string) => `${state}. Run ${tier.toLowerCase()} now`,
    ago: (length: string) => `${length} ago`,
    chip: (state: string) => `${state}. Click to run it; right-click or hold to snooze it.`,
    menu: (tier: string, name: string) => `Snooze ${tier.toLowerCase()} of ${name}`,
  },
  noBeats: 'no beats yet',
  needPermission: 'need permission',
  foreseen: { tierBeat: (tier: string) => `${tier} beat`, timed: 'Timed task' },
  /** Follows what came of a beat. */
  notScheduled: ' · not scheduled',
} as const
