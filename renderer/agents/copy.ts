import { plural } from '../../shared/base/amounts.ts'

/** What the page of agents says. */
export const AGENTS_COPY = {
  sub:
    'Command-line agents that can work a thread’s heartbeats and answer its messages. Each is chosen in ' +
    'a thread’s settings.',
  lookedAgain: 'Looked again.',
  here: 'On this machine',
  failed: 'The runners could not be listed.',
  again: 'Try again',
  use: 'What they use up',
  useFailed: 'The use could not be read.',
} as const

export const RUNNER_CARD_COPY = {
  how: {
    setting: 'chosen in a thread’s settings',
    path: 'found on PATH',
    'login shell': 'found in your login shell’s PATH',
    folder: 'found in a folder where installers put it',
  },
  signedInAs: 'signed in',
  notTold: 'it does not say',
  paidBy: { api: ', by API key: each token costs', plan: ', by plan', told: ', tells what it cost' },
  beatsOn: 'Beats on',
  usedBy: 'Used by',
  noThread: 'no thread yet',
  lookedIn: (places: string) => `Not found. Threadbeat looked in ${places}`,
  andMore: (n: number) => ` and ${plural(n, 'more place')}`,
  toInstall: '. To install it:',
  installCommand: 'the install command',
  cannotStart: (threads: number) => `${plural(threads, 'thread')} cannot start it.`,
  namesProgram: (threads: number) =>
    threads === 1
      ? '1 thread names its program, and does not need it found.'
      : `${threads} threads name their program, and do not need it found.`,
  signIn: 'Sign in with its own command. Threadbeat never sees the credential.',
  signInCommand: 'the sign-in command',
  notFound: 'Not found',
  signedOut: 'Signed out',
  signedIn: 'Signed in',
  unknown: 'Sign-in not known',
} as const

export const RUNNER_TEST_COPY = {
  ask: (name: string) => `Test ${name}?`,
  yes: 'Run the test',
  text: (name: string) =>
    `${name} is started once with a short, harmless prompt. It is asked for one sentence and to change nothing.`,
  cost: 'This uses a few tokens of your account.',
  title: (name: string) => `Test of ${name}`,
  running: 'It is running. This may take half a minute.',
  tokens: (input: string, cached: string, output: string) => `${input} in · ${cached} cached · ${output} out`,
  exitCode: 'Exit code',
  unreadable: 'Unreadable lines',
  skipped: (lines: number) => `${plural(lines, 'line')}, skipped`,
  works: 'It answered, and everything that matters could be read.',
  notTold: 'not told',
  raw: 'Raw output',
} as const

export const SPEND_COPY = {
  starts: 'Agent starts today',
  startsTomorrow: (n: number) => `about ${n} tomorrow at this pace`,
  saved: 'Starts saved',
  savedNote: 'nothing needed an agent, so none was started',
  tokensNote: 'read, cached and written',
  moneyNote: 'by API key; what a plan covers is not counted',
  byPlan: (usd: string) => `; the plan covered ${usd} more (API-equivalent estimate)`,
  moneyTomorrow: (usd: string) => `about ${usd} tomorrow at this pace`,
  dayStarts: (starts: number, saved: number) => `${plural(starts, 'start')}, ${saved} saved`,
  dayTokens: (tokens: string) => `${tokens} tokens`,
  days: 'The last 14 days',
  none: 'No agent was started in the last 14 days.',
  byThread: 'Today by thread',
  columns: ['Thread, today', 'Starts', 'Saved', 'Tokens', 'Money'],
  tests: 'Tests on this page',
  ownServer: 'Not counted: a server of yours',
  noPrice: 'Covered by the plan, or no price is known',
} as const

export const CAPS_COPY = {
  add: 'Add a budget',
  change: 'Change the budget',
  changeOne: (name: string) => `Change the budget: ${name}`,
  removeOne: (name: string) => `Remove the budget: ${name}`,
  removed: 'Budget removed.',
  saved: 'Budget saved.',
  none: 'There is no budget: agents start whenever a beat is due.',
  usedUp: 'used up; no agent starts by itself, and you are asked first when you want one',
  used: (percent: number) => `${percent} % used`,
  about:
    'Days begin at your midnight. Scheduled beats leave the last tenth to urgent ones. A beat you ask ' +
    'for asks first when a budget is used up. What one run may do stands in Settings.',
  all: 'All threads together',
  eachRunner: 'Each runner',
  eachThread: 'Each thread',
  removedThread: 'A removed thread',
  aRunner: 'A runner',
  oneThread: 'One thread',
  units: { usd: 'dollars', tokens: 'tokens', starts: 'starts' },
  periods: { day: 'a day', month: 'a month' },
  notAmount: (text: string) => `“${text}” is not an amount. Write a number from 0.`,
  notWhole: {
    starts: (text: string) => `Starts are counted whole; “${text}” is not.`,
    tokens: (text: string) => `Tokens are counted whole; “${text}” is not.`,
  },
  twice: (unit: string, period: string) =>
    `There is a budget in ${unit} ${period} for this already. Change that one.`,
  help: 'When it is used up, no agent is started by itself, and beats say why.',
  atMost: 'At most',
  money: 'Money counts only what an API key pays. On a plan, count starts or tokens.',
  replaces: (whose: string, unit: string, period: string) =>
    `It takes the place of “${whose}” in ${unit} ${period}.`,
} as const
