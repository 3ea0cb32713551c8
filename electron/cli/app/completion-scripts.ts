import { brief, nodesOf, type Node, type Place } from './completion-node.ts'
import { candidates } from './posix-candidates.ts'

export const SHELLS = { bash, zsh, fish } as const

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
  const lines: string[] = []
  for (const n of nodesOf(root)) {
    const here = fishQuoted(whereFish(n))
    const add = (rest: string): void => void lines.push(`complete -c threadbeat -n ${here}${rest}`)
    for (const c of n.commands) add(` -a ${fishQuoted(c.name)} -d ${fishQuoted(brief(c.about))}`)
    for (const { place } of n.places) if (place.kind !== 'nothing') add(fishSource(place))
    for (const o of n.options) {
      const name = o.name.startsWith('--') ? ` -l ${o.name.slice(2)}` : ` -s ${o.name.slice(1)}`
      const value = o.value === null ? '' : ` -r${fishSource(o.value)}`
      const line = `${name}${value} -d ${fishQuoted(brief(o.about))}`
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

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The condition under which the command is the one that is being typed. */
function whereFish({ path, commands }: Node): string {
  if (path === '') return '__fish_use_subcommand'
  const seen = path
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ')
  if (commands.length === 0) return seen
  return `${seen}; and not __fish_seen_subcommand_from ${commands.map((c) => c.name).join(' ')}`
}

function fishSource(place: Place): string {
  switch (place.kind) {
    case 'words':
      return ` -a ${fishQuoted(place.words.join(' '))}`
    case 'threads':
      return ` -a '(threadbeat __threads 2>/dev/null)'`
    case 'files':
      return ' -F'
    case 'nothing':
      return ''
  }
}
