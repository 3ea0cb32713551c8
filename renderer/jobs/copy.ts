import { plural } from '../../shared/base/amounts.ts'

/** What jobs say: their page, their table, the dialog that makes them. */
export const JOBS_COPY = {
  subNone: 'What happens by itself, apart from the beats.',
  sub: (jobs: number, next: string | null, paused: number) =>
    `${plural(jobs, 'job')}, ` +
    `${next === null ? 'none has a time ahead' : `the next one ${next}`}.${paused > 0 ? ` ${plural(paused, 'is', 'are')} paused.` : ''}`,
  new: 'New job',
  failed: 'The jobs could not be read.',
  again: 'Try again',
  allThreads: 'All threads',
  removedThread: 'A removed thread',
  of: 'Jobs of',
  none: 'There are no jobs yet.',
  noneOf: (thread: string) => `${thread} has no jobs yet.`,
  noneHelp:
    'Beats look after a repository all day. A job is for the rest: something at its own time, such as ' +
    'a nightly check, a weekly look back, or a reminder. Start with one of these, and change ' +
    'what you like.',
  showRuns: 'Show its runs',
  run: (name: string) => `Run ${name} now`,
  more: (name: string) => `More about ${name}`,
} as const

export const JOB_PANEL_COPY = {
  runsFailed: (why: string) => `Its runs could not be read: ${why}`,
  again: 'Try again',
  neverDue: 'It was never due so far.',
  runsOf: (name: string) => `Runs of ${name}`,
  columns: ['Due', 'Started', 'State', 'Try', 'What came of it', 'Took'],
  running: 'Running now.',
  waiting: 'Waits for its turn.',
  byHand: 'by hand',
  attempt: (n: number) => `try ${n}`,
  standsFor: (n: number) => ` Stands for ${plural(n, 'due time')}.`,
} as const

export const JOB_WORDS = {
  action: { event: 'Tell the agent', agent: 'Agent’s turn', command: 'Command', reflect: 'Reflect' },
  /** Where the thread has no agent that would read it. */
  tellsPerson: { word: 'Tell me', meaning: 'A note for your inbox: this thread has no agent to tell.' },
  actionMeaning: {
    event: 'A note for the next prompt of this thread. Nothing runs by itself.',
    agent:
      'The thread’s agent works a prompt of yours in a run of its own. What it says becomes an event of the thread.',
    command:
      'A program is started in the repository, without a shell. How it ended becomes an event of the thread.',
    reflect:
      'The agent looks back over the thread’s last runs and keeps what it learnt as pages of knowledge.',
  },
  catchUp: { once: 'Make up for it once', grace: 'Once, if it is not too old', skip: 'Let it go' },
  catchUpMeaning: {
    once: 'However many due times passed while nothing could run, it runs once for all of them.',
    grace: 'It runs once for all that passed, if the newest is no older than this:',
    skip: 'A due time that passed while nothing could run is only noted.',
  },
  wake: { next: 'With the next beat', now: 'Wake the thread' },
  cannot: 'Cannot be followed',
  failing: 'Paused: failing',
  failingText: (ago: string, failures: number) =>
    `Paused by itself ${ago} ago: it failed ${plural(failures, 'time')} in a row. Resume it when the cause is gone.`,
  pausedText: (ago: string) => `Paused by you ${ago} ago.`,
  failed: (n: number) => `Failed ${n}×`,
  failedText: (n: number, most: number) =>
    `It failed ${plural(n, 'time')} in a row. After ${most} it pauses itself.`,
  over: 'It was due once, and that time is over.',
  fires: 'It fires by itself.',
  underWay: 'It was due once, and that start is under way.',
  does: {
    event: { now: 'Its text wakes the thread.', next: 'Its text waits for the next beat.' },
    run: { now: 'Its result wakes the thread.', next: 'Its result waits for the next beat.' },
  },
  missed: {
    skip: 'Missed times are let go.',
    once: 'Missed times are made up for once.',
    grace: (length: string) => `Missed times are made up for once, if no older than ${length}.`,
  },
} as const

export const JOB_EDITOR_COPY = {
  new: 'New job',
  change: (name: string) => `Change ${name}`,
  review: (thread: string) => `Let this run in ${thread}?`,
  help: 'Something that happens by itself, apart from the beats.',
  reviewHelp: 'Read it character by character. Nothing but this is started.',
  allow: 'Allow and save',
  planned: (name: string) => `${name} is planned.`,
  saved: (name: string) => `${name} is saved.`,
  nameHint: 'Nightly audit',
  atItsTimes: 'At its times',
  text: 'Its text',
  result: 'Its result',
  missed: 'When missed',
  oldest: 'Oldest due time that still counts',
  spread: 'Start up to five minutes later',
  spreadHelp: 'On the full hour it may start up to five minutes later, so that not all jobs start together.',
  does: 'Does what',
  noAgent: (thread: string | undefined) =>
    `${thread ?? ''} has no agent yet, only local checks. The job waits until you choose one in the thread’s settings.`,
  textFor: 'Text for the agent',
  textForPerson: 'Text for your inbox',
  textHint: 'The release branch is frozen from today.',
  promptHint: 'Look at the last deploy and say in two sentences whether it can be rolled back.',
  argv: 'One row is one argument, passed exactly as written: quotes, pipes and variables mean nothing here.',
  endedAfter: 'Ended after',
  envHelp: 'Added to the few variables a run gets anyway.',
} as const

