import ts from 'typescript'

/**
 * How many ways lead through a function: one, and one for each branch. Counted as the linter’s `complexity`
 * counts; the functions inside count for themselves.
 */
export function complexityOf(node: ts.FunctionLikeDeclaration): number {
  let ways = 1
  const visit = (child: ts.Node): void => {
    if (isBranch(child)) ways++
    if (!startsItsOwn(child)) ts.forEachChild(child, visit)
    // A name that is computed belongs to the function around the one it names.
    else if ('name' in child && child.name && ts.isComputedPropertyName(child.name as ts.Node))
      visit(child.name as ts.Node)
  }
  for (const parameter of node.parameters) visit(parameter)
  if (node.body) visit(node.body)
  return ways
}

const startsItsOwn = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) || ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node)

const LOGICAL = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
])

function isBranch(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return LOGICAL.has(node.operatorToken.kind) || isDefaultOfPattern(node)
  if (ts.isParameter(node) || ts.isBindingElement(node)) return node.initializer !== undefined
  if (ts.isShorthandPropertyAssignment(node)) return node.objectAssignmentInitializer !== undefined
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node))
    return node.questionDotToken !== undefined
  return (
    ts.isIfStatement(node) ||
    ts.isConditionalExpression(node) ||
    ts.isForStatement(node) ||
    ts.isForInStatement(node) ||
    ts.isForOfStatement(node) ||
    ts.isWhileStatement(node) ||
    ts.isDoStatement(node) ||
    ts.isCaseClause(node) ||
    ts.isCatchClause(node)
  )
}

/** `[a = 1] = list`: a default that is written like an assignment. */
const isDefaultOfPattern = (node: ts.BinaryExpression): boolean =>
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  (ts.isArrayLiteralExpression(node.parent) || ts.isPropertyAssignment(node.parent))
