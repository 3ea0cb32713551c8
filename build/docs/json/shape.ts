import ts from 'typescript'
import { commentsOf, isProject, Meanings } from './meaning.ts'

/** A JSON schema, as far as a printed value needs it. */
export interface Shape {
  readonly $ref?: string // #/$defs/NAME
  readonly type?: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'
  readonly enum?: readonly (string | number | boolean)[]
  readonly pattern?: string
  readonly description?: string
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false | Shape
}

/** What the members of a list of words mean, where the code says it. */
interface NamedWords {
  readonly name: string
  readonly meanings: Readonly<Record<string, string>>
  readonly description: string
}

export const TIME_PATTERN = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`
/** Longer lists of words get a section of their own. */
const WORDS_INLINE = 4

/** Types of the program as shapes of JSON; what has a name becomes a definition, once. */
export class Shapes {
  readonly definitions: Record<string, Shape> = {}
  readonly words: Record<string, NamedWords> = {}
  readonly #checker: ts.TypeChecker
  readonly #meanings: Meanings
  readonly #named = new Map<string, ts.Symbol>()
  readonly #listed: ReadonlyMap<string, NamedWords>

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker()
    this.#meanings = new Meanings(this.#checker)
    this.#listed = listsOfWords(program)
  }

  of(type: ts.Type): Shape {
    const checker = this.#checker
    if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return {}
    if ((type.flags & ts.TypeFlags.Null) !== 0) return { type: 'null' }
    if ((type.flags & ts.TypeFlags.TemplateLiteral) !== 0) return { type: 'string', pattern: TIME_PATTERN }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] }
    if ((type.flags & ts.TypeFlags.StringLike) !== 0) return { type: 'string' }
    if ((type.flags & ts.TypeFlags.NumberLike) !== 0) return { type: 'number' }
    if ((type.flags & ts.TypeFlags.Boolean) !== 0) return { type: 'boolean' }
    if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0)
      return { enum: [checker.typeToString(type) === 'true'] }
    if (type.isUnion()) return this.#union(type)
    // An id: a text with a brand.
    if (type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0))
      return { type: 'string' }
    if (checker.isArrayType(type) || checker.isTupleType(type)) return this.#list(type as ts.TypeReference)
    return this.#object(type)
  }

  #list(type: ts.TypeReference): Shape {
    const members = this.#checker.getTypeArguments(type).map((one) => this.of(one))
    return { type: 'array', items: oneOf(members) }
  }

  #union(type: ts.UnionType): Shape {
    const parts = type.types.filter(
      ({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) === 0,
    )
    const literals = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
    const booleans = parts.filter(({ flags }) => (flags & ts.TypeFlags.BooleanLiteral) !== 0)
    const others = parts.filter(
      (part) => !part.isStringLiteral() && !(booleans.length === 2 && booleans.includes(part)),
    )
    return oneOf([
      ...(literals.length === 0 ? [] : [this.#words(literals)]),
      ...(booleans.length === 2 ? [{ type: 'boolean' } as const] : []),
      ...others.sort(byPlace).map((part) => this.of(part)),
    ])
  }

  #words(literals: readonly string[]): Shape {
    const listed = this.#listed.get(keyOf(literals))
    if (listed === undefined) return { enum: [...literals].sort((a, b) => (a < b ? -1 : 1)) }
    if (!isLong(listed)) return { enum: Object.keys(listed.meanings) }
    this.words[listed.name] = listed
    return { $ref: `#/$defs/${listed.name}` }
  }

  #object(type: ts.Type): Shape {
    const name = this.#nameOf(type)
    if (name === null) return this.#fields(type)
    if (!(name in this.definitions)) {
      this.definitions[name] = {} // met again inside itself
      this.definitions[name] = this.#fields(type)
    }
    return { $ref: `#/$defs/${name}` }
  }

  /** null: it has none of its own, or none that means the same wherever it stands. */
  #nameOf(type: ts.Type): string | null {
    const alias = type.aliasTypeArguments === undefined ? type.aliasSymbol : undefined
    const symbol = alias ?? type.symbol
    const declared = symbol?.declarations?.[0]
    if (declared === undefined || !isProject(declared.getSourceFile())) return null
    const isNamed = ts.isInterfaceDeclaration(declared) || ts.isTypeAliasDeclaration(declared)
    const name = isNamed ? symbol.name : nameOfPrinted(declared)
    if (name === null) return null
    const known = this.#named.get(name)
    if (known !== undefined && known !== symbol) return null
    this.#named.set(name, symbol)
    return name
  }

  #fields(type: ts.Type): Shape {
    const checker = this.#checker
    const properties: Record<string, Shape> = {}
    const required: string[] = []
    for (const field of checker.getPropertiesOfType(type)) {
      const of = checker.getTypeOfSymbol(field)
      const isLeftOut = (of.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) !== 0
      if (isLeftOut || of.getCallSignatures().length > 0 || field.name.startsWith('__@')) continue
      const shape = this.of(of)
      properties[field.name] = { ...shape, ...describedAs(this.#meaningOf(field, shape)) }
      if (!mayBeMissing(field, of)) required.push(field.name)
    }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    return {
      type: 'object',
      properties,
      required,
      additionalProperties: index === undefined ? false : this.of(index.type),
    }
  }

  #meaningOf(field: ts.Symbol, shape: Shape): string {
    const said = this.#meanings.of(field)
    const isNumber = [shape, ...(shape.anyOf ?? [])].some(({ type }) => type === 'number')
    if (!isNumber) return said
    const isInstant = /\bInstant\b/.test(this.#meanings.typeTextOf(field)) || /At$|^at$/.test(field.name)
    const unit = isInstant ? 'milliseconds since 1970' : unitByName(field.name)
    return [unit, said].filter((part) => part !== '').join('; ')
  }
}

