import { plural } from '../../shared/base/amounts.ts'

/** What the page of one run says of its output while it runs, and beside another run. */
export const RUN_OUTPUT = {
  live: 'What it prints now',
  nothingYet: 'It has printed nothing yet.',
  lost: 'What it prints cannot be followed any more. The run goes on; its output is shown here when it ends.',
  follow: 'To the newest line',
  following: 'Shows the newest line. Scroll up to read; it stays where you read.',
  reading: 'Stays where you read. New lines come below.',
  whole: (amount: string): string => `What it printed is kept in a file (${amount}).`,
  openWhole: 'Show everything',
  stop: 'Stop',
  stopping: 'Stopping…',
  stoppingHelp: 'It is asked to end by itself. After 10 seconds it and all that it started is ended.',
  usually: (time: string): string => `usually ${time}`,
  leftOut: (characters: number): string => `… ${characters.toLocaleString('en-US')} characters left out …`,
  progress: (done: number, of: number): string => `${done} of ${of}`,
  again: 'Beat again',
  watchRun: 'Watch the run',
  watchBeat: 'Watch the beat',
} as const

export const COMPARE = {
  open: 'Compare…',
  title: 'Two runs side by side',
  help: (thread: string): string => `Both of ${thread}. What differs is marked with ≠.`,
  before: (when: string, outcome: string): string => `${when} · ${outcome}`,
  alone: 'There is no other run of this thread to compare with.',
  same: 'The same in both.',
  none: '–',
  differs: 'differs',
  failed: 'One of the two cannot be shown.',
  openAlone: 'Open the run alone',
  said: 'What it said',
  outcome: 'What came of it',
  tier: 'Highest tier',
} as const

/** What the page of one run says of it. */
export const RUN_PAGE = {
  failed: 'This run cannot be shown.',
  openHistory: 'Open the history',
  runningNow: 'Running now.',
  skipped: (why: string): string => `Skipped: ${why}.`,
  done: 'What was done',
  printed: 'What the runner printed',
  output: 'Output of the run',
  prompt: 'The prompt that was sent',
  notPart: (profile: string): string => `Not part of “${profile}”. Nothing of it was run.`,
  why: {
    overBudget:
      'A budget is used up, so no agent was started. One starts again when the day or month of that ' +
      'budget is over, or when you raise it.',
    beatAnyway: 'Beat anyway…',
    noSession: 'There was no session to go on with, and none was begun. A message begins one.',
    writeMessage: 'Write a message',
    unchanged:
      'Threadbeat looked by itself: nothing that these tasks depend on has changed since they were ' +
      'last proven quiet. No agent was started, and nothing was used up.',
    moneyGone:
      'It was ended when the money left in the budget was used up. What it did until then stands below.',
    runaway:
      'It was ended by the limit of calls, or of the same call one after the other. The last calls ' +
      'below show where it turned.',
    limitReached: (runner: string, until: string | null): string =>
      `${runner} has no use left${until === null ? '' : ` until ${until}`}. Its threads wait; nothing ` +
      'is tried in vain.',
  },
  touched: {
    title: 'What it changed',
    notAsItWas: 'It was to look only, and the repository is not as it was.',
    unrestricted: 'Nothing restricts this program, and the repository is not as it was.',
    differs: 'This differs; nothing was put back.',
    label: 'What differs in the repository',
  },
  said: {
    title: 'What the agent said',
    withMessage: 'Message and answer',
    fromThread: (sender: string): string => `Thread ${sender}, as advice`,
    nothing: 'It said nothing.',
  },
  report: {
    title: 'Its report',
    ok: 'all is well, it says',
    attention: 'needs attention, it says',
    empty: 'Without tasks and alerts.',
  },
  facts: {
    asked: 'Asked to',
    why: 'Why it woke',
    message: 'a message',
    due: 'What was due',
    slots: 'Due times answered',
    extra: 'none: it was not scheduled',
    notes: 'Worth knowing',
    times: (times: string, more: number): string => `${times}${more === 0 ? '' : ` and ${more} more`}`,
    running: (limit: string | null): string => `running${limit === null ? '' : `; limit ${limit}`}`,
    usually: (time: string): string => `, usually ${time}`,
    exit: (code: number): string => ` · exit ${code}`,
    unread: (lines: number): string => `${plural(lines, 'line')} of its output could not be read`,
    unseenRefusals: (why: string): string => `what it was refused could not be seen: ${why}`,
    noTools: 'it did not reach Threadbeat’s tools',
    notTold: 'not told',
    tokens: (input: string, cached: string, output: string): string =>
      `${input} in · ${cached} cached · ${output} out`,
    byPlan: 'covered by the plan',
    ownServer: 'not counted: a server of yours',
    noPrice: 'not told, and no price is known',
  },
  resume: {
    title: 'Continue in a terminal',
    text: 'Goes on in the session of this run, with you at the keyboard.',
    command: 'the command',
    open: 'Open terminal',
  },
} as const

/** What is said of the calls of an agent. */
export const CALLS = {
  title: 'What the agent called',
  count: (calls: number, kept: number): string =>
    `${plural(calls, 'call')}${kept < calls ? `, the first ${kept} kept` : ''}`,
  all: (calls: number): string => `Show all ${calls}`,
  ok: 'went well',
  failed: 'did not go well',
} as const

/** What the page of a due time without a run says. */
export const SLOT = {
  gone: 'This due time is not in the records any more.',
  openThread: 'Open the thread',
  standsFor: (count: number): string => `It stands for ${plural(count, 'due time')}.`,
  nextBeat: (time: string): string => `Next beat, ${time}`,
  beatNow: 'Beat now',
} as const

export const RUN = {
  list: {
    failed: 'The history could not be read.',
    again: 'Try again',
    none: 'Nothing has run yet.',
    noneOfKind: 'No runs of this kind.',
    older: 'Older runs…',
    all: (n: number) => `${plural(n, 'run')}, all there are.`,
    running: 'Running now.',
    removed: 'removed thread',
  },
  task: {
    by: (worker: string) => ` · by ${worker}`,
    exit: (code: number) => ` → exit ${code}`,
    output: (task: string) => `Output of ${task}`,
    noOutput: 'It printed nothing.',
  },
  copyLink: 'Copy link',
  timeline: { due: 'due', queued: 'queued', started: 'started', ended: 'ended', running: 'running' },
  changed: {
    title: 'What changed in HEARTBEAT.md',
    nothing: 'Nothing but times and ticks.',
    added: (n: number) => `+${n}`,
    removed: (n: number) => `−${n}`,
  },
  log: {
    search: 'Search the output',
    count: (n: number, at: number) => (n === 0 ? 'not found' : `${at} of ${n}`),
    previous: 'Previous match',
    next: 'Next match',
    wrap: 'Wrap lines',
    download: 'Save as a file',
    lines: (n: number) => plural(n, 'line'),
  },
  files: {
    openOf: (name: string) => `Open the folder of ${name}`,
    open: 'Open folder',
    gone: 'This picture is not there any more.',
  },
  /** A tool call that was refused, in the list of those. */
  permissions: {
    title: 'Asks for permission',
    choose: { once: 'Allow once', always: 'For this thread', never: 'Never' },
    decided: { once: 'Allowed once', always: 'Allowed for this thread', never: 'Never' },
  },
} as const
