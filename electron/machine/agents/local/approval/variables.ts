import { posix } from 'node:path'
import { firstMatches } from './file-parts.ts'
import { INTERPRETER, RUNS_RECIPES, RUNS_SCRIPTS } from './programs.ts'

const FOUND_AT_MOST = 2000
/** More values make more names than are looked at. */
const VALUES_AT_MOST = 200
const ASSIGNED = /(?:^|[\s;&|])([A-Za-z_]\w{0,60})[ \t]*[:?+]{0,3}=(?=[ \t]*([^\n;&|#]{0,1000}))/g
/** `for d in LIST; do`, `$(foreach d,LIST,`. */
const LOOPS = /\bfor(?:each)?[ \t]+([A-Za-z_]\w{0,60})(?:[ \t]+in[ \t]+|,)([^\n;,]{1,1000})/g
/** What `$@` of a makefile stands for: names before a colon. */
const TARGETS = /^([^\s#:=][^#:=\n]{0,1000}):(?!=)/gm
const REFERENCE = String.raw`\$+(?:[({](\w{1,60}|@)[)}]|(\w{1,60}|@))`
const WHOLE_REFERENCE = new RegExp(`^${REFERENCE}$`)
/** `cd $d`, `make -C libs/$@/src`. */
const GOES = new RegExp(
  String.raw`(\b(?:cd|pushd)|[ \t]-[A-Za-z]{0,3}C|[ \t]--(?:directory|prefix|dir|cwd|chdir))[ \t=]{0,9}["']?([\w./-]{0,100})(?:${REFERENCE}|\$+[({<^?*+])["']?(/[\w./-]{0,100})?`,
  'g',
)
/** Programs that execute what they find where they work. */
const WORKS_THERE = /\b(?:g?make|MAKE|just|npm|npx|pnpm|yarn|bun)\b[^;&|]*$/
const LINE_CHARS = 200
/** The folder in which it works, or that of the script: both are looked through by themselves. */
const STANDS_HERE = /^(?:CURDIR|PWD)$/
const FINDS_HERE = /^[^$]{0,120}\$+\((?:pwd|dirname|realpath|cd)\b/

interface Folders {
  /** Or patterns of them. */
  readonly values: readonly string[]
  /** What of the text names folders that only its run knows. */
  readonly unknown: readonly string[]
}

/** Folders that a text goes to, or has make and npm go to, by the name of a variable whose values stand in it. */
export function foldersInVariables(text: string): Folders {
  const values = new Set<string>()
  const unknown = new Set<string>()
  const going = firstMatches(text, GOES, FOUND_AT_MOST)
  if (going.length === 0) return { values: [], unknown: [] }
  const lists = listsIn(text)
  for (const { 1: how = '', 2: before = '', 3: a, 4: b, 5: behind = '', index } of going) {
    const name = a ?? b ?? ''
    const { words, isKnown } = valuesOf(name, lists)
    for (const word of words) if (values.size < VALUES_AT_MOST) values.add(`${before}${word}${behind}`)
    const line = text.slice(Math.max(0, index - LINE_CHARS), index).replace(/^[^]*\n/, '')
    if (STANDS_HERE.test(name) || (name === '' && FINDS_HERE.test(text.slice(index, index + LINE_CHARS))))
      continue
    const isOfProgram = how.trim().startsWith('-') ? WORKS_THERE.test(line) : lists.loops.has(name)
    if (!isKnown && isOfProgram)
      unknown.add(
        text
          .slice(index, index + LINE_CHARS)
          .trim()
          .split(/[\s;&|]+/, 2)
          .join(' '),
      )
  }
  return { values: [...values], unknown: [...unknown] }
}

interface Values {
  readonly words: readonly string[]
  /** Each of them stands in the text. */
  readonly isKnown: boolean
}
interface Lists {
  readonly assigned: ReadonlyMap<string, readonly string[]>
  readonly loops: ReadonlySet<string>
  readonly looked: Map<string, Values>
}

function listsIn(text: string): Lists {
  const assigned = new Map<string, string[]>()
  const add = (name: string, value: string): void => {
    const words = value
      .replaceAll(/\$\(wildcard[ \t]+([^()\n]{0,200})\)/g, '$1')
      .split(/["'\s]+/)
      .filter((word) => word !== '' && word !== 'do')
    assigned.set(name, [...(assigned.get(name) ?? []), ...words].slice(0, VALUES_AT_MOST))
  }
  const joined = text.replaceAll('\\\n', ' ')
  for (const [, name = '', value = ''] of firstMatches(joined, ASSIGNED, FOUND_AT_MOST)) add(name, value)
  const loops = firstMatches(joined, LOOPS, FOUND_AT_MOST)
  for (const [, name = '', value = ''] of loops) add(name, value)
  for (const [, names = ''] of firstMatches(joined, TARGETS, FOUND_AT_MOST)) add('@', names)
  return { assigned, loops: new Set(['@', ...loops.map(([, name = '']) => name)]), looked: new Map() }
}

/** Also through other variables. One that leads back to itself is not known. */
function valuesOf(name: string, lists: Lists): Values {
  const before = lists.looked.get(name)
  if (before !== undefined) return before
  lists.looked.set(name, { words: [], isKnown: false })
  const given = lists.assigned.get(name) ?? []
  const words: string[] = []
  let isKnown = given.length > 0
  for (const word of given) {
    const [, a, b] = WHOLE_REFERENCE.exec(word) ?? []
    const other = a ?? b
    if (/^[\w./*?-]+$/.test(word)) words.push(word)
    else if (other === undefined) isKnown = false
    else {
      const further = valuesOf(other, lists)
      words.push(...further.words)
      isKnown &&= further.isKnown
    }
    if (words.length >= VALUES_AT_MOST) break
  }
  isKnown &&= words.length < VALUES_AT_MOST
  const found = { words, isKnown }
  lists.looked.set(name, found)
  return found
}

/** What variables of these names usually stand for, as the built-in ones of make. */
const USUAL: Readonly<Record<string, string>> = {
  SHELL: 'sh',
  SH: 'sh',
  BASH: 'bash',
  PYTHON: 'python3',
  PYTHON3: 'python3',
  PERL: 'perl',
  RUBY: 'ruby',
  PHP: 'php',
  NODE: 'node',
  NPM: 'npm',
  NPX: 'npx',
  PNPM: 'pnpm',
  YARN: 'yarn',
  MAKE: 'make',
}
/** A variable where a program may stand: before a blank, and no part of a path. */
const USED =
  /(?<![\w./-])\$\$?(?:\((\w{1,60})\)|\{(\w{1,60})(?::?[-=]([^}\n]{0,100}))?\}|(\w{1,60}))(?=["']?[ \t])/g
const PROGRAM_CHARS = 20

/** A text with the interpreters, and the programs that start scripts, that stand in its variables. */
export function withProgramsNamed(text: string): string {
  const programs = new Map(Object.entries(USUAL))
  for (const [, name = '', value = ''] of firstMatches(text, ASSIGNED, FOUND_AT_MOST)) {
    const program = programIn(value)
    if (program !== null) programs.set(name, program)
  }
  return text.replace(
    USED,
    (all, a?: string, b?: string, preset?: string, c?: string) =>
      programIn(preset ?? '') ?? programs.get(a ?? b ?? c ?? '') ?? all,
  )
}

/** The last one of a value (`/usr/bin/env python3`), with a `-m` behind it; null: none. */
function programIn(value: string): string | null {
  const words = value.split(/[\s()"']+/).map((word) => posix.basename(word))
  const at = words.findLastIndex(
    (word) =>
      word.length <= PROGRAM_CHARS &&
      word !== '.' &&
      (INTERPRETER.test(word) ||
        RUNS_SCRIPTS.test(word) ||
        RUNS_RECIPES.some((one) => one.program.test(word))),
  )
  if (at < 0) return null
  return words.slice(at + 1).some((word) => /^-[A-Za-z]{0,9}m$/.test(word)) ? `${words[at]} -m` : words[at]!
}
