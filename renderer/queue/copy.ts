import type { ItemKind } from '../../shared/queue/queue.ts'
import { HOLD_WORD, quietHoursWords } from '../../shared/views/words.ts'
import { plural } from '../../shared/base/amounts.ts'

const together = (runs: number, heartbeats: number): string =>
  `Up to ${runs} agents run at the same time${heartbeats < runs ? `, at most ${heartbeats} of them for beats and jobs` : ''}. ` +
  `Beats of local checks run beside them, up to ${heartbeats} at a time.`

/** What the queue says. */
export const QUEUE_COPY = {
  sub: (runs: number, heartbeats: number) =>
    `${runs === 1 ? 'One beat, job or message runs at a time.' : together(runs, heartbeats)} Messages go first, ` +
    'then what you asked for, then wakes, then the schedule.',
  nothingRuns: 'Nothing is running.',
  tierBeat: (tier: string) => `${tier} beat`,
  watch: (name: string) => `Watch ${name}`,
  stop: (name: string) => `Stop ${name}`,
  slots: (running: number, runs: number, local: number) =>
    `${local === 0 ? '' : `${plural(local, 'beat')} of local checks ${local === 1 ? 'is' : 'are'} running. `}` +
    `${runs === 1 ? 'All runs' : 'Agents and jobs'}: ${running} of ${plural(runs, 'place')} in use.`,
  lanes: { message: 'Messages', manual: 'Asked for', wake: 'Wakes', job: 'Jobs', scheduled: 'Scheduled' },
  forAgent: {
    title: 'Waiting for an agent',
    left: (n: number) => `${plural(n, 'task')} of its list that local checks cannot do`,
    kept: (kind: 'message' | 'heartbeat' | 'job') =>
      kind === 'message'
        ? 'Kept: nobody reads it before this thread has an agent.'
        : 'Kept: it starts when this thread has an agent.',
    takeBack: 'Take back',
    takeBackOf: (name: string) => `Take back what waits for an agent of ${name}`,
    choose: 'Choose an agent',
    chooseFor: (name: string) => `Choose an agent for ${name}`,
  },
  removedThread: 'A removed thread',
  removedJob: 'A removed job',
  place: (n: number) => `Place ${n} of all that waits`,
  fromThread: (number: string) => `from thread ${number}: `,
  noReason: 'no reason is known',
  also: (reasons: string) => `also ${reasons}`,
  merged: (n: number) => `${plural(n, 'more due time')} merged in`,
  why: 'Why is it waiting? ',
  since: (when: string) => `since ${when}`,
  cancel: (name: string) => `Cancel what waits for ${name}`,
  toTop: (name: string) => `Move what waits for ${name} to the top`,
  toTopHint: 'Move to top',
  movedUp: (name: string, isMessage: boolean) =>
    `${name} is next among ${isMessage ? 'the messages' : 'the beats and jobs'}. What holds it holds it still.`,
  cancelAll: {
    button: 'Cancel all',
    yes: 'Cancel them',
    no: 'Let them wait',
    label: {
      message: 'Cancel all messages that wait',
      manual: 'Cancel all beats you asked for',
      wake: 'Cancel all wakes',
      job: 'Cancel all jobs that wait',
      scheduled: 'Cancel all scheduled beats',
    },
    title: {
      message: (n: number) => `Cancel all ${n} messages?`,
      manual: (n: number) => `Cancel all ${n} beats you asked for?`,
      wake: (n: number) => `Cancel all ${n} wakes?`,
      job: (n: number) => `Cancel all ${n} jobs that wait?`,
      scheduled: (n: number) => `Cancel all ${n} scheduled beats?`,
    },
    text:
      'Nothing of them is run, and the history says “cancelled by you”. What runs already goes on, and ' +
      'the schedule goes on with the next due times.',
    done: (cancelled: number, asked: number) =>
      `${plural(cancelled, 'item')} ` +
      `cancelled.${cancelled < asked ? ` ${asked - cancelled} had started meanwhile.` : ''}`,
  },
  nextBeat: (when: string) => `the next beat is due ${when}`,
  nextJob: (when: string) => `the next job ${when}`,
  nothingWaits: 'Nothing is waiting.',
  nothingAhead: 'No beat and no job has a time ahead.',
  seeAhead: 'See the next 24 hours',
  allRuns: 'All runs',
  finished: 'Recently finished',
  finishedFailed: (why: string) => `The last runs could not be read: ${why}`,
  tabs: { label: 'Parts of the queue', queue: 'Queue', jobs: 'Jobs', ahead: 'Next 24 hours' },
} as const

