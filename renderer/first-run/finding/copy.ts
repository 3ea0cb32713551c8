import { plural } from '../../../shared/base/amounts.ts'

/** Where folders are looked through for repositories. */
export const FINDER = {
  path: 'Path of a folder',
  pathHint: 'Path of a folder, for example ~/src',
  look: 'Look here',
  stop: 'Stop looking',
  progress: (folders: number, found: number) =>
    `${plural(folders, 'folder')} looked at, ${plural(found, 'repository', 'repositories')} found`,
  found: (n: number) =>
    n === 0
      ? 'No git repository was found there.'
      : `${plural(n, 'repository', 'repositories')} found, newest first.`,
  preselected: (n: number, of: number) =>
    n === of
      ? 'All of them are picked to begin with; untick what you do not want.'
      : `The ${n} that git wrote to last are picked to begin with: most likely you work on them.`,
  lastWrite: 'Git last wrote',
  stopped: 'Stopped early.',
  limited: 'There are more; choose a folder closer to them.',
  unreadable: (folders: number) => `${plural(folders, 'folder')} could not be read.`,
  all: 'Choose all',
  allOf: (n: number) => `Choose all ${n}`,
  picked: (n: number) =>
    n === 0 ? 'Nothing is picked yet.' : `${plural(n, 'repository', 'repositories')} picked.`,
  already: 'already a thread',
  typeInstead: (why: string) => `${why} Type the folder’s path instead.`,
} as const
