import { codeSpans, outsideSpans } from '../../playbook/code-span.ts'
import { checkOf } from '../check-id.ts'
import { leadingTimes } from '../../base/leading-times.ts'

/**
 * What a task line asks to execute. Whether the first word exists, and whether a person approved it, is
 * decided elsewhere.
 */
export interface TaskCommand {
  readonly text: string // the span as written
  /** The words a program would get; empty when a shell is needed. */
  readonly argv: readonly string[]
  /**
   * It uses pipes, redirections, lists, variables, globs or substitution: words alone cannot say what it
   * means.
   */
  readonly needsShell: boolean
}

const VERB = /\b(?:run|execute|exec|check|verify|call|try|start|use|invoke|re-?run)\b/i
const FORBIDDEN = /(?:\b(?:not|never|without|avoid|instead of)|n['’]t)\s+(?:\w+\s+)?$/i

/**
 * The command of a task line: the first code span after a verb ("Run `npm test`"), or a span that is the
 * whole task. null: there is none, the line forbids it ("never run `…`"), or its quotes do not close.
 */
export const commandOf = (taskText: string): TaskCommand | null => commandsOf(taskText)[0] ?? null

/** What of a line waits for a person's approval; null: nothing, also where the app does the check by itself. */
export const commandToApprove = (taskText: string): TaskCommand | null =>
  checkOf(taskText) === null ? commandOf(taskText) : null

/** The same, and after it what else of the line could be a command; empty: it has none. */
export function commandsOf(taskText: string): readonly TaskCommand[] {
  const { rest } = leadingTimes(taskText)
  const spans = codeSpans(rest)
  const only = spans.length === 1 ? spans[0] : undefined
  if (
    only !== undefined &&
    rest.slice(0, only.start).trim() === '' &&
    /^[.!]?$/.test(rest.slice(only.end).trim())
  )
    return commandsIn([only.text])

  const verb = VERB.exec(outsideSpans(rest))
  if (verb === null || FORBIDDEN.test(rest.slice(Math.max(0, verb.index - 80), verb.index))) return []
  return commandsIn(spans.filter((s) => s.start >= verb.index + verb[0].length).map(({ text }) => text))
}

function commandsIn([first = '', ...later]: readonly string[]): readonly TaskCommand[] {
  const command = readCommand(first)
  return command === null ? [] : [command, ...later.map(readCommand).filter((other) => other !== null)]
}

function readCommand(span: string): TaskCommand | null {
  const text = span.trim()
  if (text === '' || text.includes('\0')) return null
  const words = splitWords(text)
  if (words === 'open') return null
  if (words === 'shell') return { text, argv: [], needsShell: true }
  return words.length === 0 ? null : { text, argv: words, needsShell: false }
}

/**
 * Words as a POSIX shell would pass them on; 'shell': it would do more than split; 'open': a quote or an
 * escape never ends.
 */
function splitWords(text: string): string[] | 'shell' | 'open' {
  const words: string[] = []
  let word: string | null = null // null: between words; '' may be a quoted empty word
  let braceFrom = -1 // index of the last unquoted "{" of this word
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? ''
    /*   git commit -m 'two words'
     *                 ^            */
    if (c === "'") {
      const end = text.indexOf("'", i + 1)
      if (end === -1) return 'open'
      word = (word ?? '') + text.slice(i + 1, end)
      i = end
    } else if (c === '"') {
      const quoted = readDoubleQuoted(text, i + 1)
      if (typeof quoted === 'string') return quoted
      word = (word ?? '') + quoted.text
      i = quoted.end
    } else if (c === '\\') {
      if (i + 1 >= text.length) return 'open'
      word = (word ?? '') + text[++i]
    } else if (c === ' ' || c === '\t') {
      if (word !== null) words.push(word)
      word = null
      braceFrom = -1
    } else if (meansShell(text, i, word, words.length)) {
      return 'shell'
    } else {
      if (c === '{') braceFrom = i
      // a{b,c}: an expansion
      if (c === '}' && braceFrom !== -1 && /,|\.\./.test(text.slice(braceFrom, i))) return 'shell'
      word = (word ?? '') + c
    }
  }
  if (word !== null) words.push(word)
  return words
}

function readDoubleQuoted(text: string, from: number): { text: string; end: number } | 'shell' | 'open' {
  let out = ''
  for (let i = from; i < text.length; i++) {
    const c = text[i] ?? ''
    if (c === '"') return { text: out, end: i }
    if (c === '$' || c === '`') return 'shell'
    if (c === '\\' && '"\\$`'.includes(text[i + 1] ?? ' ')) out += text[++i]
    else out += c
  }
  return 'open'
}

/** An unquoted character that a shell would act on. */
function meansShell(text: string, at: number, word: string | null, wordsBefore: number): boolean {
  const c = text[at] ?? ''
  if ('|&;<>()$`*?[\n\r'.includes(c)) return true
  if (word === null && (c === '~' || c === '#')) return true
  if (wordsBefore > 0) return false
  if (c === '!' && word === null) return true
  return c === '=' && /^[A-Za-z_]\w*$/.test(word ?? '') // NAME=value before the command
}
