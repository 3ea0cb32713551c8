import { plural } from '../../shared/base/plural.ts'

/** What the deeds say that can be done from several places: questions, toasts, menus. */
export const ACTIONS = {
  undo: 'Undo',
  beat: {
    running: (name: string) => `${name} is being beaten already.`,
    joined: (name: string) => `Joined the beat of ${name} that was waiting.`,
    queued: (name: string, tier?: string) =>
      `${tier === undefined ? 'Beat' : `${tier} beat`} of ${name} is queued.`,
    cancelled: 'Cancelled. Nothing was run.',
    allQueued: (n: number) =>
      n === 0 ? 'Nothing is due. Every thread is on schedule.' : `${plural(n, 'beat')} queued.`,
    stopping: 'Stopping. Everything this run started is ended.',
    anyway: {
      title: (name: string) => `Beat ${name} anyway?`,
      yes: 'Beat anyway',
      text: 'Scheduled beats wait. This one starts now if you want it.',
    },
  },
  stopAll: {
    title: (n: number) => (n === 1 ? 'Stop the run that is going on?' : `Stop all ${n} runs?`),
    yes: 'Stop everything',
    button: 'Stop all',
    text: (names: readonly string[]) =>
      `${listed(names)}. Everything they started is ended with them, and the history says that you ` +
      'stopped them. What waits in the queue goes on.',
    none: 'Nothing is running.',
    done: (n: number) =>
      n === 0
        ? 'Nothing was running any more.'
        : `Stopping ${plural(n, 'run')}. Everything they started is ended.`,
  },
  flagResolved: 'Flag resolved.',
  pause: {
    choices: { hour: 'For 1 hour', tomorrow: 'Until tomorrow 09:00', open: 'Until I resume' },
    reason: 'paused by you',
    end: {
      open: 'until you resume',
      tomorrow: 'until tomorrow 09:00',
      at: (clock: string) => `until ${clock}`,
    },
    done: (name: string | undefined, end: string) =>
      `${name ?? 'Everything'} is paused ${end}. Beats you ask for still run.`,
    over: (name: string | undefined) => `${name ?? 'Everything'} is back on schedule.`,
  },
  trust: {
    title: (name: string) => `Trust ${name}?`,
    yes: 'Trust this repository',
    reads: 'Threadbeat may read it and run its own look-only git checks in it.',
    commands: 'Commands in HEARTBEAT.md still need your approval one by one.',
    done: (name: string) => `${name} is trusted. Its first beat comes with the schedule.`,
    stop: {
      title: (name: string) => `Stop trusting ${name}?`,
      yes: 'Stop trusting',
      text: 'Nothing of it is read or run any more, and its schedule rests. Approvals are kept for later.',
      done: (name: string) => `${name} is not trusted any more.`,
    },
  },
  remove: {
    title: (name: string) => `Remove ${name} from Threadbeat?`,
    yes: 'Remove thread',
    history: 'Its schedule and run history are removed from Threadbeat.',
    repository: 'The repository stays as it is, and HEARTBEAT.md is kept.',
    done: (name: string) => `${name} is removed. HEARTBEAT.md is kept.`,
    kept: (name: string) => `${name} is back.`,
  },
  checksOn: (name: string) => `The permission checks of ${name} are on again.`,
  runnerTried: (name: string) => `${name} is tried again with the next beat.`,
  sentAgain: 'Sent once more.',
  decide: {
    once: {
      title: (name: string) => `Allow this once in ${name}?`,
      yes: 'Allow once',
      said: 'Allowed for the next run.',
      rule: (runner: string, label: string) =>
        `In its next run ${runner} may ${label}, which is, in its own words:`,
    },
    always: {
      title: (name: string) => `Allow this from now on in ${name}?`,
      yes: 'Allow for this thread',
      said: 'Allowed for this thread from now on.',
      rule: (runner: string, label: string) =>
        `In every run from now on ${runner} may ${label}, which is, in its own words:`,
    },
    never: {
      title: (name: string) => `Never allow this in ${name}?`,
      yes: 'Never',
      said: 'Refused from now on, without asking again.',
      rule: (runner: string, label: string) =>
        `${runner} may not ${label}, and you are not asked again. In its own words:`,
    },
  },
  ruleExact: 'It is passed to the runner as one of its rules, exactly so.',
  /** A tool call that was refused, in the list of those. */
  permissions: {
    title: 'Asks for permission',
    choose: { once: 'Allow once', always: 'For this thread', never: 'Never' },
    decided: { once: 'Allowed once', always: 'Allowed for this thread', never: 'Never' },
  },
  /** The dialog that takes folders in. */
  add: {
    title: 'Add repositories',
    help: 'Choose folders. Repositories are looked for in them, three levels deep; nothing in them is run.',
    chosen: (n: number) => `${n} chosen`,
    yes: (n: number) => (n === 0 ? 'Add ' : `Add ${plural(n, 'repository', 'repositories')}`),
    trust: 'Trust these repositories',
    trustHelp:
      'Threadbeat may read them and run its own look-only git checks. Commands in HEARTBEAT.md still ' +
      'need your approval one by one. Without trust, nothing of them is read or run.',
    done: (n: number, trusted: boolean) =>
      `${plural(n, 'thread')} added.${trusted ? ' First beats come with the schedule.' : ''}`,
  },
  /** What a threadbeat:// link asks before anything happens. */
  link: {
    unread: 'Threadbeat does not understand it.',
    noThread: (thread: string | number) => `There is no thread ${thread} here.`,
    nowhere: 'This link leads nowhere',
    about: 'A link asks for this. Nothing has happened yet.',
    beat: {
      title: (name: string) => `Beat ${name}?`,
      yes: 'Beat now',
      text: (tier: string | null, thread: number, runner: string) =>
        `${tier === null ? 'One beat with the tasks that are due' : tier === 'quick' ? 'One beat with the quick tasks' : `One beat with the ${tier} tasks and those below them`} is queued for thread ${thread}, with the runner ${runner}, as if you had asked for it here.`,
      untrusted:
        'This repository is not trusted: nothing of it is read or run, and this link cannot change that.',
      running: 'A beat of it runs already; you are taken to that one.',
    },
    add: {
      title: 'Add this repository?',
      yes: 'Add without trust',
      text: 'The folder becomes a thread, if it is a git repository:',
      failed: 'It was not added.',
      untrusted: 'It is not trusted by this: nothing of it is read or run until you trust it on its page.',
      known: (thread: number) => `It is thread ${thread} already.`,
    },
  },
  untrusted: {
    title: (name: string) => `Open a terminal in ${name}?`,
    yes: 'Open a terminal',
    safe: 'The editor and the file manager open without this question.',
  },
  opened: (name: string, thread: string) => `${thread} opens in ${name}.`,
  pinned: (name: string, on: boolean) =>
    on ? `${name} is pinned: first among threads of its state.` : `${name} is not pinned any more.`,
  note: {
    off: 'This thread takes no such notes: the source “Command line” is switched off in its settings.',
    text: (note: string) => `A note from the person for this beat: ${note}`,
  },
} as const

const listed = (names: readonly string[]): string =>
  [...names.slice(0, 5), ...(names.length > 5 ? [`${names.length - 5} more`] : [])].join(', ')
