import { plural } from '../../shared/base/amounts.ts'

/** What the frame of the window says: rail, palette, shortcuts, announcements, title. */
function tasksOf(tier: string | null): string {
  if (tier === null) return 'One beat with the tasks that are due'
  return tier === 'quick'
    ? 'One beat with the quick tasks'
    : `One beat with the ${tier} tasks and those below them`
}

export const FRAME = {
  noScheduler: 'The scheduler does not answer. Trying again…',
  view: { title: 'Views', open: (name: string) => `View ${name}` },
  demo: {
    label: 'Demo',
    fleet: '\u00a0fleet',
    about: 'Small pretend repositories, beaten faster than usual. Nothing of yours is touched.',
  },
  needYou: 'need you',
  urgentNews: 'Urgent news',
  banners: {
    lost: 'The connection to the scheduler is lost. What you see may be old. Trying again…',
    paused: (until: string | null) =>
      `Everything is paused${until === null ? ' until you resume' : ` until ${until}`}. Beats you ask for still run.`,
    settings: 'Open Settings',
    dismiss: (text: string) => `Do not show again: ${text}`,
    stretched: (every: string) =>
      `More beats are due than there is time for. Each thread is beaten about every ${every} instead.`,
  },
  pulse: {
    lost: 'Scheduler not reachable',
    halted: 'Scheduler stopped',
    silent: 'Scheduler silent',
    paused: 'Paused',
    alive: 'Scheduler alive',
    never: 'The schedule has not been looked over yet.',
    looked: (text: string, ago: string) => `${text} Looked over ${ago} ago.`,
    line: (state: string, ago: string | null) => (ago === null ? state : `${state} · tick ${ago} ago`),
    load: (running: number, of: number, waiting: number) =>
      `${running} of ${of} running · ${waiting} waiting`,
    forAgent: (n: number) => `${n} kept for an agent`,
    about: (
      state: string,
      ago: string | null,
      running: number,
      of: number,
      waiting: number,
      watched: string,
    ) =>
      `${state}${ago === null ? '' : `, last tick ${ago} ago`}. ${running} of ${of} running, ` +
      `${waiting} waiting.\n${watched}`,
  },
  shortcuts: {
    title: 'Keyboard',
    change: 'Change keys',
    none: 'no key',
    off: 'Single letters are off. They can be switched on in Settings.',
    lists: 'Single letters act only while a list has the focus, as chosen in Settings.',
  },
  say: {
    one: (name: string, state: string) => `${name}: ${state.toLowerCase()}`,
    many: (n: number) => `${plural(n, 'more thread')} ${n === 1 ? 'needs' : 'need'} you`,
  },
  title: {
    of: (needYou: number, what: string) => `${needYou > 0 ? `(${needYou}) ` : ''}Threadbeat — ${what}`,
    run: 'A run',
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
        `${tasksOf(tier)} is queued for thread ${thread}, with the runner ${runner}, as if you had asked for it here.`,
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
} as const
