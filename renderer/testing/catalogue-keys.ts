import ts from 'typescript'
import { parse } from './visible-texts.ts'

/** The words of a feature stand in its folder, in files named copy. */
export const isCatalogue = (file: string): boolean => /\/([a-z-]+-)?copy\.ts$/.test(file)

/** One file of the window: its path from the root of the project, and its text. */
interface Source {
  readonly file: string
  readonly text: string
}

/**
 * The texts of the catalogue that no other file asks for, as `file: PART.key.key`. A part that is handed on
 * whole, or asked by a computed key or exported under another name, counts as used whole. `sources` are all
 * files that may use it, the catalogue's own among them.
 */
export function unusedKeys(catalogue: readonly Source[], sources: readonly Source[]): string[] {
  const parts = new Map<string, string>()
  const leaves: string[] = []
  for (const { file, text } of catalogue) {
    for (const { name, object } of objectsOf(parse(file, text))) {
      parts.set(name, file)
      leaves.push(...keysOf(object, name))
    }
  }
  const used = new Set<string>()
  const mayUse = sources.filter(({ file, text }) => isCatalogue(file) || /copy\.ts'/.test(text))
  for (const { file, text } of mayUse) collectUses(parse(file, text), new Set(parts.keys()), used)
  // a list that is walked
  for (const path of [...used]) for (const leaf of leaves) if (path.startsWith(`${leaf}.`)) used.add(leaf)
  const isUsed = (leaf: string): boolean =>
    leaf.split('.').some((_, at, all) => used.has(all.slice(0, at + 1).join('.')))
  return leaves
    .filter((leaf) => !isUsed(leaf))
    .map((leaf) => `${parts.get(leaf.split('.')[0] ?? '') ?? ''}: ${leaf}`)
}

/** The value without `as const` and `satisfies`. */
function bare(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node
}

const objectsOf = (parsed: ts.SourceFile): { name: string; object: ts.ObjectLiteralExpression }[] =>
  parsed.statements
    .filter(isExported)
    .flatMap((statement) => [...(statement as ts.VariableStatement).declarationList.declarations])
    .flatMap(({ name, initializer }) => {
      const value = initializer === undefined ? undefined : bare(initializer)
      return ts.isIdentifier(name) && value !== undefined && ts.isObjectLiteralExpression(value)
        ? [{ name: name.text, object: value }]
        : []
    })

function keysOf(object: ts.ObjectLiteralExpression, above: string): string[] {
  return object.properties.flatMap((property) => {
    if (property.name === undefined || ts.isComputedPropertyName(property.name)) return []
    const path = `${above}.${property.name.getText().replaceAll(/['"]/g, '')}`
    const value = ts.isPropertyAssignment(property) ? bare(property.initializer) : null
    return value !== null && ts.isObjectLiteralExpression(value) ? keysOf(value, path) : [path]
  })
}

/**
 * Adds each path that the file asks for: `PART.key`, also by another name of the part or of an object in
 * it.
 */
function collectUses(parsed: ts.SourceFile, parts: ReadonlySet<string>, used: Set<string>): void {
  const names = new Map<string, Set<string>>()
  const call = (name: string, path: string): void =>
    void names.set(name, (names.get(name) ?? new Set()).add(path))
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && !isOnlyName(node))
      for (const path of [...(names.get(node.text) ?? [])]) follow(node, path)
    ts.forEachChild(node, visit)
  }
  const follow = (start: ts.Expression, part: string): void => {
    let at: ts.Node = start
    let path = part
    while (ts.isPropertyAccessExpression(at.parent) && at.parent.expression === at) {
      at = at.parent
      path += `.${(at as ts.PropertyAccessExpression).name.text}`
    }
    const holder = at.parent
    if (!ts.isVariableDeclaration(holder) || holder.initializer !== at || isExported(holder.parent.parent))
      return void used.add(path)
    if (ts.isIdentifier(holder.name)) return call(holder.name.text, path)
    if (!ts.isObjectBindingPattern(holder.name)) return void used.add(path)
    for (const { name, propertyName, dotDotDotToken } of holder.name.elements) {
      if (dotDotDotToken !== undefined) used.add(path)
      else if (ts.isIdentifier(name)) call(name.text, `${path}.${(propertyName ?? name).getText()}`)
    }
  }
  for (const statement of parsed.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements)
      if (parts.has((propertyName ?? name).text)) call(name.text, (propertyName ?? name).text)
  }
  if (isCatalogue(parsed.fileName)) for (const { name } of objectsOf(parsed)) call(name, name)
  if (names.size === 0) return
  visit(parsed)
  visit(parsed) // a name may be used above the line that gives it
}

const isExported = (node: ts.Node): boolean =>
  ts.isVariableStatement(node) &&
  (node.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword) ?? false)

/** The name of a property or a declaration, which asks for nothing. */
function isOnlyName(node: ts.Identifier): boolean {
  const { parent } = node
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ((ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) &&
      parent.name === node) ||
    ts.isJsxAttribute(parent) ||
    ts.isTypeNode(parent)
  )
}
