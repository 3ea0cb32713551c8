import { plural } from '../../../shared/base/amounts.ts'

/** Words of what opens over the fleet, which its first script does not need. */
export const OVER_FLEET = {
  beat: { title: (name: string) => `Beat ${name}`, help: 'A higher tier includes the lower ones.' },
  note: {
    label: 'A note for this beat',
    help: 'Told once, with the next beat in which an agent starts.',
    local: 'Local checks read no notes.',
  },
  bulk: {
    label: 'Chosen threads',
    count: (n: number) => `${plural(n, 'thread')} chosen`,
    beat: 'Beat',
    pause: 'Pause',
    runner: 'Runner…',
    clear: 'Choose none',
    clearKey: 'Choose none (Esc)',
    runnerTitle: (n: number) => `Runner of ${plural(n, 'thread')}`,
    runnerHelp: 'Local checks, or what another thread runs.',
    runnerLike: (name: string, n: number) =>
      n > 1 ? `as in ${name} and ${plural(n - 1, 'more')}` : `as in ${name}`,
    runnerYes: 'Use it',
    runnerWhere: (n: number) => `each of the ${plural(n, 'repository', 'repositories')}`,
    runnerLocal: 'Built-in checks, no model and no cost. Tasks that only an agent can do wait.',
  },
  budget: {
    button: 'Budget…',
    title: (n: number) => `Budget of ${plural(n, 'thread')}`,
    help: 'It takes the place of the budget that counts for each thread, in the same unit and period.',
    each: 'Each of them at most',
    set: (n: number) => `${plural(n, 'thread')} with a budget of ${n === 1 ? 'its' : 'their'} own.`,
    remove: (n: number) => (n === 1 ? 'Remove the one they have' : `Remove the ${n} they have`),
    removed: 'What counts for each thread counts for them again.',
    tooMany: (most: number, n: number) =>
      `There can be ${most} budgets at most, and with these there would be ${n}. Choose fewer ` +
      'threads, or set one for each thread under Agents.',
  },
  columns: {
    title: 'Columns',
    help: 'What does not fit into the window is left out.',
    reset: 'Usual columns',
    up: (word: string) => `Move ${word} left`,
    down: (word: string) => `Move ${word} right`,
  },
} as const
