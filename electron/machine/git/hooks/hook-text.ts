/** What stands in a hook besides our block when the file is ours. */
export const BARE_HOOK = '#!/bin/sh\n'
const BEGIN = '# >>> threadbeat >>>'
const END = '# <<< threadbeat <<<'
const MADE = '# This file was made by Threadbeat.'
const BLOCK = new RegExp(`\\n${BEGIN}\\n[^]*?\\n${END}(?=\\n|$)`, 'g')
const MARK = new RegExp(`^(?:${BEGIN}|${END})$`, 'gm')

/** A command line of plain words, quoted for a POSIX shell. */
export function hookLine(program: readonly string[], threadNumber: number, hook: string): string {
  return [...program, 'event', String(threadNumber), `git hook ${hook}`, '--source', 'hook']
    .map(quote)
    .join(' ')
}
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Only plain and quoted words: anything else could break the hook around it, or do more than one thing. */
export const isPlainLine = (line: string): boolean =>
  /^(?:[\w@%+=:,./-]|'[^'\r\n\0]*'|\\')+(?: (?:[\w@%+=:,./-]|'[^'\r\n\0]*'|\\')+)*$/.test(line)

/**
 * The hook with our block behind its first line: at the end it would not be reached where the hook leaves
 * with exit or exec, and would give the hook its own exit code. The line runs in a background process of a
 * shell of its own, so that the hook neither waits for it (not even with `wait`) nor hears of its end, and
 * it holds neither the terminal nor a pipe of whoever called git. What a run of Threadbeat does itself is
 * no news.
 */
export function withBlock(text: string, line: string, isNew: boolean): string {
  const end = text.indexOf('\n') < 0 ? text.length : text.indexOf('\n')
  const block = [
    BEGIN,
    ...(isNew ? [MADE] : []),
    '# Tells Threadbeat that something happened here; in the background, and it can neither fail nor delay git.',
    `[ -n "\${THREADBEAT_RUN_ID-}" ] || ( ${line} & ) </dev/null >/dev/null 2>&1 || :`,
    END,
  ]
  return `${text.slice(0, end)}\n${block.join('\n')}${text.slice(end)}`
}

/**
 * The hook without our block, byte for byte as it was. null: there is no block. 'damaged': marks without
 * their counterpart, or several.
 */
export function withoutBlock(
  text: string,
): { readonly text: string; readonly isNew: boolean } | 'damaged' | null {
  const blocks = [...text.matchAll(BLOCK)]
  const marks = [...text.matchAll(MARK)].length
  if (marks === 0) return null
  const [block] = blocks
  if (block === undefined || blocks.length > 1 || marks !== 2) return 'damaged'
  return {
    text: text.slice(0, block.index) + text.slice(block.index + block[0].length),
    isNew: block[0].includes(`\n${MADE}\n`),
  }
}

/** null: a script that any POSIX shell reads, or one of its kin. */
export function shellProblem(text: string): string | null {
  const first = text.split('\n', 1)[0] ?? ''
  if (!first.startsWith('#!')) return 'it does not begin with #!'
  return /^#!\s*(?:\S*\/env\s+)?(?:\S*\/)?(?:sh|bash|dash|ash|ksh|zsh)(?:\s+-[\w-]+)*\s*$/.test(first) &&
    !first.endsWith('\r')
    ? null
    : 'it is not a script of a POSIX shell'
}
