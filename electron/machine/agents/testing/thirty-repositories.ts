import { makeRepositories, REPOSITORY_STATES, type MadeRepository } from '../../../host/repositories.ts'

/** Each state at least once, the everyday ones several times. */
export const thirtyRepositories = (folder: string): Promise<readonly MadeRepository[]> =>
  makeRepositories(folder, [
    ...REPOSITORY_STATES.map((state) => [`all-${state.replaceAll('_', '-')}`, state] as const),
    ...(
      [
        'clean',
        'dirty',
        'behind',
        'ahead',
        'clean',
        'dirty',
        'behind',
        'conflicting',
        'stale_branches',
        'no_remote',
        'worktree',
        'detached',
      ] as const
    ).map((state, i) => [`more-${i + 1}-${state.replaceAll('_', '-')}`, state] as const),
  ])
