import { plural } from '../../shared/views/words.ts'

/** What the frame of the window says: rail, palette, shortcuts, announcements, title. */
export const FRAME = {
  noScheduler: 'The scheduler does not answer. Trying again…',
  view: { title: 'Views', open: (name: string) => `View ${name}` },
  queueTabs: { label: 'Parts of the queue', queue: 'Queue', jobs: 'Jobs', ahead: 'Next 24 hours' },
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
    held: 'Beats and jobs that nobody asked for wait.',
    rarer: 'Each thread is beaten at most every half hour.',
    onBattery: 'On battery.',
    metered: 'On a metered network.',
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
  crash: {
    title: 'This page broke.',
    text: 'The scheduler is not affected; beats go on.',
    again: 'Show the page again',
    reload: 'Reload the window',
  },
  palette: {
    title: 'Find anything',
    placeholder: 'A thread, an action, a setting, a run…',
    none: (query: string) => `Nothing is called “${query}”.`,
    noneHelp: 'Try the name of a thread, “beat”, “pause”, or the id of a run.',
    found: (n: number) => (n === 0 ? 'Nothing found' : plural(n, 'result')),
    groups: { recent: 'Recent', places: 'Go to', actions: 'Actions' },
    kinds: {
      place: 'Place',
      action: 'Action',
      thread: 'Thread',
      setting: 'Setting',
      run: 'Run',
      view: 'View',
    },
    beat: (name: string) => `Beat ${name}`,
    beatTier: (name: string, tier: string) => `Beat ${name} ${tier}`,
    pause: (name: string) => `Pause ${name}`,
    resume: (name: string) => `Resume ${name}`,
    watch: (name: string) => `Watch the run of ${name}`,
    acknowledge: (name: string) => `Acknowledge the alerts of ${name}`,
    edit: (name: string) => `Edit HEARTBEAT.md of ${name}`,
    write: (name: string) => `Write to ${name}`,
    runs: (name: string) => `Runs of ${name}`,
    settings: (name: string) => `Settings of ${name}`,
    activity: (name: string) => `Activity of ${name}`,
    reveal: (name: string) => `Show ${name} in the file manager`,
    lastRun: (name: string) => `Last run of ${name}`,
    run: (id: string) => `Open run ${id}`,
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
  pollination: {
    title: 'Pollination',
    sub: 'What helped one repository, offered to the others.',
    empty: 'Nothing to pass on yet.',
    what:
      'Pollination comes with a master thread, which this version does not have yet. Until then nothing ' +
      'is read, compared or sent between your repositories.',
    stepsTitle: 'What it will do',
    steps: [
      [
        'Notice what helps',
        'When a task catches something in one repository, the master thread notices it at its daily beat.',
      ],
      [
        'Offer it as advice',
        'Threads it may fit get it as a suggestion with its origin. You accept or decline; nothing ' +
          'changes a HEARTBEAT.md by itself.',
      ],
      [
        'Keep the receipt',
        'Every suggestion stays on record: where it came from, who took it, and whether it helped.',
      ],
    ],
    meanwhile: 'Until then, a good task can be copied by hand:',
    threads: 'Open Threads',
  },
} as const