const KIND: Record<ItemKind, string> = { heartbeat: 'a beat', message: 'a message', job: 'a job' }

export const WHY_WAITING_COPY = {
  until: (when: string, inAWhile: string) => `until ${when} (${inAWhile})`,
  notBefore: (when: string, inAWhile: string) => `and not before ${when} (${inAWhile})`,
  nothingHolds: 'Nothing holds it back: it starts in a moment.',
  timeHasCome: 'Its time has come: it starts in a moment.',
  waits: (until: string) => `It waits ${until}.`,
  waitsForTry: (until: string) => `It ${HOLD_WORD.not_before}, ${until}.`,
  busy: (kind: ItemKind, length: string) =>
    `${HOLD_WORD.thread_busy}: ` + `${KIND[kind]} has been running ` + `for ${length}`,
  slots: (runs: number) =>
    runs === 1 ? 'another run is going on' : `${runs} runs are going on, the most at a time`,
  heartbeatSlots: (n: number) =>
    n === 1 ? 'another beat or job is going on' : `${n} beats and jobs are going on, the most at a time`,
  localSlots: (n: number) =>
    n === 1
      ? 'another beat of local checks is going on'
      : `${n} beats of local checks are going on, the most at a time`,
  hours: (start: string, end: string) => `${HOLD_WORD.outside_active_hours}, ${start} to ${end}`,
  allPaused: (until: string | null) =>
    `everything is paused${until === null ? ' until you resume' : ` until ${until}`}`,
  threadPaused: (until: string | null) =>
    `its thread is paused${until === null ? ' until you resume' : ` until ${until}`}`,
  resting: (runner: string, until: string) => `${runner} is resting until ${until}`,
  quietHours: quietHoursWords,
} as const

/** What happens by itself in the next hours. */
export const AHEAD_COPY = {
  title: 'Next 24 hours',
  sub: 'What happens by itself if nothing changes. Wakes and messages come on top.',
  failed: 'The next hours could not be worked out.',
  again: 'Try again',
  none: 'Nothing happens by itself in the next 24 hours.',
  noneOfAll: 'Every thread beats only when you ask for it, or there is none.',
  noneOfThread: 'This thread beats only when you ask for it, and it has no job.',
  noStarts: 'No agent starts',
  atMost: 'At most',
  starts: (n: number) => plural(n, 'agent start'),
  counted: {
    beats: ['beat', 'beats'],
    jobs: ['job', 'jobs'],
    timed: ['timed task', 'timed tasks'],
    held: ['of them is held back', 'of them are held back'],
  },
  held: 'Held back, as things stand',
  heldStarts: (n: number) => `· ${plural(n, 'start')}`,
  andMore: (n: number) => ` and ${n} more`,
  order: 'In order',
  show: {
    label: 'Show',
    apart: 'What differs',
    rare: 'Jobs and timed tasks',
    all: 'Everything',
  },
  ordinary: (n: number) =>
    `${plural(n, 'more beat')} ${n === 1 ? 'is' : 'are'} left out: quick ones of local checks, and what is held.`,
  heldFor: (why: string) => ` · held: ${why}`,
  showMore: (n: number) => `Show ${n} more`,
  notListed: (n: number, after: string) =>
    `${plural(n, 'later one')} after ${after} ${n === 1 ? 'is' : 'are'} counted above, not listed.`,
} as const

export const HOURS_COPY = {
  grid: 'The next hours',
  others: (n: number) => (n === 1 ? 'Show the other thread' : `Show the other ${n} threads`),
  now: 'now',
  legend: {
    beats: (most: number) => `1 to ${most} or more beats an hour`,
    job: 'job',
    timed: 'timed task',
    daily: 'daily beat',
    held: 'held back',
    quiet: 'quiet hours: only urgent banners',
    quietRest: 'quiet hours: beats rest',
    closed: 'outside active hours: no beat is due',
  },
  nothing: 'nothing',
  withDaily: ', one of them daily',
  cell: (from: string, to: string, what: string) => `${from} to ${to}: ${what}.`,
  at: (what: string, name: string, time: string) => `${what} ${name} at ${time}`,
  beats: (n: number, times: string) => `${plural(n, 'beat')} (${times})`,
  timed: (n: number) => plural(n, 'timed task'),
  allHeld: (why: string | null) => (why === null ? ' All held.' : ` Held: ${why}.`),
  someHeld: (n: number, why: string | null) => (why === null ? ` ${n} held.` : ` ${n} held: ${why}.`),
} as const
