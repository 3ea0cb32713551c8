import { brief, nodesOf, type Node, type Place } from './completion-node.ts'

/**
 * A function of plain POSIX shell for bash and zsh: gets the words before the cursor and the one at it,
 * prints "candidate<Tab>about" lines, and the line "/" where a file is meant.
 */
export function candidates(root: Node): string {
  const nodes = nodesOf(root)
  const valued = nodes.flatMap((n) =>
    n.options.flatMap((o) =>
      o.value === null ? [] : [{ key: optionKey(n.path, o.name), answer: answerOf(o.value) }],
    ),
  )
  return `_threadbeat_candidates() {
  command='' place=0 option='' folder=''
  while [ $# -gt 1 ]; do
    word=$1; shift
    if [ -n "$option" ]; then
      [ "$option" = --data-dir ] && folder=$word
      option=''; continue
    fi
    case "$command|$word" in
${nodes.flatMap(entersOf).join('\n')}
${valued.length === 0 ? '' : `      ${valued.map((o) => o.key).join('|')}) option=$word; continue ;;`}
    esac
    case $word in
      -*) ;;
      *) place=$((place + 1)) ;;
    esac
  done
  case "$command|$option" in
${valued.map((o) => `    ${o.key}) ${o.answer}; return ;;`).join('\n')}
  esac
  case $1 in
    -*) case "$command" in
${nodes.map((n) => `      ${single(n.path)}) ${printed(n.options)} ;;`).join('\n')}
    esac; return ;;
  esac
  case "$command" in
${nodes.flatMap(placesOf).join('\n')}
  esac
  return 0
}`
}

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const printed = (words: readonly { readonly name: string; readonly about: string }[]): string =>
  `printf '%s\\n' ${words.map(({ name, about }) => single(`${name}\t${brief(about)}`)).join(' ')}`

const keyOf = (path: string, rest: string): string => single(`${path}|${rest}`)
/** The program's own options may stand behind each command. */
const optionKey = (path: string, name: string): string =>
  path === '' ? `*${keyOf('', name)}` : keyOf(path, name)

const entersOf = ({ path, commands }: Node): readonly string[] =>
  commands.map((c) => `      ${keyOf(path, c.name)}) command=${single(c.node.path)}; place=0; continue ;;`)

function placesOf({ path, commands, places }: Node): readonly string[] {
  if (commands.length === 0 && places.length === 0) return []
  const at = places.map(
    ({ place, isLast }, i) => `[ "$place" ${isLast ? '-ge' : '-eq'} ${i} ] && { ${answerOf(place)}; }`,
  )
  return [
    `    ${single(path)}) ${[...(commands.length === 0 ? [] : [printed(commands)]), ...at].join('; ')} ;;`,
  ]
}

function answerOf(place: Place): string {
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
