import ts from 'typescript'
import { expect, it } from 'vitest'
import { complexityOf } from './complexity.ts'

const waysThrough = (source: string): number => {
  const [statement] = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true).statements
  return complexityOf(statement as ts.FunctionDeclaration)
}

it.each([
  ['function f() {}', 1],
  ['function f(a) { if (a) return 1; else return 2 }', 2],
  ['function f(a, b) { return a && b || (a ?? b) }', 4],
  ['function f(a) { a ??= 1; return a ? a.b : 0 }', 3],
  ['function f(a) { return a?.b?.[0]?.() }', 4],
  ['function f(a = 1, { b = 2 } = {}, [c = 3]) { return a + b + c }', 5],
  ['function f(list, a, o) { [a = 1] = list; ({ a = 2 } = o); ({ b: a = 3 } = o) }', 4],
  ['function f(a) { switch (a) { case 1: return 1; case 2: return 2; default: return 3 } }', 3],
  ['function f(l) { for (const a of l) for (const b in a) while (b) do {} while (a) }', 5],
  ['function f() { try { g() } catch { h() } finally { i() } }', 2],
  ['function f(l) { return l.map((a) => (a ? 1 : 2)) }', 1],
])('%s: %i', (source, ways) => {
  expect(waysThrough(source)).toBe(ways)
})