/** The command of a job, and whether a person approved it as it is. */
export const JOB_APPROVAL_COPY = {
  title: (name: string) => `Approve the command of ${name}?`,
  titleOnly: (name: string) => `The command of ${name}`,
  about: {
    waits:
      'A file that it runs is not what was approved, so it was not started. A change of a file shown here asks again.',
    asks: 'It is not approved as it is now, so its next start asks. A change of a file shown here asks again.',
    approved: 'Exactly this is approved. A change of a file shown here asks again.',
    needsNone: 'It runs no file of the repository, so it needs no approval of its own.',
  },
  takeBack: 'Take back',
  takeBackHelp: 'Its next start asks again. So does all else of this thread that runs the same arguments.',
  takenBack: 'Taken back. Its next start asks again.',
  close: 'Close',
  waits: 'Its command waits for your approval: a file that it runs is not what was approved.',
  chip: 'To approve',
  review: 'Review command…',
  approve: 'Approve',
  notNow: 'Not now',
  again: 'Show how it is now',
  done: {
    now: 'Approved. It starts now.',
    held: 'Approved. Its time came while it waited: it starts as soon as nothing holds it.',
    next: 'Approved. It starts at its next time.',
  },
  doneNoNext: 'Approved. It has no next time now; run it if it is still wanted.',
  unread:
    'The thread is not trusted, so its files were not read: those that this runs ask at the first start.',
} as const

export const JOB_TIMES_COPY = {
  kinds: { cron: 'On a calendar', every: 'Every so often', at: 'Once' },
  usual: {
    hour: 'each hour',
    day: 'each day at 9',
    weekdays: 'weekdays at 9',
    mondays: 'Mondays at 9',
    month: 'first of the month',
  },
  from: 'Counted from',
  line: 'Calendar line',
  lineHelp: 'Minute, hour, day of the month, month, weekday.',
  usualLines: 'Usual calendar lines',
  zone: 'Time zone',
  thisZone: (zone: string) => `${zone} (this machine’s)`,
  next: 'Next times',
  placeless: 'Each start comes up to five minutes later, always by as much.',
  looking: 'Looking at the calendar…',
  fires: (words: string) => `Fires ${words}`,
  never: 'It never fires.',
} as const

/** What will be executed, for the question before it counts. */
export const JOB_RUNS_COPY = {
  commandIn: (when: string) => `${when}, this is started in`,
  noShell: ', without a shell:',
  commandMay: (limit: string) =>
    `It is ended after ${limit}. It can do whatever you can do: choose a program you trust with this repository.`,
  agentIn: (when: string, runner: string) => `${when}, ${runner} is started in`,
  withPrompt: 'with this prompt:',
  budgets: 'It counts against the same budgets as the thread’s beats.',
} as const

export const JOB_TEMPLATES_COPY = {
  reflect: { title: 'Reflect weekly', text: 'Each Monday the agent looks back and keeps what it learnt.' },
  command: {
    title: 'Nightly command',
    text: 'A program of yours runs each night; a failure reaches the thread.',
  },
  remind: { title: 'Remind the agent', text: 'A note stands in the next prompt at a time you choose.' },
} as const

/** What is wrong with a job as typed. */
export const JOB_PROBLEMS_COPY = {
  notTime: (text: string) => `“${text}” is not a time. Write it as 30 min, 4 h or 1 d.`,
  bounds: (what: string, least: string, most: string, text: string, how: 'short' | 'long') =>
    `${what} is ${least} to ${most}; “${text}” is too ${how}.`,
  durations: {
    every: 'The time between two starts',
    grace: 'The oldest due time that still counts',
    limit: 'The time limit',
  },
  noTime: 'Choose a day and a time.',
  noAnchor: 'Choose the day and time from which it counts.',
  noThread: 'Choose a thread.',
  empty: {
    name: 'Give it a name.',
    expr: 'Write when: minute, hour, day, month, weekday.',
    event: 'The text is empty. Write what the agent should know.',
    agent: 'The prompt is empty. Write what the agent should do.',
  },
  long: {
    name: (most: string, length: string) => `A name may have ${most} characters; this one has ${length}.`,
    expr: (most: string, length: string) =>
      `A calendar line may have ${most} characters; this one has ${length}.`,
    event: (most: string, length: string) => `The text may have ${most} characters; this one has ${length}.`,
    agent: (most: string, length: string) =>
      `The prompt may have ${most} characters; this one has ${length}.`,
  },
  noProgram: 'The program is missing: it is the first row.',
  manyRows: (most: number, n: number) => `A command may have ${most} rows; this one has ${n}.`,
  badVariable: (name: string) =>
    `“${name}” is not a name of a variable: letters, digits and _, no digit first.`,
  refused: (where: string | undefined, why: string | undefined) =>
    `${where ?? 'The job'}: ${why ?? 'unreadable'}`,
} as const