const unitByName = (name: string): string => (/Ms$/.test(name) ? 'milliseconds' : '')
const describedAs = (description: string): Shape => (description === '' ? {} : { description })

function mayBeMissing(field: ts.Symbol, type: ts.Type): boolean {
  if ((field.flags & ts.SymbolFlags.Optional) !== 0) return true
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0)
}

/** In the order of the code, for the compiler's own order moves with what it met first. */
function byPlace(a: ts.Type, b: ts.Type): number {
  const [one, other] = [placeOf(a), placeOf(b)]
  return one < other ? -1 : Number(one > other)
}
function placeOf({ symbol, flags }: ts.Type): string {
  const declared = (symbol as ts.Symbol | undefined)?.declarations?.[0]
  return declared === undefined
    ? String(flags)
    : `${declared.getSourceFile().fileName} ${String(declared.pos).padStart(8, '0')}`
}

/** Several shapes as one; equal ones count once. */
export function oneOf(shapes: readonly Shape[]): Shape {
  const different = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
  const [only] = different
  return different.length === 1 && only !== undefined ? only : { anyOf: different }
}

/** `runJson = (run) => ({…})` makes a Run. */
function nameOfPrinted(declared: ts.Node): string | null {
  let at: ts.Node = declared.parent
  while (ts.isParenthesizedExpression(at)) at = at.parent
  if (!ts.isArrowFunction(at) || !ts.isVariableDeclaration(at.parent)) return null
  const [, name] = /^(\w+)Json$/.exec(at.parent.name.getText()) ?? []
  return name === undefined ? null : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

const keyOf = (words: readonly string[]): string => [...words].sort((a, b) => (a < b ? -1 : 1)).join('|')
const isLong = ({ meanings }: NamedWords): boolean =>
  Object.keys(meanings).length > WORDS_INLINE || Object.values(meanings).some((meaning) => meaning !== '')

/** Types of the domain that are a list of words, by the words, with what the code says of each. */
function listsOfWords(program: ts.Program): ReadonlyMap<string, NamedWords> {
  const checker = program.getTypeChecker()
  const found = new Map<string, NamedWords>()
  for (const source of program.getSourceFiles().filter(isProject))
    for (const declared of source.statements) {
      if (!ts.isTypeAliasDeclaration(declared)) continue
      const type = checker.getTypeAtLocation(declared.name)
      if (!type.isUnion() || !type.types.every((part) => part.isStringLiteral())) continue
      const words = type.types.map((part) => part.value)
      const said = new Map<string, string>()
      for (const node of [declared.type, ...listsNamedIn(declared, checker)])
        eachLiteral(node, (literal, comment) => said.set(literal, comment))
      const inOrder = [...said.keys()].filter((word) => words.includes(word))
      const all = inOrder.length === words.length ? inOrder : [...words].sort((a, b) => (a < b ? -1 : 1))
      const meanings = Object.fromEntries(all.map((word) => [word, said.get(word) ?? '']))
      if (!found.has(keyOf(words)))
        found.set(keyOf(words), { name: declared.name.text, meanings, description: commentsOf(declared) })
    }
  return found
}

/** Of `(typeof LIST)[number]`. */
function listsNamedIn(declared: ts.TypeAliasDeclaration, checker: ts.TypeChecker): readonly ts.Node[] {
  const found: ts.Node[] = []
  const look = (node: ts.Node): void => {
    if (ts.isTypeQueryNode(node)) {
      const list = checker.getSymbolAtLocation(node.exprName)?.valueDeclaration
      if (list !== undefined && ts.isVariableDeclaration(list) && list.initializer !== undefined)
        found.push(list.initializer)
    }
    node.forEachChild(look)
  }
  look(declared.type)
  return found
}

function eachLiteral(node: ts.Node, told: (literal: string, comment: string) => void): void {
  if (ts.isStringLiteral(node)) {
    const member = ts.isLiteralTypeNode(node.parent) ? node.parent : node
    told(node.text, commentsOf(member))
  }
  node.forEachChild((child) => eachLiteral(child, told))
}
