import {
  forEachChild,
  parse,
  type Assignment,
  type Command,
  type CommandNode,
  type CompoundList,
  type ParsedScript,
  type PipelineNode,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash'

/** One simple command as it stands in a line: assignments first, then the program and its arguments. */
export interface SimpleCommand {
  readonly words: readonly string[] // quotes taken off, substitutions left out
  readonly writes: boolean // its output goes into a file
  readonly maybe: boolean // it may never have run
  readonly loose: boolean // its exit code is nobody's, or another one's
}

interface ReadLine {
  readonly commands: readonly SimpleCommand[]
  /** What was read is not all, or not sure: no shell would take the line. */
  readonly isBroken: boolean
}

/** What holds a command: whether it may never run, and whether its exit code is that of the line. */
interface Place {
  readonly maybe: boolean
  readonly loose: boolean
}
const PLAIN: Place = { maybe: false, loose: false }

/** The commands of a line, those in substitutions after those around them. Total. */
export function readLine(line: string): ReadLine {
  const script: ParsedScript = parse(line)
  const reader = new Reader()
  reader.script(script, PLAIN)
  return { commands: reader.commands, isBroken: reader.isBroken }
}

class Reader {
  commands: SimpleCommand[] = []
  isBroken = false

  script(script: ParsedScript, place: Place): void {
    if ((script.errors ?? []).length > 0) this.isBroken = true
    this.statements(script.commands, place)
  }

  private statements(statements: readonly Statement[], place: Place): void {
    // Something of the line runs on after it: its exit code says nothing.
    const isAway = statements.some((statement) => statement.background === true)
    const inside = isAway ? { ...place, loose: true } : place
    for (const { command } of statements) {
      if (command.type !== 'AndOr') this.pipeline(command, inside)
      else
        for (const [i, part] of command.commands.entries()) {
          const isElse = i > 0 && command.operators[i - 1] === '||'
          this.pipeline(part, isElse ? { ...inside, maybe: true } : inside)
        }
    }
  }

  private pipeline(node: PipelineNode, place: Place): void {
    if (node.type !== 'Pipeline') return this.command(node, place)
    const isNegated = node.prefixes.some(({ type }) => type === 'Negation')
    for (const part of node.commands) this.command(part, isNegated ? { ...place, loose: true } : place)
  }

  private command(node: CommandNode, place: Place): void {
    const loose = { ...place, loose: true }
    switch (node.type) {
      case 'Command':
        return this.simple(node, place)
      case 'Redirected':
        this.command(node.command, place)
        return this.add([], node.redirects, place)
      case 'Subshell':
      case 'BraceGroup':
        return this.list(node.body, place)
      case 'If':
        this.list(node.clause, loose)
        this.list(node.then, loose)
        for (const branch of node.elif) {
          this.list(branch.clause, loose)
          this.list(branch.then, loose)
        }
        if (node.else !== undefined) this.list(node.else, loose)
        return
      case 'While':
        this.list(node.clause, loose)
        return this.list(node.body, loose)
      case 'For':
      case 'Select':
        this.add(['for', node.name, 'in', ...(node.wordlist ?? [])], [], loose)
        return this.list(node.body, loose)
      case 'ArithmeticFor':
        this.substitutions(node, place, node.body)
        return this.list(node.body, loose)
      case 'Case':
        this.add(['case', node.word, ...node.items.flatMap((item) => item.pattern)], [], loose)
        for (const item of node.items) this.list(item.body, loose)
        return
      case 'Function':
      case 'Coproc':
        return this.inside(node.body, { maybe: true, loose: true })
      case 'TestCommand':
      case 'ArithmeticCommand':
        this.commands.push({ words: ['test'], writes: false, ...place })
        return this.substitutions(node, place)
    }
  }

  private inside(body: CommandNode | CompoundList, place: Place): void {
    if (body.type === 'CompoundList') this.list(body, place)
    else this.command(body, place)
  }

  private list(list: CompoundList, place: Place): void {
    this.statements(list.commands, place)
  }

  private simple(node: Command, place: Place): void {
    const assigned = node.prefix.filter((part): part is Assignment => part.type === 'Assignment')
    this.add(
      [...assigned, ...(node.name === undefined ? [] : [node.name]), ...node.args],
      node.redirects,
      place,
    )
  }

  private add(
    words: readonly (string | Word | Assignment)[],
    redirects: readonly Redirection[],
    place: Place,
  ): void {
    const writes = redirects.some(isWriting)
    if (words.length > 0 || writes) this.commands.push({ words: words.map(textOf), writes, ...place })
    for (const part of [...words, ...redirects]) if (typeof part !== 'string') this.substitutions(part, place)
  }

  /** The scripts in `$(…)`, backticks and the like, wherever below the node; `except` is read elsewhere. */
  private substitutions(node: SyntaxNode, place: Place, except?: SyntaxNode): void {
    forEachChild(node, (child) => {
      if (child === except) return
      if (child.type === 'Script') this.script(child, { ...PLAIN, maybe: place.maybe })
      else this.substitutions(child, place)
    })
  }
}

function isWriting(redirect: Redirection): boolean {
  if (redirect.type !== 'Redirect' || redirect.operator === '<' || redirect.operator === '<&') return false
  const target = redirect.target === undefined ? '' : textOf(redirect.target)
  const isCopy = redirect.operator === '>&' && /^(?:\d+-?|-)$/.test(target)
  return !isCopy && target !== '/dev/null'
}

function textOf(word: string | Word | Assignment): string {
  if (typeof word === 'string') return word
  if (word.type === 'Word') return word.parts === undefined ? word.value : word.parts.map(partText).join('')
  const value = word.value.type === 'Word' ? textOf(word.value) : word.text.slice(word.name.length + 1)
  return `${word.name}=${value}`
}

function partText(part: WordPart): string {
  switch (part.type) {
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.map(partText).join('')
    case 'CommandExpansion':
      return ''
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value
    default:
      return part.text
  }
}
