/** One program call inside a command line, without the shells, wrappers and assignments around it. */
interface LineCommand {
  readonly words: readonly string[] // program first; never empty
  /**
   * It alone made the line, but for `cd` before it: the line's exit code is its own. Not in the background,
   * negated or as a condition.
   */
  readonly alone: boolean
}

const MAX_DEPTH = 5

/**
 * The commands that a command line runs, as far as reading can tell: through `bash -lc '…'`, `cd x &&`,
 * pipes, lists, substitutions and the like. What stands behind `||` may never have run and is left out.
 * Total: a line that no shell would take gives what was read.
 */
export function lineCommands(line: string): readonly LineCommand[] {
  const all = commandsIn(line, 0).filter(({ words }) => words.length > 0)
  const found = all.filter(({ words }) => words[0] !== 'cd')
  const isAlone = (c: Raw): boolean => found.length === 1 && !c.loose && all.at(-1) === c
  return found.filter((c) => !c.maybe).map((c) => ({ words: c.words, alone: isAlone(c) }))
}

interface Raw {
  readonly words: readonly string[]
  readonly writes: boolean // its output goes into a file
  readonly maybe: boolean // it may never have run
  readonly loose: boolean // its exit code is nobody's, or another one's
}

function commandsIn(line: string, depth: number): Raw[] {
  if (depth > MAX_DEPTH) return [{ words: ['…'], writes: false, maybe: true, loose: true }]
  const { commands, inner } = split(line)
  return [
    ...commands.flatMap((c) => unwrap(c, depth)),
    ...inner.flatMap((text) => commandsIn(text, depth + 1)),
  ]
}

/** Words that only say when or how often what follows runs. */
const KEYWORDS = new Set([
  'if',
  'then',
  'else',
  'elif',
  'do',
  'while',
  'until',
  '!',
  '{',
  '}',
  'fi',
  'done',
  'esac',
])
/**
 * Variables by which git, a shell or the loader of programs is told to run something, or to find another
 * program.
 */
const STEERS =
  /^(?:GIT_|GH_|LD_|DYLD_|BASH_|ENV=|PATH=|HOME=|XDG_CONFIG_HOME=|SHELL=|IFS=|PAGER=|LESSOPEN=|EDITOR=|VISUAL=|BROWSER=|RIPGREP_CONFIG_PATH=)/
const isSteering = (word: string): boolean => STEERS.test(word) && !/=(?:cat|true|0|1)?$/.test(word)
/** Programs that run the rest of their arguments, with their options that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  env: /^-[uCS]$/,
  command: /^$/,
  exec: /^-a$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$/,
  nice: /^-n$/,
  nohup: /^$/,
  stdbuf: /^-[ioe]$/,
  sudo: /^-[ugC]$/,
  caffeinate: /^-[tw]$/,
}
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish'])

function unwrap(raw: Raw, depth: number): Raw[] {
  let command = raw
  let words = command.words
  for (;;) {
    const first = words[0]
    if (first === undefined) return command.writes ? [{ ...command, words: [] }] : []
    if (KEYWORDS.has(first) || /^[A-Za-z_]\w*=/.test(first)) {
      command = {
        ...command,
        loose: command.loose || (KEYWORDS.has(first) && first !== '{' && first !== '}'),
        writes: command.writes || isSteering(first),
      }
      words = words.slice(1)
      continue
    }
    const name = programName(first)
    const valued = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
    if (valued !== undefined && words.length > 1) {
      let at = 1
      // A line in one word is split again, and time writes what it measured into a file.
      const hides =
        (name === 'env' && words.some((w) => /^(?:-\w*S|--split-string)/.test(w))) ||
        (name === 'time' && words.some((w) => /^(?:-\w*o|--output)/.test(w)))
      if (hides) command = { ...command, writes: true }
      while (at < words.length && /^-/.test(words[at] ?? '')) at += valued.test(words[at] ?? '') ? 2 : 1
      if (name === 'timeout' && /^[\d.]+[smhd]?$/.test(words[at] ?? '')) at++
      words = words.slice(at)
      continue
    }
    if (SHELLS.has(name)) {
      const script = words.findIndex((w, i) => i > 0 && /^-[a-z]*c$/i.test(w))
      if (script !== -1)
        return commandsIn(words[script + 1] ?? '', depth + 1).map((c) => ({
          ...c,
          writes: c.writes || command.writes,
          maybe: c.maybe || command.maybe,
          loose: c.loose || command.loose,
        }))
      const file = words.findIndex((w, i) => i > 0 && !w.startsWith('-'))
      if (file !== -1) return [{ ...command, words: words.slice(file) }] // bash ./check.sh is ./check.sh
    }
    return [{ ...command, words: [name, ...words.slice(1)] }]
  }
}

/**
 * Without the folder that it was found in; a path into the repository stays, for it is the program's name.
 */
