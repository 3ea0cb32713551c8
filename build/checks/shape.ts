/**
 * `npm run shape`: how the code is cut, in figures. Prints each figure beside its bound and what is over it;
 * exits 1 when something is over that is not among the exceptions of shape-exceptions.ts.
 * `npm run shape -- FOLDER …` looks at these folders only; the graph is always that of the whole tree.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from '../machine/machine.mjs'
import { complexityOf } from './complexity.ts'
import { EXCEPTIONS } from './shape-exceptions.ts'

const BOUNDS = {
  folderFiles: 15,
  fileLines: 250,
  functionLines: 60,
  complexity: 25,
  lineLength: 120,
  longLineShare: 0.005,
}
const ROOT = root
const only = process.argv.slice(2).map((folder) => folder.replace(/\/$/, ''))
const isWanted = (file: string): boolean =>
  only.length === 0 || only.some((folder) => file === folder || file.startsWith(`${folder}/`))

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|mts|mjs)$/.test(file) && !file.endsWith('.d.ts'))
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|\/testing\/|^e2e\//.test(file)

interface Source {
  readonly file: string
  readonly text: string
  readonly lines: readonly string[]
  readonly tree: ts.SourceFile
}
const sources: readonly Source[] = tracked.map((file) => {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  return { file, text, lines: text.split('\n'), tree }
})

const over: { readonly rule: string; readonly where: string; readonly figure: string }[] = []
const note = (rule: string, where: string, figure: number | string): void => {
  over.push({ rule, where, figure: String(figure) })
}

const lineOf = (tree: ts.SourceFile, at: number): number => tree.getLineAndCharacterOfPosition(at).line
const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isGetAccessor(node) ||
  ts.isSetAccessor(node)
const isLiteral = (node: ts.Node): boolean =>
  ts.isObjectLiteralExpression(node) ||
  ts.isArrayLiteralExpression(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateExpression(node)

function holdsFunction(node: ts.Node): boolean {
  let found = false
  const look = (child: ts.Node): void => {
    found ||= isFunction(child)
    if (!found) ts.forEachChild(child, look)
  }
  ts.forEachChild(node, look)
  return found
}

/** Lines with code, without those inside of literals that hold no function: a table is not a long function. */
function lengthOf(node: ts.FunctionLikeDeclaration, { tree, lines }: Source): number {
  const first = lineOf(tree, node.getStart(tree))
  const last = lineOf(tree, node.getEnd())
  const aside = new Set<number>()
  const look = (child: ts.Node): void => {
    if (isLiteral(child) && !holdsFunction(child)) {
      for (let n = lineOf(tree, child.getStart(tree)) + 1; n <= lineOf(tree, child.getEnd()) - 1; n++)
        aside.add(n)
    } else ts.forEachChild(child, look)
  }
  if (node.body) look(node.body)
  let length = 0
  for (let n = first; n <= last; n++) {
    const line = lines[n]!.trim()
    if (line !== '' && !/^(\/\/|\/?\*)/.test(line) && !aside.has(n)) length++
  }
  return length
}

function nameOf(node: ts.FunctionLikeDeclaration): string {
  if (node.name) return node.name.getText()
  const holder = node.parent
  if (ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder)) return holder.name.getText()
  return '(anonymous)'
}

/** A conditional inside the branches of another. */
const isNestedTernary = (node: ts.Node): boolean => {
  if (!ts.isConditionalExpression(node)) return false
  let holder = node.parent
  while (ts.isParenthesizedExpression(holder)) holder = holder.parent
  return ts.isConditionalExpression(holder)
}

