import { posix } from 'node:path'
import { firstMatches } from './file-parts.ts'
import {
  INTERPRETER,
  KEYWORD,
  LANGUAGE,
  optionWords,
  readsArguments,
  SHELL,
  withoutSigns,
} from './programs.ts'

/** Options whose value is code, or names a file of it: `awk -f`, `vim -S`, `cmake -P`, `node --require`. */
const CODE_OPTION =
  /^-(?:[A-Za-z]{0,3}f|[xSPsrclEM]|-?(?:file|script|rcfile|init-file|init|rc|config|require|import|loader|load|include|source|commands?|makefile|justfile|settings|startup|plugin|rulesdir))$/
/** Variables whose value names what a program executes when it starts. */
const CODE_VARIABLE =
  /^(?:BASH_ENV|ENV|PYTHONSTARTUP|PERL5DB|LD_PRELOAD|EDITOR|VISUAL|PAGER|GIT_[A-Z_]+|MAKEFILES)$/
/** Programs whose `-f` names what they write, or pack. */
const PACKS = /^(?:tar|bsdtar|zip|7z|cpio|ar)$/
/** Calls of languages that execute the text, or the file, which they are given. */
const EXECUTES_READ = /\b(?:exec|eval|execfile|run_path|dofile|loadfile|instance_eval) ?\(/
/** They execute what they are given in whatever way. */
const EXECUTES_ALL = /^(?:source|eval|xargs|parallel|psql|mysql|sqlite3|ed|ex|at|batch)$/
/** Words of a text that stand where what they name is executed, and those of them that are patterns of files. */
interface Executed {
  readonly names: ReadonlySet<string>
  readonly patterns: ReadonlySet<string>
}

/**
 * Words of a script or a command that stand where what they name is executed, whatever it is called: behind the
 * options of an interpreter or an option for code, before a pipe into an interpreter, in what is substituted for
 * it, as its input, in a variable that programs obey. Patterns only where it is an interpreter that gets the files.
 */
export function executedInputs(text: string): Executed {
  const found = new Set<string>()
  const patterns = new Set<string>()
  let before: string[] = [] // of a group that may end in a pipe
  for (const group of text
    .replaceAll('\\\n', ' ')
    .replaceAll(OPEN_PIPE, '| ')
    .split(/[\n;]|&&|\|\|/)) {
    const parts = group.split('|').map((part) => ({ part, words: wordsOf(part) }))
    const last = parts.findLastIndex(({ words }, at) => at > 0 && executesInput(words))
    const isOfFiles = last > 0 && executesFiles(parts[last]!.words)
    const add = (words: readonly string[]): void => {
      for (const word of words) {
        found.add(word)
        if (isOfFiles && /[*?[]/.test(word)) patterns.add(word)
      }
    }
    if (parts.slice(0, Math.max(0, last)).some(({ part }) => GROUP_ENDS.test(part))) {
      add(before)
      before = []
    }
    for (const [at, { part, words }] of parts.entries()) {
      for (const word of words) before.push(word)
      if (at < last && LISTS_ALL.test(part)) add(words.map((word) => `**/${word}`))
      const isSubstituted =
        (/\$\(|`|<\(/.test(part) && executingAt(words).length > 0) || EXECUTES_READ.test(part)
      if (at < last || isSubstituted || givesFound(words)) add(words)
      else for (const word of namedBy(part, words)) found.add(word)
    }
  }
  return { names: found, patterns }
}

/** Its patterns fit files in each folder. */
const LISTS_ALL = /^\s*git\s.{0,100}\b(?:ls-files|grep)\b/
/** Not `xargs wc`, which gives the files to a program that reads them. */
const executesFiles = (words: readonly string[]): boolean => {
  const programs = words.map((word) => posix.basename(word))
  return (
    !GIVES_ON.test(programs[programAt(words)] ?? '') ||
    programs.some((one) => SHELL.test(one) || LANGUAGE.test(one))
  )
}
const GIVES_ON = /^(?:xargs|parallel)$/

/** A pipe at the end of a line goes on in the next one. */
const OPEN_PIPE = /\|[ \t]*(?:#[^\n]*)?\n\s*/g
const GROUP_ENDS = /[)}]\s?$|^\s*(?:done|fi|esac)\b/

/** A recipe's line may begin with `@` or `-`. */
const wordsOf = (part: string): readonly string[] =>
  optionWords(
    part
      .split(/[\s()<>'"`,=]+/)
      .filter((word) => !/^[${}]*$/.test(word))
      .map((word, at) => (at === 0 ? withoutSigns(word).replace(/^-/, '') : word)),
  )

/** `find ci -exec sh {} +`: the files it begins with are given to a program. */
const givesFound = (words: readonly string[]): boolean =>
  posix.basename(words[programAt(words)] ?? '') === 'find' &&
  words.some((word) => /^-(?:exec|ok)(?:dir)?$/.test(word))

const programAt = (words: readonly string[]): number => words.findIndex((word) => !KEYWORD.test(word))

/** Where programs stand that execute what they are given. */
function executingAt(words: readonly string[]): readonly number[] {
  const start = programAt(words)
  return [...words.keys()].filter((at) => {
    const program = posix.basename(words[at]!)
    if (program === '.') return at === start
    return SHELL.test(program) || EXECUTES_ALL.test(program) || LANGUAGE.test(program) || program === 'make'
  })
}

/** What comes through a pipe, or behind `<`, is executed, and no data of a script that is named or given. */
const executesInput = (words: readonly string[]): boolean =>
  executingAt(words).some((at) => {
    const program = posix.basename(words[at]!)
    const rest = words.slice(at + 1, at + 1 + OPTIONS_AT_MOST)
    if (EXECUTES_ALL.test(program) || rest.some((one) => /^(?:-s|\/dev\/(?:stdin|fd\/.+))$/.test(one)))
      return true
    if (rest.some((one) => (SHELL.test(program) ? /^-\w*c/ : /^-\w*[cempr]/).test(one))) return false
    return !rest.some((one, i) => !isOption(one) && !isOption(rest[i - 1] ?? ''))
  })

const isOption = (word: string): boolean => /^[-+]/.test(word)

function* namedBy(part: string, words: readonly string[]): Generator<string> {
  const start = programAt(words)
  for (const [at, word] of words.entries()) {
    if (CODE_VARIABLE.test(words[at - 1] ?? '')) yield word
    if (INTERPRETER.test(posix.basename(word)) && (word !== '.' || at === start)) yield* fileBehind(words, at)
  }
  const program = posix.basename(words[start] ?? '')
  if (start < 0 || PACKS.test(program) || readsArguments(program, words.slice(start + 1))) return
  for (const [at, word] of words.entries()) if (CODE_OPTION.test(words[at - 1] ?? '')) yield word
  if (executingAt(words).includes(start) && !executesInput(words)) return
  for (const [, input = ''] of firstMatches(part, /<>?[ \t]*["']?([\w./-]{1,200})/g, INPUTS_AT_MOST))
    yield input
}
const INPUTS_AT_MOST = 5

/** The first word that is no option, and each that may be the value of the option before it. */
function* fileBehind(words: readonly string[], program: number): Generator<string> {
  for (const [at, word] of words.slice(program + 1, program + 1 + OPTIONS_AT_MOST).entries()) {
    if (isOption(word)) continue
    yield word
    if (!isOption(words[program + at] ?? '')) return
  }
}
/** Words behind an interpreter that are looked through for its file: `bash -eu -o pipefail FILE`. */
const OPTIONS_AT_MOST = 8

/** `ci/{a,b}.sh` as `ci/a.sh ci/b.sh`, one level deep; the first of them. */
export function withBracesExpanded(text: string): string {
  const braces = firstMatches(text, /\{([\w./-]{0,60}(?:,[\w./-]{0,60}){1,20})\}/g, BRACES_AT_MOST)
  let [shown, from] = ['', 0]
  for (const { 0: all, 1: list = '', index } of braces) {
    const before = /[\w./-]*$/.exec(text.slice(Math.max(from, index - NAME_LENGTH), index))?.[0] ?? ''
    const end = index + all.length
    const behind = /^[\w./-]*/.exec(text.slice(end, end + NAME_LENGTH))?.[0] ?? ''
    const names = list.split(',').map((one) => before + one + behind)
    shown += text.slice(from, index - before.length) + names.join(' ')
    from = end + behind.length
  }
  return shown + text.slice(from)
}
const BRACES_AT_MOST = 2000
const NAME_LENGTH = 200
