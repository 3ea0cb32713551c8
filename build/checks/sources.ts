import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from '../machine/machine.mjs'

/**
 * Tests and test doubles may reach across layers: a scenario runs the real engine on the real store.
 * Electron stays out.
 */
export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.includes('/testing/')

/** Every source file of the program, as its path from the root. */
export const SOURCES = ['shared', 'electron', 'renderer'].flatMap(sourcesBelow)

export const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
export const lineOf = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .sort()
}