let longLines = 0
let allLines = 0
let ternaries = 0
for (const source of sources.filter(({ file }) => isWanted(file))) {
  const { file, lines, tree } = source
  allLines += lines.length
  longLines += lines.filter((line) => line.length > BOUNDS.lineLength).length
  if (lines.length - 1 > BOUNDS.fileLines) note(isTest(file) ? 'test file' : 'file', file, lines.length - 1)
  const visit = (node: ts.Node): void => {
    if (isNestedTernary(node)) {
      ternaries++
      note('nested ternary', `${file}:${lineOf(tree, node.getStart(tree)) + 1}`, '')
    }
    if (!isTest(file) && isFunction(node)) {
      const length = lengthOf(node, source)
      if (length > BOUNDS.functionLines) note('function', `${file} ${nameOf(node)}`, length)
      const complexity = complexityOf(node)
      if (complexity > BOUNDS.complexity) note('complexity', `${file} ${nameOf(node)}`, complexity)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
}

const folders = new Map<string, number>()
for (const { file } of sources) {
  if (isTest(file)) continue
  const folder = path.posix.dirname(file)
  folders.set(folder, (folders.get(folder) ?? 0) + 1)
}
for (const [folder, files] of folders)
  if (files > BOUNDS.folderFiles && isWanted(`${folder}/`)) note('folder', folder, files)

// Imports, those of types included.
const byFile = new Map(sources.map((source) => [source.file, source]))
/** What an import, an export from elsewhere or an `import('…')` type names; null: the node is none of these. */
function importedBy(node: ts.Node): ts.Expression | null {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier ?? null
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  return null
}
const importsOf = ({ file, tree }: Source): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const named = importedBy(node)
    if (named && ts.isStringLiteral(named) && named.text.startsWith('.')) {
      const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), named.text))
      if (byFile.has(target)) found.push(target)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
const graph = new Map(sources.map((source) => [source.file, importsOf(source)]))

/** Tarjan: the groups of more than one that reach each other. */
function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const connect = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) connect(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.sort())
  }
  for (const node of edges.keys()) if (!index.has(node)) connect(node)
  return found
}
for (const group of circlesOf(graph)) if (group.some(isWanted)) note('circle', group.join(' '), group.length)

const share = longLines / Math.max(1, allLines)
if (share > BOUNDS.longLineShare)
  note('long lines', `${longLines} of ${allLines}`, `${(share * 100).toFixed(2)} %`)

const excepted = new Map(EXCEPTIONS.map(({ rule, where, because }) => [`${rule} ${where}`, because]))
const isExcepted = ({ rule, where }: { rule: string; where: string }): boolean =>
  excepted.has(`${rule} ${where}`)
const bad = over.filter((found) => !isExcepted(found))
const count = (rule: string): string => {
  const all = over.filter((found) => found.rule === rule)
  const fine = all.filter(isExcepted).length
  return `${all.length - fine}${fine > 0 ? ` (and ${fine} with a reason)` : ''}`
}
const figures: readonly (readonly [string, string])[] = [
  [`folders of more than ${BOUNDS.folderFiles} files`, count('folder')],
  [`files of more than ${BOUNDS.fileLines} lines`, count('file')],
  [`test files of more than ${BOUNDS.fileLines} lines`, count('test file')],
  [`functions of more than ${BOUNDS.functionLines} lines, literals aside`, count('function')],
  [`functions of more than ${BOUNDS.complexity} ways through them`, count('complexity')],
  [
    `lines of more than ${BOUNDS.lineLength} characters`,
    `${longLines} of ${allLines}, ${(share * 100).toFixed(2)} %`,
  ],
  ['circles of imports, types included', count('circle')],
  ['nested ternaries', String(ternaries)],
]
for (const { rule, where, figure } of bad)
  console.log(`${rule}: ${where}${figure === '' ? '' : ` (${figure})`}`)
const width = Math.max(...figures.map(([label]) => label.length))
for (const [label, figure] of figures) console.log(`${label.padEnd(width)}  ${figure}`)
for (const { rule, where, because } of EXCEPTIONS) {
  const isUsed = over.some((found) => found.rule === rule && found.where === where)
  if (isUsed) console.log(`allowed: ${rule} ${where}: ${because}`)
  else if (only.length === 0) {
    console.log(`an exception that is not needed: ${rule} ${where}`)
    process.exitCode = 1
  }
}
if (bad.length > 0) process.exitCode = 1
