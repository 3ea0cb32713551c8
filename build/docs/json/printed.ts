import path from 'node:path'
import ts from 'typescript'
import { root } from '../../machine/machine.mjs'

/** A command that takes `--json`, and what its action comes to print and to end with. */
export interface JsonCommand {
  readonly name: string // "suggest log"
  /** What is given to be printed; several: one of them, or, with `isLines`, each a line of its own. */
  readonly values: readonly ts.Expression[]
  readonly isLines: boolean
  /** Exit codes besides 0, 1 (it could not be done) and 2 (wrong usage). */
  readonly exitCodes: readonly number[]
}

const COMMANDS = path.join(root, 'electron/cli/commands.ts')
const CLI = path.join(root, 'electron/cli/')

/** The command line as the compiler sees it. */
export function cliProgram(): ts.Program {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [COMMANDS] },
    ts.sys,
    root,
  )
  return ts.createProgram([COMMANDS], options)
}

/** Every command that takes `--json`, by its name. */
export function jsonCommands(program: ts.Program): readonly JsonCommand[] {
  const look = new Look(program)
  const found: JsonCommand[] = []
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(CLI)))
    eachNode(source, (node) => {
      if (!isCall(node, 'option') || textOf(node.arguments[0]) !== '--json') return
      const action = look.actionOf(node)
      for (const name of look.namesOf(node)) found.push({ name, ...look.printedBy(action) })
    })
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

type MethodCall = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression }

const isCall = (node: ts.Node, name: string): node is MethodCall =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === name
const textOf = (node: ts.Node | undefined): string | null =>
  node !== undefined && ts.isStringLiteralLike(node) ? node.text : null

function eachNode(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  node.forEachChild((child) => eachNode(child, look))
}

/** Both ways of `a ? b : c`, for the compiler would take one that fits into the other for one. */
const waysOf = (value: ts.Expression): readonly ts.Expression[] =>
  ts.isConditionalExpression(value) ? [...waysOf(value.whenTrue), ...waysOf(value.whenFalse)] : [value]

class Look {
  readonly #checker: ts.TypeChecker
  readonly #sources: readonly ts.SourceFile[]
  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker()
    this.#sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(CLI))
  }

  /**
   * What the command is called that an option is given to, made by `.command(…)` or handed to its function; several
   * where a loop makes them.
   */
  namesOf(node: ts.Expression): readonly string[] {
    if (isCall(node, 'command')) {
      const above = this.namesOf(node.expression.expression)
      return this.#textsOf(node.arguments[0]!).flatMap((text) =>
        above.map((name) => `${name} ${text.split(' ')[0]}`),
      )
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      return this.namesOf(node.expression.expression)
    const declared = this.#checker.getSymbolAtLocation(node)?.valueDeclaration
    if (declared === undefined) throw new Error(`Nothing declares ${node.getText()}`)
    if (ts.isVariableDeclaration(declared) && declared.initializer !== undefined)
      return this.namesOf(declared.initializer)
    const define = declared.parent
    const named = ts.isFunctionDeclaration(define)
      ? define.name
      : (define.parent as ts.VariableDeclaration).name
    return this.#namesOfDefine(named === undefined ? undefined : this.#symbolOf(named))
  }

  #textsOf(node: ts.Expression): readonly string[] {
    const type = this.#checker.getTypeAtLocation(node)
    return (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
  }

  #namesOfDefine(define: ts.Symbol | undefined): readonly string[] {
    const names: string[] = []
    for (const source of this.#sources)
      eachNode(source, (node) => {
        if (!ts.isIdentifier(node) || this.#symbolOf(node) !== define) return
        const { parent } = node
        if (ts.isCallExpression(parent) && parent.expression === node)
          names.push(...this.namesOf(parent.arguments[0]!))
        else if (ts.isPropertyAssignment(parent) && parent.initializer === node)
          names.push(ts.isStringLiteral(parent.name) ? parent.name.text : parent.name.getText())
      })
    if (names.length === 0) throw new Error(`${define?.name} is no command and called by none`)
    return names
  }

  /** What `.action(…)` is given in the same chain of calls. */
  actionOf(option: ts.CallExpression): ts.Expression {
    let at: ts.Node = option
    while (ts.isPropertyAccessExpression(at.parent) || ts.isCallExpression(at.parent)) {
      at = at.parent
      if (isCall(at, 'action')) return at.arguments[0]!
    }
    throw new Error(`No action behind ${option.getText()}`)
  }

  /** Follows the calls of an action through the functions of the command line. */
  printedBy(action: ts.Expression): Omit<JsonCommand, 'name'> {
    const values: ts.Expression[] = []
    const codes = new Set<number>()
    let isLines = false
    const seen = new Set<ts.Node>()
    const visit = (node: ts.Node): void => {
      if (seen.has(node)) return
      seen.add(node)
      eachNode(node, (inner) => {
        if (!ts.isCallExpression(inner) && !ts.isNewExpression(inner)) return
        const [given] = inner.arguments ?? []
        if (isCall(inner, 'json') && given !== undefined) values.push(...waysOf(given))
        else if (isCall(inner, 'exitWith') && given !== undefined)
          for (const code of this.#numbersOf(given)) codes.add(code)
        else if (
          ts.isIdentifier(inner.expression) &&
          inner.expression.text === 'jsonText' &&
          given !== undefined
        ) {
          values.push(...waysOf(given))
          isLines = true
        } else for (const called of this.#functionsOf(inner)) visit(called)
      })
    }
    visit(action)
    return { values, isLines, exitCodes: [...codes].filter((code) => code > 2).sort((a, b) => a - b) }
  }

  #numbersOf(node: ts.Expression): readonly number[] {
    const type = this.#checker.getTypeAtLocation(node)
    const parts = type.isUnion() ? type.types : [type]
    return parts.flatMap((part) => (part.isNumberLiteral() ? [part.value] : []))
  }

  /** The function of the command line that is called, and those that are handed to it by their name. */
  #functionsOf(call: ts.CallExpression | ts.NewExpression): readonly ts.Node[] {
    return [call.expression, ...(call.arguments ?? [])].flatMap((node) => {
      if (!ts.isIdentifier(node)) return []
      const declared = this.#declarationOf(node)
      if (declared?.getSourceFile().fileName.startsWith(CLI) !== true || ts.isParameter(declared)) return []
      const isFunction =
        ts.isFunctionDeclaration(declared) ||
        ts.isClassDeclaration(declared) ||
        (ts.isVariableDeclaration(declared) &&
          declared.initializer !== undefined &&
          ts.isArrowFunction(declared.initializer))
      return isFunction ? [declared] : []
    })
  }

  /** Also of what is taken out of a module that is read only when it is needed. */
  #declarationOf(node: ts.Identifier): ts.Declaration | undefined {
    const declared = this.#symbolOf(node)?.valueDeclaration
    return declared !== undefined && ts.isBindingElement(declared)
      ? this.#checker.getTypeAtLocation(node).getCallSignatures()[0]?.declaration
      : declared
  }

  #symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node)
    return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
      ? this.#checker.getAliasedSymbol(symbol)
      : symbol
  }
}
