import ts from 'typescript'
import { expect, it } from 'vitest'
import { SOURCES, isTest, lineOf, parse, read } from './sources.ts'

/** The history’s own, and that of the database which the machines of a fleet share. */
const ROOMS = ['electron/store/', 'electron/machine/hub/']

it('keeps SQL in electron/store and electron/machine/hub', () => {
  const elsewhere = SOURCES.filter((file) => !isTest(file) && !ROOMS.some((room) => file.startsWith(room)))
  expect(
    elsewhere.flatMap((file) =>
      stringsOf(file, read(file))
        .filter(({ text }) => isSql(text))
        .map(({ line, text }) => `${file}:${line} ${text.slice(0, 60)}`),
    ),
  ).toEqual([])
})

it('notices SQL, and not prose that resembles it', () => {
  const texts = [
    'SELECT id FROM runs',
    'delete from runs where id = ?',
    'PRAGMA user_version',
    'Select a thread from the list',
    'Update the set of tasks',
    'Insert into the file',
  ]
  expect(texts.map(isSql)).toEqual([true, true, true, false, false, false])
})

function stringsOf(file: string, text: string): { line: number; text: string }[] {
  const source = parse(file, text)
  const found: { line: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node))
      found.push({ line: lineOf(source, node), text: node.text.trim() })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const SQL =
  /^(select\s[^]*?\sfrom\s|insert\s+(or\s+\w+\s+)?into\s+\w+\s*\(|update\s+\w+\s+set\s+\w+\s*=|delete\s+from\s+\w+|create\s+(unique\s+)?(table|index)\s|alter\s+table\s|pragma\s+\w+|begin\s+immediate)/
const isSql = (text: string): boolean => {
  const isShouted = /^[A-Z]+\b/.test(text)
  return (isShouted || /^[a-z]+\b/.test(text)) && SQL.test(text.toLowerCase())
}
