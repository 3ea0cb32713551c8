import { EVENTS_KEPT } from '../../shared/events/system-event.ts'
import { eventsWaitWords } from '../../shared/views/words.ts'
import { plural } from '../../shared/base/amounts.ts'

/** What the activity of a thread says. */
export const ACTIVITY = {
  title: 'What came in',
  waiting: (n: number): string => `${n} waiting`,
  dropped: (n: number): string =>
    `${plural(n, 'older event')} ${n === 1 ? 'was' : 'were'} dropped: only the newest ${EVENTS_KEPT} ` +
    'wait. The next prompt says so.',
  failed: 'The activity could not be read.',
  again: 'Try again',
  end: 'That is all that is kept.',
  everySource: 'Every source',
  showAll: 'Show everything',
  noneAmong: (looked: number): string => `None among the newest ${looked} entries.`,
  older: 'There are older ones.',
  noneOfKind: 'Nothing of this kind.',
  nothing: 'Nothing came in yet.',
  nothingText: (thread: string, hasAgent: boolean): string =>
    'Commits, edits of HEARTBEAT.md, ended commands, jobs, files in the inbox folder and requests to ' +
    (hasAgent
      ? `the webhook become facts for the next prompt of ${thread}, and some wake it. `
      : `the webhook are listed here, as ${thread} has no agent. What was sent on purpose, and a command ` +
        'that failed, goes to your inbox. ') +
    'Each stands here with what became of it.',
  choose: 'Choose what counts',
} as const

/** What one entry of the activity says. */
export const ENTRY = {
  openRun: 'Open run',
  openRunOf: (time: string): string => `Open the run, of ${time}`,
  openQueue: 'Open queue',
  takeBack: 'Take back',
  takenBack: 'Taken back. No prompt will hold it.',
  repeated: (times: number, first: string): string => `The same ${times} times in a row, first ${first}`,
  untrusted: 'It may hold words of somebody else; the prompt says so.',
  ambient: 'never wakes',
  ambientHelp: 'It goes with the next prompt and is never the reason for a run.',
  less: 'Show less',
  more: 'Show all of it',
  waits: 'Waits for the next prompt',
  waitsAlong: 'Waits; goes with the next prompt',
  shown: 'Stands in the prompt of a run that is going on',
  consumed: 'Stood in a prompt, and the run of it ended well',
  expired: 'Expired or taken back; no prompt held it',
  told: 'Told to you: no agent would read it here',
  listed: 'Listed only: no agent would read it here',
  openInbox: 'Open inbox',
  takenBackBefore: 'Taken back; no prompt held it',
  cancelled: 'Cancelled; nothing was run',
  startsNext: 'starts next',
} as const

export const DRY_RUN = {
  title: (thread: string): string => `Dry run of ${thread}`,
  about: 'What a beat would do at this moment. Nothing is started, sent or written.',
  again: 'Look again',
  failed: 'The dry run did not work.',
  due: 'What is due now',
  start: 'It would start.',
  skip: 'It would be skipped:',
  refuse: 'It would be refused.',
  events: (n: number): string => (n === 0 ? 'none wait' : `${plural(n, 'event')} would be told`),
  prompt: 'The prompt, word for word',
  thePrompt: 'the prompt',
  localChecks: 'Local checks do the work, so no prompt is made.',
  noPrompt: 'No prompt would be made.',
} as const

/** What is said of a thread beside its state. */
export const STANDING = {
  /** `every`: null is a day. */
  dormant: (since: string, every: string | null): string =>
    `Nothing happened since ${since}, so it is looked at ` +
    `${every === null ? 'once a day' : `every ${every}`}; any change wakes it.`,
  /** Follows "3 events", which leads to them. */
  wait: eventsWaitWords,
  /** Follows the name of the file. */
  hasSay: 'has a say here',
  problems: (n: number): string => `${plural(n, 'problem')} in it`,
  show: 'Show it',
  ignored: 'HEARTBEAT.md is ignored.',
  says: (file: string): string => `${file} says`,
  ignoreLine: '"playbook": "ignore"',
  onlyAsked: ', so no task is worked by itself. Only what you ask for runs.',
} as const

/** Where a person tells a thread what happened. */
export const TELL = {
  title: 'Tell the agent something happened',
  about:
    'A fact for its next prompt, not a question: it is read beside the due tasks, and nobody answers ' +
    'it. To ask for something, write a message.',
  noAgent: {
    title: 'Note that something happened',
    about: (thread: string): string =>
      `${thread} has no agent that would read it. It stands here and in your inbox, and its checks run if ` +
      'you wake it.',
    whenLabel: 'When its checks run',
  },
  example: 'The staging database was restored from yesterday’s backup.',
  whenLabel: 'When the agent reads it',
  when: { now: 'Wake it for this', next: 'With the next beat' },
  foreign: 'It holds words of somebody else',
  foreignHelp: 'It holds words of somebody else, as a log or a page does',
  add: 'Add event',
  off: 'It was not taken: “Command line” is switched off for this thread.',
  folded: 'The same stood there already; it was counted.',
  woken: (thread: string): string => `Noted, and ${thread} is woken for it.`,
  noted: (thread: string): string => `Noted for the next prompt of ${thread}.`,
  held: (hold: string): string => `Noted. The beat for it waits: ${hold}.`,
  toYou: (thread: string): string => `Noted. ${thread} has no agent, so it stands in your inbox.`,
} as const

export const WHY = {
  title: 'Why and what next',
  dryRun: 'Dry run…',
  failed: 'This could not be explained.',
  again: 'Try again',
  lastLook: 'Last look',
  events: 'Events',
  undone: 'Not done',
  noLook: 'It was not looked at yet.',
  gates: 'What a beat must pass, in order',
  allOpen: (n: number): string => `all ${n} open`,
  closedAt: (gate: string): string => `held back: ${gate}`,
  settings: 'Settings, and where each comes from',
} as const
