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
  pause: (name: string, machine: string): string => `Pause ${name} on ${machine}`,
  resume: (name: string, machine: string): string => `Resume ${name} on ${machine}`,
  row: (name: string, machine: string, state: string, because: string): string =>
    `${name} on ${machine}: ${state}. ${because}`,
  filter: 'Filter threads',
  filterHelp: 'Name, folder, number, state, reason',
} as const
