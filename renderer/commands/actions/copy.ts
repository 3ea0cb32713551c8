import { plural } from '../../../shared/base/amounts.ts'

/** What the deeds say that can be done from several places: questions, toasts, menus. */
export const ACTIONS = {
  folderChanged: 'Folder changed.',
  beat: {
    running: (name: string) => `A beat of ${name} is running already.`,
    joined: (name: string) => `Joined the beat of ${name} that was waiting.`,
    queued: (name: string, tier?: string) =>
      `${tier === undefined ? 'Beat' : `${tier} beat`} of ${name} is queued.`,
    runs: (name: string) => `A beat of ${name} is running.`,
    watch: 'Watch',
    came: (outcome: string, time: string) => `${outcome} in ${time}`,
    over: (name: string, outcome: string, time: string, summary: string) =>
      `${name}: ${outcome} in ${time}. ${summary}`.trim(),
    open: 'Open',
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
    choices: { hour: 'For 1 hour', tomorrow: 'Until tomorrow morning', open: 'Until I resume' },
    reason: 'paused by you',
    end: {
      open: 'until you resume',
      tomorrow: 'until tomorrow morning',
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
      rule: (runner: string, label: string) => `In its next run ${runner} may ${label}, by this rule:`,
    },
    always: {
      title: (name: string) => `Allow this from now on in ${name}?`,
      yes: 'Allow for this thread',
      said: 'Allowed for this thread from now on.',
      rule: (runner: string, label: string) =>
        `In every run from now on ${runner} may ${label}, by this rule:`,
    },
    never: {
      title: (name: string) => `Never allow this in ${name}?`,
      yes: 'Never',
      said: 'Refused from now on, without asking again.',
      rule: (runner: string, label: string) =>
        `${runner} may not ${label}, and you are not asked again. The rule:`,
    },
  },
  ruleExact: {
    passed: 'It is passed to the runner as one of its rules, exactly so.',
    answered: 'Threadbeat says yes where the runner asks for exactly this, and for nothing besides.',
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
  tier: {
    snoozed: (tier: string, name: string, when: string) =>
      `${tier} of ${name} is snoozed until ${when}. You can still run it.`,
    awake: (tier: string, name: string) =>
      `${tier} of ${name} is awake. If it is due, the next beat runs it.`,
    ends: { hour: 'For 1 hour', four: 'For 4 hours', tomorrow: 'Until tomorrow morning', week: 'For 7 days' },
  },
} as const

const listed = (names: readonly string[]): string =>
  [...names.slice(0, 5), ...(names.length > 5 ? [`${names.length - 5} more`] : [])].join(', ')
