import type { RepositoryState } from '../state.ts'

/** A small repository of TypeScript with a linter, and a script for it. */
export const NODE_REPOSITORY: RepositoryState = {
  checks: ['lint'],
  files: ['package.json', 'package-lock.json', 'a.ts'],
  languages: { ts: 3 },
  tools: ['eslint'],
  scripts: ['lint'],
  active: 9,
}
