/** One program call inside a command line, without the shells, wrappers and assignments around it. */
export interface LineCommand {
  readonly words: readonly string[] // program first; never empty
  /** It alone made the line, but for `cd` before it: the line's exit code is its own. */
  readonly alone: boolean
}

const MAX_DEPTH = 5

/**
 * The commands that a command line runs, as far as reading can tell: through `bash -lc '…'`, `cd x &&`, pipes, lists, substitutions
 * and the like. What stands behind `||` may never have run and is left out. Total: a line that no shell would take gives what was read.
 */
export function lineCommands(line: string): readonly LineCommand[] {
  const found = commandsIn(line, 0).filter(({ words }) => words.length > 0 && words[0] !== 'cd')
  return found.filter((c) => !c.maybe).map(({ words }) => ({ words, alone: found.length === 1 }))
}

interface Raw {
  readonly words: readonly string[]
  readonly writes: boolean // its output goes into a file
  readonly maybe: boolean // it may never have run
}

function commandsIn(line: string, depth: number): Raw[] {
  if (depth > MAX_DEPTH) return [{ words: ['…'], writes: false, maybe: true }]
  const { commands, inner } = split(line)
  return [...commands.flatMap((c) => unwrap(c, depth)), ...inner.flatMap((text) => commandsIn(text, depth + 1))]
}

/** Words that only say when or how often what follows runs. */
const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{', '}', 'fi', 'done', 'esac'])
/** Programs that run the rest of their arguments, with their options that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  env: /^-[uCS]$/, command: /^$/, exec: /^-a$/, time: /^-[fo]$/, timeout: /^-[ks]$/, nice: /^-n$/, nohup: /^$/, stdbuf: /^-[ioe]$/, sudo: /^-[ugC]$/, caffeinate: /^-[tw]$/,
}
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish'])

function unwrap(command: Raw, depth: number): Raw[] {
  let words = command.words
  for (;;) {
    const first = words[0]
    if (first === undefined) return command.writes ? [{ ...command, words: [] }] : []
    if (KEYWORDS.has(first) || /^[A-Za-z_]\w*=/.test(first)) {
      words = words.slice(1)
      continue
    }
    const name = programName(first)
    const valued = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
    if (valued !== undefined && words.length > 1) {
      let at = 1
      while (at < words.length && /^-/.test(words[at] ?? '')) at += valued.test(words[at] ?? '') ? 2 : 1
      if (name === 'timeout' && /^[\d.]+[smhd]?$/.test(words[at] ?? '')) at++
      words = words.slice(at)
      continue
    }
    if (SHELLS.has(name)) {
      const script = words.findIndex((w, i) => i > 0 && /^-[a-z]*c$/i.test(w))
      if (script !== -1) return commandsIn(words[script + 1] ?? '', depth + 1).map((c) => ({ ...c, writes: c.writes || command.writes, maybe: c.maybe || command.maybe }))
      const file = words.findIndex((w, i) => i > 0 && !w.startsWith('-'))
      if (file !== -1) return [{ ...command, words: words.slice(file) }] // bash ./check.sh is ./check.sh
    }
    return [{ ...command, words: [name, ...words.slice(1)] }]
  }
}

/** Without the folder that it was found in; a path into the repository stays, for it is the program's name. */
const programName = (word: string): string => /^(?:\/(?:usr\/(?:local\/)?|opt\/[\w.-]+\/)?s?bin\/)([^/]+)$/.exec(word)?.[1] ?? word

