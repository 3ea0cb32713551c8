import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { firstMatches } from './file-parts.ts'

/** Of a makefile or a script that somebody else wrote: more is said to be too much, not looked through. */
const MOST_PATTERNS = 50
/** Longer ones name no file: a path may have as many bytes. */
const PATTERN_CHARS = 1000
const MOST_SEGMENTS = 8
const MOST_ENTRIES = 5000

export interface Matches {
  readonly names: readonly string[]
  /** There may be more. */
  readonly isCut: boolean
}

/**
 * Files below `root` that this text executes or includes by a pattern: `include mk/*.mk`,
 * `include $(wildcard mk/*.mk)`, `. ./lib/*.sh`. `starts`: what stands before them, as the source of a regular
 * expression. Hidden files only where the pattern names the dot, as shells do; at most `most`, sorted.
 */
export async function startedByPattern(
  root: string,
  text: string,
  starts: string,
  most: number,
): Promise<Matches> {
  const patterns = patternsIn(text, starts)
  const all = await Promise.all(
    patterns.slice(0, MOST_PATTERNS).map((pattern) => filesMatching(root, pattern, most)),
  )
  return {
    names: [...new Set(all.flatMap(({ names }) => names))].sort(),
    isCut: patterns.length > MOST_PATTERNS || all.some(({ isCut }) => isCut),
  }
}

function patternsIn(text: string, starts: string): readonly string[] {
  const commands = text.matchAll(
    new RegExp(`(?:^|[\\n;&|({]|\\bexec\\b)[ \\t]*(?:${starts})[ \\t]([^\\n;&|]*)`, 'g'),
  )
  const words = [...commands].flatMap(([, args = '']) => args.split(/[\s()$'"`,]+/))
  const named = words.filter((word) => /[*?[]/.test(word))
  return [...new Set([...named, ...loopsIn(text, starts), ...foldersIn(text)])]
}

const LOOPS_AT_MOST = 20

/** `for f in checks/*.sh other; do bash "$f"; done`: only where what the name stands for is executed. */
function loopsIn(text: string, starts: string): readonly string[] {
  const loops = /\bfor[ \t]+([A-Za-z_]\w{0,60})[ \t]+in[ \t]+([^\n;]{1,2000})/g
  return firstMatches(text, loops, LOOPS_AT_MOST).flatMap(([, name = '', list = '']) => {
    const isExecuted = new RegExp(
      `(?:[\\n;&|({@]|\\b(?:do|then|exec)\\b|(?:^|[\\s;&|])(?:${starts})[ \\t])[ \\t]*["']?[$]{1,2}\\{?${name}\\b`,
    ).test(text)
    return isExecuted ? list.split(/[\s()$'"`,]+/).filter((word) => word !== '') : []
  })
}

/** All files of a folder: `run-parts scripts`, `find bin -exec sh {} +`. */
function foldersIn(text: string): readonly string[] {
  const runs = /\brun-parts[ \t]+(?:-\S{1,60}[ \t]+){0,5}([\w./-]{1,200})/g
  const parts = firstMatches(text, runs, LOOPS_AT_MOST)
  const finds = [
    /\bfind[ \t]+([\w./-]{1,200})[^\n;|]{0,500}-exec/g,
    /\bfind[ \t]+([\w./-]{1,200})[^\n;|]{0,500}\|[ \t]*xargs\b[^\n;|]{0,100}\b(?:sh|bash|dash|zsh|python3?|node|perl|ruby)\b/g,
  ].flatMap((pattern) => firstMatches(text, pattern, LOOPS_AT_MOST))
  return [
    ...parts.map(([, folder]) => `${folder}/*`),
    ...finds.flatMap(([, folder]) => [`${folder}/*`, `${folder}/*/*`, `${folder}/*/*/*`]),
  ]
}

/** The same of one pattern. */
export async function filesMatching(root: string, pattern: string, most: number): Promise<Matches> {
  if (pattern.length > PATTERN_CHARS) return { names: [], isCut: true }
  const segments = pattern.split('/').filter((part) => part !== '' && part !== '.')
  // What lies outside is no file of the repository.
  if (segments.includes('..')) return { names: [], isCut: false }
  let names: readonly string[] = ['']
  let isCut = segments.length > MOST_SEGMENTS
  for (const segment of segments.slice(0, MOST_SEGMENTS)) {
    const found: string[] = []
    for (const name of names) {
      if (!/[*?[]/.test(segment)) found.push(join(name, segment))
      else isCut = (await addEntries(found, root, name, segment)) || isCut
    }
    isCut ||= found.length > most
    names = found.slice(0, most)
  }
  return { names, isCut }
}

/** true: not all of them were looked at. A folder that cannot be read has none. */
async function addEntries(found: string[], root: string, folder: string, segment: string): Promise<boolean> {
  const isHidden = segment.startsWith('.')
  const pattern = segment.replaceAll(/\[[^\][]*\]/g, '?')
  try {
    let looked = 0
    for await (const { name } of await opendir(join(root, folder))) {
      if (++looked > MOST_ENTRIES) return true
      if (name.startsWith('.') === isHidden && matches(name, pattern)) found.push(join(folder, name))
    }
  } catch {
    // It is not there, or no folder.
  }
  return false
}

/**
 * In steps that are at most the product of the lengths: a regular expression of a hostile pattern would take for
 * ever. A bracket matches any one character: rather a file too many than one too few.
 */
function matches(name: string, pattern: string): boolean {
  let [at, star, from] = [0, -1, 0]
  for (let i = 0; i < name.length; )
    if (pattern[at] === '*') {
      star = at++
      from = i
    } else if (pattern[at] === '?' || pattern[at] === name[i]) {
      at++
      i++
    } else if (star >= 0) {
      at = star + 1
      i = ++from
    } else return false
  return /^\**$/.test(pattern.slice(at))
}