const programName = (word: string): string =>
  /^(?:\/(?:usr\/(?:local\/)?|opt\/[\w.-]+\/)?s?bin\/)([^/]+)$/.exec(word)?.[1] ?? word

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
  let isAway = false // something of the line runs in the background
  const endWord = (): void => {
    if (word === null) return
    if (!isTarget) words.push(word)
    else if (word !== '/dev/null' && !/^&?\d$|^&-$/.test(word)) writes = true
    isTarget = false
    word = null
  }
  const endCommand = (nextIsMaybe: boolean): void => {
    endWord()
    if (words.length > 0 || writes) commands.push({ words, writes, maybe, loose: false })
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
      else if (c === '&') isAway = true
    } else if (c === ' ' || c === '\t' || c === '\r') {
      endWord()
    } else {
      word = (word ?? '') + c
    }
  }
  endCommand(false)
  return { commands: isAway ? commands.map((command) => ({ ...command, loose: true })) : commands, inner }
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

/**
 * Index of the line end behind the delimiter; the text of a here-document is data, however much it looks
 * like commands.
 */
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
  'cd',
  'ls',
  'cat',
  'head',
  'tail',
  'grep',
  'egrep',
  'wc',
  'echo',
  'printf',
  'pwd',
  'cut',
  'tr',
  'test',
  '[',
  'true',
  'false',
  'stat',
  'which',
  'type',
  'diff',
  'cmp',
  'jq',
  'du',
  'df',
  'basename',
  'dirname',
  'realpath',
  'readlink',
  'ps',
  'uname',
  'id',
  'whoami',
  'sleep',
  'seq',
  'read',
  'set',
  'exit',
  'return',
  'for',
  'case',
])
const GIT_SHOWS =
  /^git (?:status|log|diff|show|rev-parse|rev-list|ls-files|ls-tree|for-each-ref|show-ref|merge-base|merge-tree|cat-file|blame|shortlog|describe|cherry|name-rev|count-objects|version|--version|var|stash (?:list|show)|remote(?:$| (?:-v|--verbose)$| show| get-url)|config (?:--get|--list|-l)|worktree list|reflog(?: show|$))(?= |$)/
const GH_SHOWS =
  /^gh (?:(?:pr|issue|run|workflow|repo|release) (?:list|view|status|checks|diff|watch)|auth status|search|status)(?= |$)/

/**
 * Whether a command line may have changed files, HEAD, branches, the index or a stash, or run an unknown
 * program. What is not known to be harmless may.
 */
export function mayWrite(line: string): boolean {
  return commandsIn(line, 0).some(({ words, writes }) => writes || !onlyShows(words))
}

function onlyShows(words: readonly string[]): boolean {
  const [program = '', ...args] = words
  const none = (shape: RegExp): boolean => !args.some((w) => shape.test(w))
  switch (program) {
    case 'git':
      return gitOnlyShows(words)
    case 'gh':
      return GH_SHOWS.test(words.join(' '))
    case 'find':
      return none(/^-(?:delete|exec|execdir|ok|okdir|fprint\w*|fls)$/)
    case 'sed':
      return sedOnlyShows(args)
    case 'sort':
      return none(/^(?:-\w*o|--o|--co)/) // --compress-program runs one
    case 'tree':
      return none(/^(?:-\w*[oR]|--output)/)
    case 'rg':
      return none(/^--(?:pre|hostname-bin)(?:=|$)/)
    case 'uniq':
      return (
        args.filter((w, i) => !w.startsWith('-') && !(/^\d+$/.test(w) && /^-[fsw]$/.test(args[i - 1] ?? '')))
          .length <= 1
      ) // the second is written
    case 'date':
      return none(/^(?:-\w*s|--s)/)
    case 'file':
      return none(/^(?:-\w*C|--comp)/)
    case 'export':
      return none(STEERS)
    default:
      return SHOWS.has(program)
  }
}

/** Settings for one call that name no program. */
const HARMLESS_SETTING =
  /^(?:color\.\w+|core\.quotepath|log\.\w+|advice\.\w+|diff\.renames|status\.\w+|core\.pager)=(?:cat|true|false|always|never|auto|\d+|short|iso)?$/i

