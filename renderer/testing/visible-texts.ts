import ts from 'typescript'

interface VisibleText {
  readonly line: number
  /** Values are …. */
  readonly text: string
}

/** What stands in place of a value: `a ${n} b` is read as one text. */
const VALUE = '…'

/** Attributes that hold no words for people. */
const UNSEEN_ATTRIBUTES =
  /^(className|style|d|id|key|href|src|to|role|type|rel|target|accept|lang|viewBox|points|transform|htmlFor|pattern|data-.*|aria-(labelledby|describedby|controls|owns|activedescendant|keyshortcuts|live))$|(class|classname|look|tone|style)$/i
/** Properties and variables that hold none. */
const UNSEEN_NAMES = /^(id|key|kind|href)$|(class|classname|look|tone|style)$/i
/** Calls whose texts are addresses of elements. */
const UNSEEN_CALLS =
  /^(matchMedia|closest|matches|querySelector(All)?|getPropertyValue|setProperty|addEventListener)$/

/** Texts that are for no person, or that no translator may touch. */
const EXCEPTIONS: readonly { readonly file: RegExp; readonly texts: RegExp; readonly why: string }[] = [
  {
    file: /^renderer\/palette\/(commands|entries)\.ts$/,
    texts: /^[a-z#…][a-z0-9%# …]*$/,
    why: 'further words by which the palette finds an entry; they are never shown',
  },
  {
    file: /^renderer\/settings\/webhooks\/webhook-in\.tsx$/,
    texts: /^curl -X POST /,
    why: 'a command to paste into a shell',
  },
]

/** Utility classes of one plain word; those with a hyphen, a colon or a bracket are told by it. */
const UTILITIES = new Set(
  'flex grid block inline hidden relative absolute fixed sticky grow shrink truncate underline italic uppercase lowercase capitalize border rounded shadow outline transition container contents table card visible invisible group peer popup backdrop hatched static antialiased'.split(
    ' ',
  ),
)

const isUtility = (word: string): boolean =>
  UTILITIES.has(word) || /^[!a-z@*&>-][^\s“”‘’,]*(?:[-:[](?:[^\s,]|,(?=\S))+|])$/.test(word)

/** Class names, style values, selectors and media queries. */
function isCss(text: string): boolean {
  if (
    /var\(--|\bcalc\(|\[[a-z-]+[\]=]|^\((prefers|forced)-|\bminmax\(|^\.[a-z-]+[ ,]|\d(fr|px|rem)\b(?!.*[.!?]$)/.test(
      text,
    )
  )
    return true
  const words = text.split(/\s+/).filter((word) => word !== '' && word !== VALUE)
  if (!/^[^A-Z“”’]*$/.test(text.replaceAll(/\[[^\]]*\]/g, ''))) return false
  return (
    words.length > 0 &&
    words.every((word) => isUtility(word.replaceAll(VALUE, '')) || word.length < 2) &&
    words.some((word) => isUtility(word))
  )
}

/** Two words at least, of which one is longer than a letter. */
function isOfWords(text: string): boolean {
  const words = text.split(/[\s\u00a0]+/).filter((word) => /\p{L}/u.test(word))
  return words.length > 1 && words.some((word) => /\p{L}{2}/u.test(word))
}

const PARSED = new Map<string, ts.SourceFile>()
/** Each source is parsed once, whoever asks. */
export function parse(file: string, source: string): ts.SourceFile {
  const known = PARSED.get(source)
  if (known?.fileName === file) return known
  const parsed = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  PARSED.set(source, parsed)
  return parsed
}

/**
 * The words of one source that a person may see and that stand in it, not in the catalogue; texts of one
 * word are left out.
 */
export function visibleTexts(file: string, source: string): VisibleText[] {
  const parsed = parse(file, source)
  const found: VisibleText[] = []
  const visit = (node: ts.Node): void => {
    if (isUnseen(node)) return
    const text = textOf(node)
    if (
      text !== null &&
      isOfWords(text) &&
      (ts.isJsxText(node) || !isCss(text)) &&
      !EXCEPTIONS.some((one) => one.file.test(file) && one.texts.test(text))
    ) {
      const start = ts.isJsxText(node)
        ? node.pos + (node.text.length - node.text.trimStart().length)
        : node.getStart(parsed)
      found.push({
        line: parsed.getLineAndCharacterOfPosition(start).line + 1,
        text: text.replaceAll(/\s+/g, ' ').trim(),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text.replaceAll(/&[a-z]+;/g, ' ')
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(VALUE)
  return null
}

/**
 * Whether nothing in it is for people: types, imports, exceptions that are thrown, class names, addresses,
 * and what is only compared.
 */
function isUnseen(node: ts.Node): boolean {
  if (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isThrowStatement(node) ||
    ts.isTaggedTemplateExpression(node)
  )
    return true
  if (ts.isJsxAttribute(node)) return UNSEEN_ATTRIBUTES.test(node.name.getText())
  if (ts.isCallExpression(node))
    return (
      node.expression.getText().startsWith('console.') ||
      UNSEEN_CALLS.test(
        ts.isPropertyAccessExpression(node.expression)
          ? node.expression.name.text
          : node.expression.getText(),
      )
    )
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node))
    return (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) && UNSEEN_NAMES.test(node.name.text)
  if (!ts.isStringLiteralLike(node)) return false
  const { parent } = node
  if (ts.isBinaryExpression(parent))
    return [
      ts.SyntaxKind.EqualsEqualsEqualsToken,
      ts.SyntaxKind.ExclamationEqualsEqualsToken,
      ts.SyntaxKind.InKeyword,
    ].includes(parent.operatorToken.kind)
  return (
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  )
}
