/** What can stand at one place of the command line. */
export type Place =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'threads' | 'files' | 'nothing' }
export interface Node {
  readonly path: string // 'agent set'; '' for the program itself
  readonly commands: readonly { readonly name: string; readonly about: string; readonly node: Node }[]
  readonly options: readonly { readonly name: string; readonly about: string; readonly value: Place | null }[]
  // isLast: all further ones too
  readonly places: readonly { readonly place: Place; readonly isLast: boolean }[]
}

export const SHELLS = { bash, zsh, fish } as const

const nodesOf = (root: Node): readonly Node[] => [root, ...root.commands.flatMap((c) => nodesOf(c.node))]
const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const brief = (text: string): string => (text.split(/[;:.]/)[0] ?? '').slice(0, 80)

/**
 * A function of plain POSIX shell for bash and zsh: gets the words before the cursor and the one at it,
 * prints "candidate<Tab>about" lines, and the line "/" where a file is meant.
 */
function candidates(root: Node): string {
  const nodes = nodesOf(root)
  const lines = (words: readonly (readonly [string, string])[]): string =>
    words.map(([word, about]) => single(`${word}\t${brief(about)}`)).join(' ')
  const answer = (place: Place): string => {
    switch (place.kind) {
      case 'words':
        return `printf '%s\\n' ${place.words.map(single).join(' ')}`
      case 'threads':
        return 'threadbeat ${folder:+--data-dir "$folder"} __threads 2>/dev/null'
      case 'files':
        return `echo /`
      case 'nothing':
        return ':'
    }
  }
  const key = (path: string, rest: string): string => single(`${path}|${rest}`)
  const enters = nodes.flatMap((n) =>
    n.commands.map(
      (c) => `      ${key(n.path, c.name)}) command=${single(c.node.path)}; place=0; continue ;;`,
    ),
  )
  // The program's own options may stand behind each command.
  const optionKey = (path: string, name: string): string =>
    path === '' ? `*${key('', name)}` : key(path, name)
  const valued = nodes.flatMap((n) =>
    n.options.filter((o) => o.value !== null).map((o) => ({ path: n.path, ...o })),
  )
  const values = valued.map((o) => `    ${optionKey(o.path, o.name)}) ${answer(o.value!)}; return ;;`)
  const options = nodes.map(
    (n) => `      ${single(n.path)}) printf '%s\\n' ${lines(n.options.map((o) => [o.name, o.about]))} ;;`,
  )
  const places = nodes
    .filter((n) => n.commands.length > 0 || n.places.length > 0)
    .map((n) => {
      const subcommands =
        n.commands.length === 0 ? [] : [`printf '%s\\n' ${lines(n.commands.map((c) => [c.name, c.about]))}`]
      const at = n.places.map(
        ({ place, isLast }, i) => `[ "$place" ${isLast ? '-ge' : '-eq'} ${i} ] && { ${answer(place)}; }`,
      )
      return `    ${single(n.path)}) ${[...subcommands, ...at].join('; ')} ;;`
    })
  return `_threadbeat_candidates() {
  command='' place=0 option='' folder=''
  while [ $# -gt 1 ]; do
    word=$1; shift
    if [ -n "$option" ]; then
      [ "$option" = --data-dir ] && folder=$word
      option=''; continue
    fi
    case "$command|$word" in
${enters.join('\n')}
${valued.length === 0 ? '' : `      ${valued.map((o) => optionKey(o.path, o.name)).join('|')}) option=$word; continue ;;`}
    esac
    case $word in
      -*) ;;
      *) place=$((place + 1)) ;;
    esac
  done
  case "$command|$option" in
${values.join('\n')}
  esac
  case $1 in
    -*) case "$command" in
${options.join('\n')}
    esac; return ;;
  esac
  case "$command" in
${places.join('\n')}
  esac
  return 0
}`
}

function bash(root: Node): string {
  return `# threadbeat: completion for bash. In ~/.bashrc: eval "$(threadbeat completion bash)"
${candidates(root)}
_threadbeat() {
  local current=\${COMP_WORDS[COMP_CWORD]} line about value
  COMPREPLY=()
  # In a subshell: it leaves no variables behind.
  while IFS=$'\\t' read -r value about; do
    if [ "$value" = / ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
    else
      [[ $value == "$current"* ]] && COMPREPLY+=("$value")
      # A thread is also known by its name, which may hold spaces.
      if [[ $value =~ ^[0-9]+$ && -n $about && -n $current && $about == "$current"* ]]; then
        printf -v line '%q' "$about"
        COMPREPLY+=("$line")
      fi
    fi
  done < <(_threadbeat_candidates "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current")
}
complete -F _threadbeat threadbeat
`
}

function zsh(root: Node): string {
  return `#compdef threadbeat
# threadbeat: completion for zsh. In ~/.zshrc, after compinit: eval "$(threadbeat completion zsh)"
${candidates(root)}
_threadbeat() {
  local line value about
  local -a values shown
  for line in "\${(@f)$(emulate -L sh; _threadbeat_candidates "\${(@)words[2,CURRENT-1]}" "$PREFIX")}"; do
    value=\${line%%$'\\t'*}
    about=
    [[ $line == *$'\\t'* ]] && about=\${line#*$'\\t'}
    if [[ $value == / ]]; then
      _files
    elif [[ -n $value ]]; then
      values+=("$value"); shown+=("$value\${about:+  $about}")
      # A thread is also known by its name.
      if [[ $value == <-> && -n $about ]]; then
        values+=("$about"); shown+=("$about")
      fi
    fi
  done
  (( $#values )) && compadd -l -d shown -a values
}
compdef _threadbeat threadbeat
`
}

/**
 * fish knows the words before the cursor by itself; a nested command is told by the words that must have
 * been seen.
 */
function fish(root: Node): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const seen = (path: string): string =>
    path
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ')
  const lines: string[] = []
  const source = (place: Place): string => {
    switch (place.kind) {
      case 'words':
        return ` -a ${quoted(place.words.join(' '))}`
      case 'threads':
        return ` -a '(threadbeat __threads 2>/dev/null)'`
      case 'files':
        return ' -F'
      case 'nothing':
        return ''
    }
  }
  for (const n of nodesOf(root)) {
    const below = n.commands.map((c) => c.name).join(' ')
    const here =
      n.path === ''
        ? '__fish_use_subcommand'
        : below === ''
          ? seen(n.path)
          : `${seen(n.path)}; and not __fish_seen_subcommand_from ${below}`
    const add = (rest: string): void => void lines.push(`complete -c threadbeat -n ${quoted(here)}${rest}`)
    for (const c of n.commands) add(` -a ${quoted(c.name)} -d ${quoted(brief(c.about))}`)
    for (const { place } of n.places) if (place.kind !== 'nothing') add(source(place))
    for (const o of n.options) {
      const name = o.name.startsWith('--') ? ` -l ${o.name.slice(2)}` : ` -s ${o.name.slice(1)}`
      const line = `${name}${o.value === null ? '' : ` -r${source(o.value)}`} -d ${quoted(brief(o.about))}`
      // What the program itself takes may stand behind each command.
      if (n.path === '') lines.push(`complete -c threadbeat${line}`)
      else add(line)
    }
  }
  return `# threadbeat: completion for fish. Once: threadbeat completion fish > ~/.config/fish/completions/threadbeat.fish
complete -c threadbeat -f
${lines.join('\n')}
`
}
