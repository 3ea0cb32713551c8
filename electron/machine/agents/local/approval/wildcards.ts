import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** What a makefile includes, or a shell line hands to a program that executes files, up to the end of the command. */
const EXECUTED = (starts: string): RegExp =>
  new RegExp(`(?:^|[\\n;&|({]|\\bexec\\b)\\s*(?:${starts})\\s([^\\n;&|]*)`, 'g')

/**
 * Patterns of files in this text that are executed or included: `include mk/*.mk`, `include $(wildcard mk/*.mk)`,
 * `. ./lib/*.sh`. `starts`: what stands before them, as the source of a regular expression.
 */
export const patternsIn = (text: string, starts: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(EXECUTED(starts))].flatMap(([, args = '']) =>
      args.split(/[\s()$'"`,]+/).filter((word) => /[*?]/.test(word)),
    ),
  ),
]

const ENTRIES_LOOKED_AT = 5000

/**
 * Names below `root` that match, sorted, at most `most`; hidden ones only where the pattern names the dot, as
 * shells do. A folder that cannot be read matches nothing.
 */
export async function matching(root: string, pattern: string, most: number): Promise<readonly string[]> {
  let names: readonly string[] = ['']
  for (const segment of pattern.split('/').filter((part) => part !== '' && part !== '.')) {
    const isPattern = /[*?[]/.test(segment)
    const next = isPattern
      ? await Promise.all(names.map((name) => entriesOf(root, name, matcherOf(segment))))
      : [names.map((name) => join(name, segment))]
    names = next.flat().slice(0, most)
  }
  return [...names].sort()
}

async function entriesOf(root: string, name: string, matches: (entry: string) => boolean): Promise<string[]> {
  const found: string[] = []
  try {
    let looked = 0
    for await (const entry of await opendir(join(root, name))) {
      if (++looked > ENTRIES_LOOKED_AT) break
      if (matches(entry.name)) found.push(join(name, entry.name))
    }
  } catch {
    // It is not there, or no folder.
  }
  return found
}

/** A bracket matches any one character: rather a file too many than one too few. */
function matcherOf(segment: string): (entry: string) => boolean {
  const source = segment
    .replaceAll(/\[[^\]]*\]/g, '?')
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, '.*')
    .replaceAll('?', '.')
  const regex = new RegExp(`^${source}$`, 's')
  return (entry) => regex.test(entry) && (segment.startsWith('.') || !entry.startsWith('.'))
}
