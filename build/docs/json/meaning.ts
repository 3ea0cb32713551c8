import ts from 'typescript'
import { root } from '../../machine/machine.mjs'

/** What the code says of a field: its comment, before it or behind it, or that of the field it is taken from. */
export class Meanings {
  readonly #checker: ts.TypeChecker
  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** '': nothing is said. */
  of(field: ts.Symbol): string {
    for (const declared of field.declarations ?? []) {
      const said = commentsOf(declared)
      if (said !== '') return said
      const from = this.#takenFrom(declared)
      if (from !== undefined && from !== field) return this.of(from)
    }
    return ''
  }

  /** What was typed behind its colon, of it or of the field it is taken from; '': nothing. */
  typeTextOf(field: ts.Symbol): string {
    for (const declared of field.declarations ?? []) {
      if (ts.isPropertySignature(declared)) return declared.type?.getText() ?? ''
      const from = this.#takenFrom(declared)
      if (from !== undefined && from !== field) return this.typeTextOf(from)
    }
    return ''
  }

  /** `{ name: t.name }`, `{ at: iso(t.at) }`, `{ name }`: the field behind it. */
  #takenFrom(declared: ts.Declaration): ts.Symbol | undefined {
    if (ts.isShorthandPropertyAssignment(declared))
      return this.#bound(this.#checker.getShorthandAssignmentValueSymbol(declared)?.valueDeclaration)
    if (!ts.isPropertyAssignment(declared)) return undefined
    let found: ts.Symbol | undefined
    const look = (node: ts.Node): void => {
      if (found !== undefined || ts.isObjectLiteralExpression(node)) return
      if (ts.isPropertyAccessExpression(node)) {
        const symbol = this.#checker.getSymbolAtLocation(node.name)
        if (isOurs(symbol)) found = symbol
      } else if (ts.isIdentifier(node)) {
        const bound = this.#bound(this.#checker.getSymbolAtLocation(node)?.valueDeclaration)
        if (isOurs(bound)) found = bound
      }
      if (found === undefined) node.forEachChild(look)
    }
    look(declared.initializer)
    return found
  }

  #bound(variable: ts.Declaration | undefined): ts.Symbol | undefined {
    if (variable === undefined || !ts.isBindingElement(variable)) return undefined
    const name = (variable.propertyName ?? variable.name).getText()
    return this.#checker.getTypeAtLocation(variable.parent).getProperty(name)
  }
}

/** A field that this project declares, no method of a list or a text. */
const isOurs = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.valueDeclaration !== undefined &&
  isProject(symbol.valueDeclaration.getSourceFile()) &&
  (symbol.flags & ts.SymbolFlags.Property) !== 0

export const isProject = ({ fileName }: ts.SourceFile): boolean =>
  fileName.startsWith(root) && !fileName.includes('/node_modules/')

/** The comments before a declaration and behind it on its line, as one text; '': none. */
export function commentsOf(declared: ts.Node): string {
  const source = declared.getSourceFile()
  if (!isProject(source)) return ''
  const { text } = source
  const behind = /^[,;]/.test(text.slice(declared.end)) ? declared.end + 1 : declared.end
  const before = (ts.getLeadingCommentRanges(text, declared.pos) ?? []).filter(isBeside(text, declared))
  return [...before, ...(ts.getTrailingCommentRanges(text, behind) ?? [])]
    .map(({ pos, end }) => words(text.slice(pos, end)))
    .filter((part) => part !== '')
    .join('; ')
    .replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => numberNamed(source, name) ?? name)
}

/** `const NAME = 300` of the same file. */
const numberNamed = (source: ts.SourceFile, name: string): string | null =>
  new RegExp(`^(?:export )?const ${name} = ([\\d_]+)$`, 'm').exec(source.text)?.[1]?.replaceAll('_', '') ??
  null

/** A comment with an empty line below it is about what follows in general. */
const isBeside =
  (text: string, declared: ts.Node) =>
  ({ end }: ts.CommentRange): boolean =>
    !/\n\s*\n/.test(text.slice(end, declared.getStart()).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ''))

const words = (comment: string): string =>
  comment
    .replaceAll(/^\/\*\*?|\*\/$|^\/\/ ?/g, '')
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
