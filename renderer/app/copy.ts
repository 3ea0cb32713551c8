import { plural } from '../../shared/base/amounts.ts'

/** What the frame of the window says: rail, announcements, title. */
export const FRAME = {
  noScheduler: 'The scheduler does not answer. Trying again…',
  view: { title: 'Views', open: (name: string) => `View ${name}` },
  demo: {
    label: 'Demo',
    fleet: '\u00a0fleet',
    about: 'Small pretend repositories, with beats faster than usual. Nothing of yours is touched.',
  },
  update: (version: string, isReady: boolean): string =>
    isReady ? `Restart for ${version}` : `Version ${version}`,
  needYou: 'need you',
  urgentNews: 'Urgent news',
  banners: {
    lost: 'The connection to the scheduler is lost. What you see may be old. Trying again…',
    paused: (until: string | null) =>
      `Everything is paused${until === null ? ' until you resume' : ` until ${until}`}. Beats you ask for still run.`,
    settings: 'Open Settings',
    dismiss: (text: string) => `Do not show again: ${text}`,
    stretched: (every: string) =>
      `More beats are due than there is time for. Each thread beats about every ${every} instead.`,
  },
  pulse: {
    lost: 'Scheduler not reachable',
    halted: 'Scheduler stopped',
    silent: 'Scheduler silent',
    paused: 'Paused',
    alive: 'Scheduler alive',
    never: 'The schedule has not been looked over yet.',
    looked: (text: string, ago: string) => `${text} Looked over ${ago} ago.`,
    line: (state: string, ago: string | null) => (ago === null ? state : `${state} · looked ${ago} ago`),
    load: (running: number, waiting: number) => `${running} running · ${waiting} waiting`,
    forAgent: (n: number) => `${n} kept for an agent`,
    about: (state: string, ago: string | null, running: number, waiting: number, watched: string) =>
      `${state}${ago === null ? '' : `, looked over ${ago} ago`}. ${running} running, ` +
      `${waiting} waiting.\n${watched}`,
  },
  say: {
    one: (name: string, state: string) => `${name}: ${state.toLowerCase()}`,
    many: (n: number) => `${plural(n, 'more thread')} ${n === 1 ? 'needs' : 'need'} you`,
  },
  title: {
    of: (needYou: number, what: string) => `${needYou > 0 ? `(${needYou}) ` : ''}Threadbeat — ${what}`,
    run: 'A run',
  },
} as const
