import { gitWords } from './git-words.ts'

/**
 * Variables by which git, a shell or the loader of programs is told to run something, or to find another
 * program.
 */
export const STEERS =
  /^(?:GIT_|GH_|LD_|DYLD_|BASH_|ENV=|PATH=|HOME=|XDG_CONFIG_HOME=|SHELL=|IFS=|PAGER=|LESSOPEN=|EDITOR=|VISUAL=|BROWSER=|RIPGREP_CONFIG_PATH=)/

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
  'pwd',
  'cut',
  'tr',
  'true',
  'false',
  'stat',
  'nl',
  'tac',
  'comm',
  'md5sum',
  'sha1sum',
  'sha256sum',
  'od',
  'strings',
  'column',
  'which',
  'type',
  'diff',
  'cmp',
  'du',
  'df',
  'basename',
  'dirname',
  'realpath',
  'readlink',
  'uname',
  'id',
  'whoami',
  'sleep',
  'seq',
  'exit',
  'return',
  'case',
])
const GIT_SHOWS =
  /^git (?:status|log|diff|show|rev-parse|rev-list|ls-files|ls-tree|for-each-ref|show-ref|merge-base|merge-tree|cat-file|blame|shortlog|describe|cherry|name-rev|check-ignore|diff-index|diff-files|submodule status|symbolic-ref HEAD$|count-objects|version|--version|var|stash (?:list|show)|remote(?:$| (?:-v|--verbose)$| show| get-url)|config (?:--get|--list|-l)|worktree list|reflog(?: show|$))(?= |$)/
const GH_SHOWS =
  /^gh (?:(?:pr|issue|run|workflow|repo|release) (?:list|view|status|checks|diff|watch)|auth status|search|status)(?= |$)/

/** Whether this program, with these arguments, changes nothing and runs no other one. */
export function onlyShows(words: readonly string[]): boolean {
  const [program = '', ...args] = words
  const none = (shape: RegExp): boolean => !args.some((w) => shape.test(w))
  // What a program of the PATH says of itself.
  if (args.length === 1 && args[0] === '--version' && !program.includes('/')) return true
  switch (program) {
    case 'git':
      return gitOnlyShows(words)
    case 'gh':
      return GH_SHOWS.test(words.join(' ')) && none(/^(?:-t|--show-token)$/)
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
        args.filter(
          (w, i) =>
            (w === '-' || !w.startsWith('-')) && !(/^\d+$/.test(w) && /^-[fsw]$/.test(args[i - 1] ?? '')),
        ).length <= 1
      ) // the second is written
    case 'date':
      return none(/^(?:-\w*s|--s|\d)/) // a number alone sets the clock
    case 'file':
      return none(/^(?:-\w*C|--comp)/)
    case 'ps':
      return none(/^[^-]*e/i) // the variables of processes
    case 'jq':
      return none(/\benv\b|\$ENV\b/)
    default:
      return SHOWS.has(program) || builtinOnlyShows(program, args)
  }
}

/** What the shell does itself, variables above all: they may steer what comes after. */
function builtinOnlyShows(program: string, args: readonly string[]): boolean {
  const none = (shape: RegExp): boolean => !args.some((w) => shape.test(w))
  switch (program) {
    case 'export':
      return args.length > 0 && none(/^-/) && none(STEERS)
    case 'printf':
      return none(/^-v/) // into a variable
    case 'test':
    case '[':
      return none(/^-[vR]$/) // an index is worked out, and with it what stands in it
    case 'read':
    case 'for':
      return namesHarmless(args)
    case 'set':
      return args.length > 0 && none(/^-\w*a|^allexport$/)
    default:
      return false
  }
}

/** Variables that are filled: none of them may steer what comes after. */
const namesHarmless = (args: readonly string[]): boolean => {
  const end = args.indexOf('in')
  const names = (end < 0 ? args : args.slice(0, end)).filter((w) => !w.startsWith('-'))
  return names.every((name) => /^\w+$/.test(name) && !STEERS.test(`${name}=`))
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
