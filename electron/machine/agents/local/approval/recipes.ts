interface Recipe {
  readonly line: number // from 1
  readonly names: readonly string[]
  readonly needs: readonly string[] // names of recipes that go first
  readonly text: string
}

/** Of a makefile that somebody else wrote; what is behind is hashed, and shown as the rest. */
const CHARS_READ = 200_000
/** Rules for one target that are followed. */
const SAME_NAME = 20

/** A rule's first line in a makefile, or a recipe's in a justfile: not indented, no assignment. */
const HEAD = /^@?([^\s#:=][^#:=]*):(?![:=])([^=#]*)/

/**
 * What of a makefile or justfile runs for these words: the recipes that they name, else the first, each with
 * those it needs; `others` is the rest of the file, as it stands. Meant to be read by a person: what decides
 * is the hash of the whole file.
 */
export function recipesOf(
  text: string,
  words: readonly string[],
): {
  readonly asked: readonly Pick<Recipe, 'line' | 'text'>[]
  readonly others: string
} {
  const lines = text.slice(0, CHARS_READ).split('\n')
  const recipes = recipesIn(lines)
  const byName = new Map<string, Recipe[]>()
  for (const recipe of recipes)
    for (const name of recipe.names)
      byName.set(name, [...(byName.get(name) ?? []).slice(0, SAME_NAME), recipe])
  const wanted = words.filter((word) => byName.has(word))
  const first = recipes.find(({ names }) => !names.every((name) => name.startsWith('.')))
  const asked = new Set<Recipe>()
  const waiting = (wanted.length > 0 ? wanted : (first?.names ?? [])).toReversed()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    for (const recipe of byName.get(name) ?? [])
      if (!asked.has(recipe)) {
        asked.add(recipe)
        waiting.push(...recipe.needs.toReversed())
      }
  const taken = new Set([...asked].flatMap((r) => r.text.split('\n').map((_, i) => r.line - 1 + i)))
  return {
    asked: [...asked].map(({ line, text: own }) => ({ line, text: own })),
    others: [...lines.filter((_, i) => !taken.has(i)), text.slice(CHARS_READ)].join('\n').trim(),
  }
}

function recipesIn(lines: readonly string[]): readonly Recipe[] {
  return lines.flatMap((head, at): Recipe[] => {
    const [, names, needs] = HEAD.exec(head) ?? []
    if (names === undefined) return []
    let end = at + 1
    while (end < lines.length && /^(?:\s|$)/.test(lines[end]!)) end++
    while (end > at + 1 && lines[end - 1]!.trim() === '') end--
    return [
      {
        line: at + 1,
        names: names.trim().split(/\s+/),
        needs: (needs ?? '').split(/[\s|()&;]+/).filter((word) => word !== ''),
        text: lines.slice(at, end).join('\n'),
      },
    ]
  })
}