function gitOnlyShows(words: readonly string[]): boolean {
  const [, name = '', ...args] = gitWords(words)
  const before = words.slice(1, words.length - args.length - 1)
  if (
    before.some(
      (w, i) =>
        /^--(?:exec-path|config-env)/.test(w) || (w === '-c' && !HARMLESS_SETTING.test(before[i + 1] ?? '')),
    )
  )
    return false
  if (args.some((w) => /^--(?:output|ext-diff)(?:=|$)/.test(w))) return false
  const each = (option: RegExp, word: RegExp): boolean =>
    args.every((w) => (w.startsWith('-') ? option : word).test(w))
  switch (name) {
    // No refspec, which writes branches, and no address, which may name a program.
    case 'fetch':
      return each(
        /^(?:-[pqvatnPf]+|--(?:all|prune|prune-tags|tags|no-tags|quiet|verbose|dry-run|progress|no-progress|atomic|force|no-recurse-submodules|depth=\d+))$/,
        /^[\w/-][\w./-]*$/,
      )
    case 'ls-remote':
      return each(
        /^(?:-[htqb]+|--(?:heads|branches|tags|refs|exit-code|symref|quiet|get-url|sort=[\w:-]+))$/,
        /^[\w*/-][\w.*/-]*$/,
      )
    case 'grep':
      return !args.some((w) => /^(?:-[A-Za-z0-9]*O|--op)/.test(w))
    case 'branch':
    case 'tag':
      return listsOnly(name, args)
    default:
      return GIT_SHOWS.test(['git', name, ...args].join(' '))
  }
}

/** A word is a new name, unless an option makes it a pattern. */
function listsOnly(name: 'branch' | 'tag', args: readonly string[]): boolean {
  const shows =
    /^(?:-[avrliq]+|--(?:all|remotes|verbose|list|show-current|ignore-case|no-column|no-color|omit-empty)|--(?:column|color|abbrev|sort|format|(?:no-)?contains|(?:no-)?merged|points-at)(?:=.*)?)$/
  const lists =
    name === 'branch'
      ? /^(?:-\w*l|--list|--(?:no-)?(?:contains|merged)|--points-at)/
      : /^(?:-l|-n\d*|--list|--(?:no-)?(?:contains|merged)|--points-at)/
  const allowed = (w: string): boolean => shows.test(w) || (name === 'tag' && /^-n\d*$/.test(w))
  if (!args.every((w) => !w.startsWith('-') || allowed(w))) return false
  return (
    args.every((w, i) => w.startsWith('-') || /^--(?:sort|format)$/.test(args[i - 1] ?? '')) ||
    args.some((w) => lists.test(w))
  )
}

const SED_ADDRESS = String.raw`(?:\d+|\$|/[^/\\\n]*/)`
/** Printing, and replacing that only prints: `w`, `e` and their flags are not among them. */
const SED_SHOWS = new RegExp(
  String.raw`^\s*(?:(?:${SED_ADDRESS}(?:,(?:\+?\d+|\$|/[^/\\\n]*/))?)?!?(?:[pq=]|s([/|#,])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpiI\d]*)\s*(?:;\s*|$))+$`,
)

function sedOnlyShows(args: readonly string[]): boolean {
  if (!args.some((w) => /^(?:-\w*n|--quiet$|--silent$)/.test(w))) return false
  const scripts: string[] = []
  let hasScript = args.some((w) => /^-\w*e$/.test(w))
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? ''
    if (/^-[nErsuz]*e$/.test(word)) scripts.push(args[++i] ?? '')
    else if (
      word.startsWith('-') &&
      !/^(?:-[nErsuz]+|--(?:quiet|silent|regexp-extended|posix|null-data|separate|unbuffered|sandbox))$/.test(
        word,
      )
    )
      return false
    else if (!word.startsWith('-') && !hasScript) {
      scripts.push(word)
      hasScript = true
    }
  }
  return scripts.length > 0 && scripts.every((script) => script.length < 500 && SED_SHOWS.test(script))
}

/** `git -C x --no-pager log` is `git log`; of npm and its like the word "run" and a folder are left out. */
export function gitWords(words: readonly string[]): readonly string[] {
  const [program = '', ...rest] = words
  if (program === 'git') {
    let at = 0
    while (rest[at]?.startsWith('-') === true && !/^--version$/.test(rest[at] ?? ''))
      at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(rest[at] ?? '')
        ? 2
        : 1
    return [program, ...rest.slice(at)]
  }
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    const kept: string[] = []
    for (let i = 0; i < rest.length; i++) {
      if (/^(?:--prefix|-C|--cwd|-w|--workspace|--filter|--dir)$/.test(rest[i] ?? '')) i++
      else if (!(kept.every((w) => w.startsWith('-')) && /^(?:run|run-script)$/.test(rest[i] ?? '')))
        kept.push(rest[i] ?? '')
    }
    return [program, ...kept]
  }
  return words
}
