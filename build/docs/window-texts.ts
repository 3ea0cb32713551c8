import ts from 'typescript'
import { isCatalogue } from '../../renderer/testing/catalogue-keys.ts'
import { isTest, parse, read, SOURCES } from '../checks/sources.ts'

/** Words that window and command line share. */
const SHARED_WORDS =
  /^shared\/(?!runs\/shell\/).*(words|verdict|thread-state)\.ts$|^shared\/settings\/table\//
/** Further words by which an entry with a title, or a setting, is found; they are never shown. */
const isSearched = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'words' &&
  node.parent.properties.some((other) => /^(title|help)$/.test(other.name?.getText() ?? ''))

/** Attributes that somebody reads or hears. */
const SHOWN_ATTRIBUTES = new Set([
  'title',
  'label',
  'aria-label',
  'placeholder',
  'text',
  'help',
  'description',
  'alt',
])

/** Each text that the window may show, by room; `…` stands for what is filled in. */
export function windowTexts(): ReadonlyMap<string, readonly string[]> {
  const rooms = new Map<string, Set<string>>()
  for (const file of SOURCES.filter((name) => !isTest(name))) {
    const isWords = (file.startsWith('renderer/') && isCatalogue(file)) || SHARED_WORDS.test(file)
    if (!isWords && !(file.startsWith('renderer/') && file.endsWith('.tsx'))) continue
    const room = file.split('/').slice(0, 2).join('/')
    const texts = rooms.get(room) ?? new Set()
    for (const text of textsOf(parse(file, read(file)), isWords)) texts.add(text)
    rooms.set(room, texts)
  }
  return new Map(
    [...rooms]
      .filter(([, texts]) => texts.size > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([room, texts]) => [room, [...texts].sort((a, b) => (a < b ? -1 : 1))]),
  )
}

/** The page of docs/ that lists them. */
export const windowTextsPage = (): string =>
  [
    '# Texts of the window',
    '',
    'Each text that the window may show, by the room of its code; `…` stands for what is filled in. Written by `npm run docs`; a test compares it with the code, and looks for words that nobody would say.',
    ...[...windowTexts()].flatMap(([room, texts]) => [
      '',
      `## ${room}`,
      '',
      ...texts.map((text) => `- ${escaped(text)}`),
    ]),
    '',
  ].join('\n')

const escaped = (text: string): string => text.replaceAll(/([\\`*_<>[\]|#])/g, '\\$1')

/** In their order. `isWords`: each string of the file is one; else only what stands in JSX. */
export function textsOf(tree: ts.SourceFile, isWords: boolean): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isSearched(node)) return
    if (isText(node) && (isWords ? isValue(node) : isShown(node))) {
      const text = wordsOf(node).replaceAll(/\s+/g, ' ').trim()
      if (/\p{L}{2}/u.test(text.replaceAll('…', ''))) found.push(text)
      // What is filled in may hold texts of its own.
      if (!ts.isStringLiteralLike(node)) filledIn(node).forEach(visit)
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

type Text = ts.StringLiteralLike | ts.TemplateExpression | ts.BinaryExpression | ts.JsxText
const isText = (node: ts.Node): node is Text =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isJsxText(node) || isSum(node)

/** A sum of texts, one of which stands there as it is. */
function isSum(node: ts.Node): node is ts.BinaryExpression {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return false
  return [node.left, node.right].some((part) => isText(part))
}

function wordsOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text
  if (isSum(node)) return wordsOf(node.left) + wordsOf(node.right)
  if (!ts.isTemplateExpression(node)) return '…'
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

function filledIn(node: ts.Node): readonly ts.Node[] {
  if (isSum(node)) return [node.left, node.right].flatMap((part) => (isText(part) ? filledIn(part) : [part]))
  return ts.isTemplateExpression(node) ? node.templateSpans.map(({ expression }) => expression) : []
}

/** Neither the name of a property, nor what is compared, imported or a type. */
function isValue(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind === ts.SyntaxKind.PlusToken
  return ![
    ts.isImportDeclaration,
    ts.isExportDeclaration,
    ts.isLiteralTypeNode,
    ts.isElementAccessExpression,
    ts.isCaseClause,
    ts.isExternalModuleReference,
  ].some((is) => is(parent))
}

function isShown(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return SHOWN_ATTRIBUTES.has(parent.name.getText())
  if (ts.isJsxExpression(parent))
    return ts.isJsxAttribute(parent.parent) ? SHOWN_ATTRIBUTES.has(parent.parent.name.getText()) : true
  const isBranch =
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) &&
      parent.right === node &&
      parent.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken &&
      parent.operatorToken.kind !== ts.SyntaxKind.ExclamationEqualsEqualsToken)
  return isBranch && isShown(parent)
}
