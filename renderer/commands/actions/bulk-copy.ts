import { plural } from '../../../shared/base/amounts.ts'

/** What is asked and said where one thing is done to many threads. */
export const BULK_COPY = {
  due: 'What is due',
  resume: 'Resume',
  tag: 'Tag…',
  remove: 'Remove…',
  beating: (n: number) => `${plural(n, 'beat')} queued.`,
  paused: (n: number) => `${plural(n, 'thread')} paused. Beats you ask for still run.`,
  resumed: (n: number) => `${plural(n, 'thread')} back on schedule.`,
  refused: (n: number, why: string) => `${plural(n, 'thread')} left out: ${why}`,
  removeTitle: (n: number) => `Remove ${plural(n, 'thread')} from Threadbeat?`,
  removeText:
    'Their schedules and histories go. The repositories stay as they are, and each HEARTBEAT.md is kept.',
  removeYes: (n: number) => `Remove ${plural(n, 'thread')}`,
  removed: (n: number) => `${plural(n, 'thread')} removed. HEARTBEAT.md is kept.`,
  kept: (n: number) => `${plural(n, 'thread')} back.`,
  askTitle: (n: number) => `Beat ${n} threads?`,
  askYes: (n: number) => `Beat ${n}`,
  starts: (n: number) =>
    n === 0
      ? 'No agent is started: local checks work all of them.'
      : `At most ${plural(n, 'agent start')}; beats with nothing to look at need none.`,
  money: (usd: string) => `About ${usd} by API key, a guess from a typical start.`,
  plan: (n: number) => `${plural(n, 'start')} a plan pays for.`,
  unpriced: (n: number) => `${plural(n, 'start')} without a known price.`,
  time: (words: string, slots: number) => `About ${words} with ${plural(slots, 'heartbeat')} at a time.`,
  runnerSet: (n: number) => `${plural(n, 'thread')} changed.`,
  tagged: 'Tags saved.',
} as const