/** Cuts at `;`, `&`, `|`, parentheses and line ends; `inner` is what stands in `$(…)` and backticks. */
function split(line: string): { commands: Raw[]; inner: string[] } {
  const commands: Raw[] = []
  const inner: string[] = []
  const hereEnds: string[] = []
  let words: string[] = []
  let word: string | null = null // null: between words
  let writes = false
  let isTarget = false // the next word names the file of a redirection
  let maybe = false // behind ||
  const endWord = (): void => {
    if (word === null) return
    if (!isTarget) words.push(word)
    else if (word !== '/dev/null' && !/^&?\d$|^&-$/.test(word)) writes = true
    isTarget = false
    word = null
  }
  const endCommand = (nextIsMaybe: boolean): void => {
    endWord()
    if (words.length > 0 || writes) commands.push({ words, writes, maybe })
    words = []
    writes = false
    isTarget = false
    maybe = nextIsMaybe
  }

  for (let i = 0; i < line.length; i++) {
    const c = line[i] ?? ''
    if (c === "'") {
      const end = line.indexOf("'", i + 1)
      word = (word ?? '') + line.slice(i + 1, end === -1 ? line.length : end)
      i = end === -1 ? line.length : end
    } else if (c === '"') {
      let text = ''
      for (i++; i < line.length && line[i] !== '"'; i++) {
        const sub = substitutionAt(line, i)
        if (sub !== null) {
          inner.push(sub.text)
          i = sub.end
        } else if (line[i] === '\\' && '"\\$`\n'.includes(line[i + 1] ?? ' ')) text += line[++i]
        else text += line[i]
      }
      word = (word ?? '') + text
    } else if (c === '\\') {
      if (line[i + 1] !== '\n') word = (word ?? '') + (line[i + 1] ?? '')
      i++
    } else if (c === '$' || c === '`') {
      const sub = substitutionAt(line, i)
      word = (word ?? '') + (sub === null ? c : '')
      if (sub === null) continue
      inner.push(sub.text)
      i = sub.end
    } else if (c === '#' && word === null) {
      const end = line.indexOf('\n', i)
      i = (end === -1 ? line.length : end) - 1
    } else if (c === '\n') {
      endCommand(false)
      for (const end of hereEnds.splice(0)) i = afterHereDocument(line, i, end)
    } else if (c === '<' || c === '>') {
      if (/^\d$/.test(word ?? '')) word = null // 2>
      endWord()
      const here = c === '<' ? /^<<-?\s*(['"]?)([\w.-]+)\1/.exec(line.slice(i, i + 200)) : null
      if (here !== null) {
        hereEnds.push(here[2] ?? '')
        i += here[0].length - 1
        continue
      }
      while ('<>&|'.includes(line[i + 1] ?? ' ')) {
        i++
        if (line[i] === '&') word = '&'
      }
      isTarget = true
      if (c === '<') {
        // What is read is no argument, but nothing is written either.
        const target = /^\s*(?:'[^']*'|"[^"]*"|[^\s;&|<>()]+)/.exec(line.slice(i + 1, i + 1000))
        i += target?.[0].length ?? 0
        isTarget = false
        word = null
      }
    } else if (c === '|' || c === '&' || c === ';' || c === '(' || c === ')') {
      if (c === '&' && line[i + 1] === '>') continue // &> file
      const twice = line[i + 1] === c && (c === '|' || c === '&')
      endCommand(c === '|' && twice)
      if (twice) i++
    } else if (c === ' ' || c === '\t' || c === '\r') {
      endWord()
    } else {
      word = (word ?? '') + c
    }
  }
  endCommand(false)
  return { commands, inner }
}

/** $(…) or `…` at this place; null: none. Arithmetic is none. */
function substitutionAt(line: string, at: number): { text: string; end: number } | null {
  if (line[at] === '`') {
    const end = line.indexOf('`', at + 1)
    return { text: line.slice(at + 1, end === -1 ? line.length : end), end: end === -1 ? line.length : end }
  }
  if (line[at] !== '$' || line[at + 1] !== '(' || line[at + 2] === '(') return null
  let open = 0
  for (let i = at + 1; i < line.length; i++) {
    if (line[i] === '(') open++
    else if (line[i] === ')' && --open === 0) return { text: line.slice(at + 2, i), end: i }
  }
  return { text: line.slice(at + 2), end: line.length }
}

/** Index of the line end behind the delimiter; the text of a here-document is data, however much it looks like commands. */
function afterHereDocument(line: string, lineEnd: number, delimiter: string): number {
  let from = lineEnd + 1
  while (from < line.length) {
    const end = line.indexOf('\n', from)
    const to = end === -1 ? line.length : end
    if (line.slice(from, to).trim() === delimiter) return to
    from = to + 1
  }
  return line.length
}

/** Programs that only show, whatever their arguments are. */
const SHOWS = new Set([
  'cd', 'ls', 'cat', 'head', 'tail', 'grep', 'egrep', 'rg', 'wc', 'echo', 'printf', 'pwd', 'date', 'uniq', 'cut', 'tr', 'test', '[', 'true', 'false', 'stat', 'file', 'which', 'type', 'diff', 'cmp', 'jq', 'tree', 'du', 'df',
  'basename', 'dirname', 'realpath', 'readlink', 'ps', 'uname', 'id', 'whoami', 'sleep', 'seq', 'read', 'export', 'set', 'exit', 'return', 'for', 'case',
])
const GIT_SHOWS = /^git (?:status|log|diff|show|fetch|rev-parse|rev-list|ls-files|ls-tree|ls-remote|for-each-ref|show-ref|merge-base|merge-tree|cat-file|blame|shortlog|describe|cherry|grep|name-rev|count-objects|version|--version|var|(?:branch|tag)(?: (?:-[avlr]+|-vv|--list|--all|--remotes|--show-current|--(?:no-)?(?:merged|contains)|--(?:sort|format)=\S+))*$|(?:branch|tag) (?:-l|--list|--contains|--(?:no-)?merged)\b|stash (?:list|show)|remote(?: -v| show| get-url|$)|config (?:--get|--list|-l)|worktree list|reflog(?: show|$))/
const GH_SHOWS = /^gh (?:(?:pr|issue|run|workflow|repo|release) (?:list|view|status|checks|diff|watch)|auth status|search|status)\b/

/** Whether a command line may have changed files, HEAD, branches, the index or a stash. What is not known to be harmless may. */
export function mayWrite(line: string): boolean {
  return commandsIn(line, 0).some(({ words, writes }) => writes || !onlyShows(words))
}

function onlyShows(words: readonly string[]): boolean {
  const text = gitWords(words).join(' ')
  if (words.some((w) => /^--output(?:=|$)/.test(w))) return false
  switch (words[0]) {
    case 'git': return GIT_SHOWS.test(text)
    case 'gh': return GH_SHOWS.test(text)
    case 'find': return !/ -(?:delete|exec|execdir|ok|okdir|fprint\w*|fls)\b/.test(text)
    case 'sed': return / -n\b/.test(text) && !/ -\w*i| --in-place| w /.test(text)
    case 'sort': return !/ -\w*o/.test(text)
    default: return SHOWS.has(words[0] ?? '')
  }
}

/** `git -C x --no-pager log` is `git log`; of npm and its like the word "run" and a folder are left out. */
export function gitWords(words: readonly string[]): readonly string[] {
  const [program = '', ...rest] = words
  if (program === 'git') {
    let at = 0
    while (rest[at]?.startsWith('-') === true && !/^--version$/.test(rest[at] ?? '')) at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(rest[at] ?? '') ? 2 : 1
    return [program, ...rest.slice(at)]
  }
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    const kept: string[] = []
    for (let i = 0; i < rest.length; i++) {
      if (/^(?:--prefix|-C|--cwd|-w|--workspace|--filter|--dir)$/.test(rest[i] ?? '')) i++
      else if (!(kept.every((w) => w.startsWith('-')) && /^(?:run|run-script)$/.test(rest[i] ?? ''))) kept.push(rest[i] ?? '')
    }
    return [program, ...kept]
  }
  return words
}
