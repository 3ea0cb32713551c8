import ts from 'typescript'
import { expect, it } from 'vitest'
import { SOURCES, isTest, lineOf, parse, read } from './sources.ts'

it('lets nothing in shared and the engine ask the clock for a date', () => {
  const pure = SOURCES.filter((file) => !isTest(file) && /^(shared|electron\/engine)\//.test(file))
  expect(pure.flatMap((file) => questionsTo(file, read(file)))).toEqual([])
})

it('notices a date of now, and not one of an instant', () => {
  expect(questionsTo('a.ts', 'new Date()\nDate()\nnew Date(at)\nDate.UTC(2026)\n')).toEqual([
    'a.ts:1',
    'a.ts:2',
  ])
})

/** Where `new Date()` and `Date()` stand; `Date.now()` is the linter's. */
function questionsTo(file: string, text: string): readonly string[] {
  const source = parse(file, text)
  const lines: string[] = []
  const visit = (node: ts.Node): void => {
    const asks =
      (ts.isNewExpression(node) && (node.arguments?.length ?? 0) === 0) || ts.isCallExpression(node)
    if (asks && ts.isIdentifier(node.expression) && node.expression.text === 'Date')
      lines.push(`${file}:${lineOf(source, node)}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}
