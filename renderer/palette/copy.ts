import { plural } from '../../shared/base/amounts.ts'

/** What the palette says: its lines, and further words by which they are found. */
export const PALETTE = {
  title: 'Find anything',
  placeholder: 'A thread, an action, a setting, a run…',
  none: (query: string) => `Nothing is called “${query}”.`,
  noneHelp: 'Try the name of a thread, “beat”, “pause”, or the id of a run.',
  found: (n: number) => (n === 0 ? 'Nothing found' : plural(n, 'result')),
  groups: { recent: 'Recent', places: 'Go to', actions: 'Actions' },
  kinds: {
    place: 'Place',
    action: 'Action',
    thread: 'Thread',
    setting: 'Setting',
    run: 'Run',
    view: 'View',
  },
  machine: {
    here: 'Show this machine',
    all: 'Show all machines',
    one: (name: string) => `Show machine ${name}`,
  },
  run: (id: string) => `Open run ${id}`,
  /** Further words by which lines of settings, views and threads are found. */
  search: {
    setting: (words: string) => `setting ${words}`,
    machine: (name: string) => `machine hub switch ${name}`,
    view: (query: string) => `view ${query}`,
    thread: (number: number, path: string) => `#${number} ${path} open`,
  },
} as const
