const SHELLS = 'sh|r?bash(?:-[\\d.]+)?|dash|ash|r?zsh(?:-[\\d.]+)?|fish|r?ksh(?:93)?|mksh|csh|tcsh'
const LANGUAGES =
  'python[\\d.]*|pypy[\\d.]*|node[\\d.]*|nodejs|deno|bun|tsx|ts-node|ruby[\\d.]*|perl[\\d.]*|php[\\d.]*|pwsh|powershell|' +
  'lua(?:jit)?[\\d.]*|Rscript|tclsh[\\d.]*'
export const SHELL = new RegExp(`^(?:${SHELLS})$`)
/** Programs that execute a file of a language given as an argument, or what comes as their input. */
export const LANGUAGE = new RegExp(`^(?:${LANGUAGES})$`)

/** Programs that execute a file given as an argument. */
export const INTERPRETER = new RegExp(
  `^(?:${SHELLS}|${LANGUAGES}|bats|prove|pytest|env|source|\\.|time|nice|timeout|nohup|setsid|stdbuf|flock|ionice|chrt|taskset|` +
    'xargs|sudo|doas|busybox|eval|exec|command)$',
)

/** Programs that do nothing but read what they are given. */
const ONLY_READS =
  /^(?:cat|tac|head|tail|wc|ls|tree|[ef]?grep|test|\[|\[\[|diff|cmp|comm|cut|uniq|tr|nl|od|xxd|file|stat|du|df|md5sum|sha\d+sum|cksum|jq|basename|dirname|realpath|readlink|echo|printf|true|false|:|date|sleep|pwd|cd|whoami|hostname|uname|which|exit|export|set|ulimit|umask)$/

/** Programs that run nothing of the files they are given; what they load, or an option, may be code. */
const CHECKS_FILES =
  /^(?:shellcheck|hadolint|yamllint|markdownlint(?:-cli2)?|prettier|eslint|stylelint|biome|oxlint|dprint|ruff|black|flake8|mypy|pylint|codespell|cspell|vale|actionlint|gofmt|rustfmt|clang-format|xmllint|htmlhint|lychee|isort|autopep8|autoflake|pyupgrade|gofumpt|goimports|shfmt|rubocop|phpcbf|rg|sort|curl|wget|touch|cp|mv|rm|mkdir|ln|chmod|tee)$/

/** Commands of git that start neither a hook nor a program of the repository's configuration. */
const GIT_READS =
  /^(?:status|log|show|shortlog|describe|rev-parse|rev-list|ls-files|ls-tree|ls-remote|branch|tag|blame|cat-file|fsck|count-objects|diff|grep|remote|fetch|version)$/

/** Commands of git that start what they are given, and options that name a program. */
const GIT_STARTS = /^(?:bisect|submodule|rebase|filter-branch|difftool|mergetool|for-each-repo|hook)$/
const GIT_PROGRAM =
  /^(?:-c$|-O|--(?:upload-pack|receive-pack|exec|exec-path|ext-diff|config-env|open-files-in-pager)\b)/
/** It starts what its words, an option or a configuration name. `words`: those behind git. */
export const gitStarts = (words: readonly string[]): boolean =>
  GIT_STARTS.test(gitCommand(words)) || words.some((word) => GIT_PROGRAM.test(word))

/** The command of git behind its own options; '' for none. */
const gitCommand = (words: readonly string[]): string =>
  words.find(
    (word, at) => !word.startsWith('-') && !/^(?:-C|-c|--git-dir|--work-tree)$/.test(words[at - 1] ?? ''),
  ) ?? ''

/** Words of a shell before the program of a line. */
export const KEYWORD = /^(?:if|then|elif|else|fi|while|until|do|done|for|in|case|esac|!|time|function|\{|\})$/

/** Of a first line that names its program, of a recipe's line that is not shown, of an alias of git. */
export const withoutSigns = (word: string): string => word.replace(/^(?:#!|!|[-+]*@[-+@]*)/, '')

/** Parts of a line in quotes, its comment, and where it writes. An arrow of a language (`=>`, `->`) writes nothing. */
const LINE_PARTS = /"[^"\n]*"|'[^'\n]*'|(?:^|[ \t])#[^\n]*|(?<![<=-])>[>|]?[ \t]*[\w./-]+/gm
const OUTPUT = /(?<![<=-])>[>|]?[ \t]*[\w./-]+/g

/** Without the files that it writes, which stand in the same line as their `>`. A comment stays as it is. */
export const withoutOutputs = (text: string): string =>
  text.replace(LINE_PARTS, (part) => (/^\s*#/.test(part) ? part : part.replace(OUTPUT, ' ')))

/** It executes nothing of the repository. `words`: those behind the program. */
export const onlyReads = (program: string, words: readonly string[]): boolean =>
  ONLY_READS.test(program) || (program === 'git' && GIT_READS.test(gitCommand(words)) && !gitStarts(words))

/** Files among its arguments are read, and not executed. */
export const readsArguments = (program: string, words: readonly string[]): boolean =>
  onlyReads(program, words) || CHECKS_FILES.test(program) || (program === 'git' && !gitStarts(words))

/** Programs that execute what a file of the repository says; for package.json only the scripts count. */
export const RUNS_SCRIPTS = /^(?:npm|npx|pnpm|yarn|bun)$/

/** Found before the system's own: each script would run in it. */
export const OWN_SHELL = 'node_modules/.bin/sh'
/** What they read where they work: it may say with which shell scripts are run, and what runs besides. */
export const CONFIGURES_SCRIPTS = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  'bunfig.toml',
  OWN_SHELL,
] as const

/** Programs that execute recipes, and the files they read when none is named: the first that is there. */
export const RUNS_RECIPES = [
  { program: /^(?:g?make|MAKE)$/, files: ['GNUmakefile', 'makefile', 'Makefile'] },
  { program: /^just$/, files: ['justfile', 'Justfile', '.justfile'] },
] as const

/** Before the name of a file that is executed, whatever it is called; the source of a regular expression. */
export const STARTING = `-?include|sinclude|\\.read|${INTERPRETER.source.slice(1, -1)}`

/** Before the folder in which a program works: of make, npm, pnpm and yarn. */
export const FOLDER_OPTION = /^(?:-[A-Za-z]{0,3}C|--directory|--prefix|--dir|--cwd|--chdir)$/

/** npm, pnpm and yarn work in packages of the repository with it. */
export const WORKSPACE_OPTION = /^(?:-w|-ws|-W|-r|-F|--workspaces?|--filter|--recursive|workspaces?)$/

/** Words with what stands behind an equals sign, and behind a `-C`, `-f` or `-I`, as a word of its own. */
export const optionWords = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => {
    const [, option, value] = /^(--[\w-]+)=(.+)$/.exec(word) ?? /^(-[CfI])([\w./].*)$/.exec(word) ?? []
    if (option === undefined || value === undefined) return [word]
    // Of python the same word says `-I -m`.
    return /^-I[A-Za-z]{0,9}m/.test(word) ? [option, value, word] : [option, value]
  })

/** The folder in which it is told to work; '' for none. `rest`: without what says that. */
export function workingFolder(words: readonly string[]): {
  readonly folder: string
  readonly rest: readonly string[]
} {
  const all = optionWords(words)
  const at = all.findIndex((word) => FOLDER_OPTION.test(word))
  if (at < 0) return { folder: '', rest: all }
  return { folder: `${all[at + 1] ?? '.'}/`, rest: [...all.slice(0, at), ...all.slice(at + 2)] }
}
