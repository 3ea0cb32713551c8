import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { executedInputs } from './executed-inputs.ts'
import { firstMatches } from './file-parts.ts'
import { LANGUAGE, SHELL } from './programs.ts'

/** Of a makefile or a script that somebody else wrote: more is said to be too much, not looked through. */
const MOST_PATTERNS = 50
/** Longer ones name no file: a path may have as many bytes. */
const PATTERN_CHARS = 1000
const MOST_SEGMENTS = 8
const MOST_ENTRIES = 5000
/** Of one pattern, in all folders. */
export const MOST_ENTRIES_IN_ALL = 20_000
const MOST_FOLDERS = 1000

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
  const { patterns } = executedInputs(text)
  return [...new Set([...named, ...patterns, ...loopsIn(text, starts), ...foldersIn(text)])]
}

const LOOPS_AT_MOST = 20

/** `for f in checks/*.sh other; do bash "$f"; done`: only where what the name stands for is executed. */
function loopsIn(text: string, starts: string): readonly string[] {
  const loops = /\bfor[ \t]+([A-Za-z_]\w{0,60})[ \t]+in[ \t]+([^\n;]{1,2000})/g
  return firstMatches(text, loops, LOOPS_AT_MOST).flatMap(([, name = '', list = '']) => {
    const isExecuted = new RegExp(
      `(?:[\\n;&|({@]|\\b(?:do|then|exec)\\b|(?:^|[\\s;&|])(?:${starts})[ \\t])[ \\t]*["']?[$]{1,2}\\{?${name}\\b`,
    ).test(text)
    if (!isExecuted) return []
    return [...list.split(/[\s()$'"`,]+/).filter((word) => word !== ''), ...findsIn(list, () => true)]
  })
}

/** All files of a folder: `run-parts scripts`, `find bin -exec sh {} +`. */
function foldersIn(text: string): readonly string[] {
  const runs = /\brun-parts[ \t]+(?:-\S{1,60}[ \t]+){0,5}([\w./-]{1,200})/g
  return [
    ...firstMatches(text, runs, LOOPS_AT_MOST).map(([, folder]) => `${folder}/*`),
    ...findsIn(text, (finds, pipes) => /\s-(?:exec|ok)(?:dir)?\s/.test(finds) || GIVEN.test(pipes)),
  ]
}

const FINDS = /\bfind[ \t]+([^\n;|&]{0,500})((?:\|[ \t]*[^\n;|&]{0,200}){0,3})/g
const GIVEN = new RegExp(
  `\\bxargs\\b[^|]{0,100}[\\s/](?:${SHELL.source.slice(1, -1)}|${LANGUAGE.source.slice(1, -1)})(?:\\s|$)`,
)

/** What `find` finds where its files are executed, as patterns: of each of its folders, at any depth. */
const findsIn = (text: string, isExecuted: (finds: string, pipes: string) => boolean): readonly string[] =>
  firstMatches(text, FINDS, LOOPS_AT_MOST)
    .filter(([, finds = '', pipes = '']) => isExecuted(finds, pipes))
    .flatMap(([, finds = '']) => {
      const words = finds.split(/[\s'"`]+/).filter((word) => !/^(?:|-[HLP]|-O\d)$/.test(word))
      const end = words.findIndex((word) => !/^[\w./*?[\]][\w./*?[\]-]*$/.test(word))
      const folders = words.slice(0, end < 0 ? words.length : end)
      const names = namesFound(words).flatMap((name) => (name.startsWith('*') ? [name, `.${name}`] : [name]))
      return (folders.length === 0 ? ['.'] : folders).flatMap((folder) => [
        ...(/[*?[]/.test(folder) ? [folder] : []),
        ...names.map((name) => `${folder}/${ANY_DEPTH}/${name}`),
      ])
    })

/** By its `-name`; all where that is denied, or only one of several ways to be found. */
function namesFound(words: readonly string[]): readonly string[] {
  const names = words.filter((_, at) => words[at - 1] === '-name')
  const others = words.filter((word) => /^-o(?:r)?$/.test(word)).length
  const isDenied = words.some((word) => /^\\?!$|^-not$/.test(word))
  return names.length === 0 || isDenied || others >= names.length ? ['*'] : names
}

/** As `**` of a shell, with hidden folders. */
const ANY_DEPTH = '***'

/**
 * The same of one pattern; `**` fits folders at any depth, but for node_modules and what git keeps. Of a pattern only
 * files that are there.
 */
export async function filesMatching(root: string, pattern: string, most: number): Promise<Matches> {
  if (pattern.length > PATTERN_CHARS) return { names: [], isCut: true }
  const segments = pattern.split('/').filter((part) => part !== '' && part !== '.')
  // What lies outside is no file of the repository.
  if (segments.includes('..')) return { names: [], isCut: false }
  if (segments.at(-1) === '**') segments.push('*')
  const looking: Looking = { root, left: MOST_ENTRIES_IN_ALL, isCut: segments.length > MOST_SEGMENTS }
  const steps = segments.slice(0, MOST_SEGMENTS)
  let names: readonly string[] = ['']
  for (const [at, segment] of steps.entries()) {
    const found = new Set<string>()
    for (const name of names) {
      if (/^\*\*\*?$/.test(segment)) await addFolders(found, looking, name, segment === ANY_DEPTH)
      else if (/[*?[]/.test(segment)) await addEntries(found, looking, name, segment)
      else if (names.length === 1 || (await isThere(join(root, name, segment))))
        found.add(join(name, segment))
    }
    const bound = at === steps.length - 1 ? most : Math.max(most, MOST_FOLDERS)
    looking.isCut ||= found.size > bound
    names = [...found].slice(0, bound)
  }
  return { names, isCut: looking.isCut }
}

export interface Looking {
  readonly root: string
  /** Entries that are still looked at. */
  left: number
  isCut: boolean
}

export const isThere = async (path: string): Promise<boolean> =>
  await lstat(path).then(
    () => true,
    () => false,
  )

/** It and each folder below it, links not followed. */
async function addFolders(
  found: Set<string>,
  looking: Looking,
  folder: string,
  withHidden: boolean,
): Promise<void> {
  const waiting = [folder]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    found.add(next)
    if (found.size > MOST_FOLDERS) return
    for await (const entry of entriesOf(looking, next)) {
      const isSkipped =
        /^(?:\.git|node_modules)$/.test(entry.name) || (!withHidden && entry.name.startsWith('.'))
      if (entry.isDirectory() && !isSkipped) waiting.push(join(next, entry.name))
    }
  }
}

/** What fits a pattern without a slash. */
async function addEntries(
  found: Set<string>,
  looking: Looking,
  folder: string,
  segment: string,
): Promise<void> {
  const isHidden = segment.startsWith('.')
  const pattern = segment.replaceAll(/\[[^\][]*\]/g, '?')
  for await (const { name } of entriesOf(looking, folder))
    if (name.startsWith('.') === isHidden && matches(name, pattern)) found.add(join(folder, name))
}

/** A folder that cannot be read has none. */
export async function* entriesOf(looking: Looking, folder: string): AsyncGenerator<Dirent> {
  try {
    let looked = 0
    for await (const entry of await opendir(join(looking.root, folder))) {
      if (++looked > MOST_ENTRIES || looking.left-- <= 0) {
        looking.isCut = true
        return
      }
      yield entry
    }
  } catch {
    // It is not there, or no folder.
  }
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
