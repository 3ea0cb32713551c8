import { plural } from '../../../shared/base/amounts.ts'

/** What is said of threads of other machines. */
export const OTHER_THREADS = {
  title: 'Threads',
  grid: 'Threads of other machines',
  nothing: (asked: string): string => `No thread of another machine matches “${asked}”.`,
  noThreads: 'No thread was told of yet.',
  was: (state: string): string => `was ${state.toLowerCase()}`,
  told: (ago: string): string => `told ${ago}`,
  never: 'no beat yet',
  beat: (name: string, machine: string): string => `Beat ${name} on ${machine} now`,
  list: (name: string, machine: string): string => `List of ${name} on ${machine}`,
  pause: (name: string, machine: string): string => `Pause ${name} on ${machine}`,
  resume: (name: string, machine: string): string => `Resume ${name} on ${machine}`,
  row: (name: string, machine: string, state: string, because: string): string =>
    `${name} on ${machine}: ${state}. ${because}`,
  filter: 'Filter threads',
  filterHelp: 'Name, folder, number, state, reason',
} as const

/** What is said of a list of another machine. */
export const REMOTE_LIST = {
  title: (name: string, machine: string): string => `List of ${name} on ${machine}`,
  text: (ago: string, machine: string): string =>
    `As told ${ago}. An edit goes to ${machine} as a suggestion, which is decided there.`,
  answered: (machine: string, ago: string, answer: string): string => `${machine}, asked ${ago}: ${answer}`,
  notTold: 'This list may not be read by other machines any more.',
  empty: 'It has no tasks.',
  withheld: (n: number): string => `${plural(n, 'line')} not told.`,
  edit: 'Edit…',
  editOf: (text: string): string => `Propose an edit of ${text}`,
  line: (name: string): string => `Line for ${name}`,
  tier: 'Tier',
  why: 'Why (told with it)',
  cancel: 'Cancel',
  close: 'Close',
  propose: (machine: string): string => `Propose to ${machine}`,
} as const
