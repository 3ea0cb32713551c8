import type { RepositoryState } from './state.ts'

/** All that a state names, each kind of name apart from the others. */
function namesOf({ checks, tools, scripts, files, languages }: RepositoryState): ReadonlySet<string> {
  return new Set([
    ...checks.map((name) => `check ${name}`),
    ...tools.map((name) => `tool ${name}`),
    ...scripts.map((name) => `script ${name}`),
    ...files.map((name) => `file ${name}`),
    ...Object.keys(languages).map((name) => `language ${name}`),
  ])
}

/** How much alike two repositories are, 0 to 1, by their names; symmetric. */
export type Likeness = (a: string, b: string) => number

/**
 * The likeness of all pairs. What few repositories name counts for more than what nearly all do, and what
 * all name counts nothing. Repositories that are not in `states` are like nobody.
 */
export function likenessOf(states: ReadonlyMap<string, RepositoryState>): Likeness {
  const named = new Map([...states].map(([name, state]) => [name, namesOf(state)]))
  const counts = new Map<string, number>()
  for (const names of named.values()) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const weight = (name: string): number => Math.log((states.size + 1) / (counts.get(name) ?? 1)) ** 2
  const lengths = new Map(
    [...named].map(([name, names]) => [name, Math.sqrt([...names].reduce((sum, n) => sum + weight(n), 0))]),
  )
  return (a, b) => {
    const length = (lengths.get(a) ?? 0) * (lengths.get(b) ?? 0)
    if (length === 0) return 0
    const theirs = named.get(b)
    let shared = 0
    for (const name of named.get(a) ?? []) if (theirs?.has(name)) shared += weight(name)
    return shared / length
  }
}
