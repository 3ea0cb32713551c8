import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { TABLE, type Row } from './layers.ts'
import { ROOMS } from './rooms.ts'
import { SOURCES, isTest, lineOf, parse, read } from './sources.ts'

interface Import {
  readonly from: string
  readonly line: number
  readonly target: string // as written
  readonly isType: boolean
}

describe('the dependency rule', () => {
  it('has a row for every source file', () => {
    expect(SOURCES.filter((file) => rowOf(file) === null)).toEqual([])
  })

  it('is kept by every import', () => {
    expect(
      SOURCES.flatMap((file) => importsOf(file, read(file)).map(broken)).filter((line) => line !== null),
    ).toEqual([])
  })
})

describe('the dependency rule notices', () => {
  const inFile = (from: string, source: string): (string | null)[] => importsOf(from, source).map(broken)

  it.each([
    ['shared/schedule/tier.ts', "import fs from 'node:fs'"],
    ['shared/schedule/tier.ts', "import { z } from 'zod'"],
    ['shared/schedule/tier.ts', "import { x } from '../../electron/engine/loop/engine.ts'"],
    ['electron/engine/loop/engine.ts', "import { Store } from '../../store/store.ts'"],
    ['electron/engine/loop/engine.ts', "const { app } = await import('electron')"],
    ['electron/engine/loop/engine.ts', "import path from 'node:path'"],
    ['electron/store/store.ts', "import { Clock } from '../engine/ports/ports.ts'"],
    ['electron/store/store.ts', "export { DatabaseSync } from '@photostructure/sqlite'"],
    ['electron/machine/mcp/server.ts', "import { createStore } from '../../store/store.ts'"],
    ['electron/machine/mcp/server.ts', "import { Client } from '@modelcontextprotocol/client'"],
    ['electron/machine/network/network.ts', "import { Client } from 'pg'"],
    ['electron/machine/hub/postgres-hub.ts', "import { createStore } from '../../store/store.ts'"],
    ['electron/engine/agents/agent-tools.ts', "import { McpServer } from '@modelcontextprotocol/server'"],
    ['electron/host/host.ts', "import { app } from 'electron'"],
    ['electron/desktop/main.ts', "import { app } from 'electron'"],
    ['electron/desktop/tray/tray.ts', "import { openStore } from '../../store/store.ts'"],
    ['renderer/app.tsx', "import { host } from '../electron/host/host.ts'"],
    ['renderer/app.tsx', "import fs from 'fs'"],
    ['electron/engine/loop/engine.test.ts', "import { app } from 'electron'"],
    ['shared/schedule/tier.ts', "import type { Run } from '../runs/run.ts'"],
    ['shared/somewhere/new.ts', "import { MINUTE } from '../base/time.ts'"],
    ['renderer/kit/button.tsx', "import { useLive } from '../client/live.ts'"],
    ['renderer/client/live.ts', "import type { Actions } from '../commands/actions.tsx'"],
    ['renderer/thread/settings/schedule.tsx', "import { Today } from '../../today/today.tsx'"],
    ['renderer/somewhere/page.tsx', "import { Button } from '../kit/button.tsx'"],
    ['renderer/kit/button.tsx', "import { show } from '../testing/show.tsx'"],
  ])('%s: %s', (file, source) => {
    expect(inFile(file, source)).toEqual([expect.stringContaining(file)])
  })

  it('and lets pass what the table allows', () => {
    expect(
      inFile(
        'electron/store/store.ts',
        "import type { Clock } from '../engine/ports/ports.ts'\nimport { type Ids } from " +
          "'../engine/ports/ports.ts'\nimport path from 'node:path'",
      ),
    ).toEqual([null, null, null])
  })
})

/** null: allowed. Otherwise one line with the row that was broken. */
function broken({ from, line, target, isType }: Import): string | null {
  const row = rowOf(from)
  if (row === null)
    return `${from}:${line} belongs to no layer: add a row to the table in build/checks/layers.test.ts`
  const where = `${from}:${line} imports ${isType ? 'a type of ' : ''}"${target}"`
  if (isTest(from)) return target === 'electron' ? `${where}, but tests run without Electron` : null
  const says = `, but the row of ${row.layer} allows ${describeRow(row)}`

  if (target.startsWith('.')) {
    const resolved = path.posix.normalize(path.posix.join(path.posix.dirname(from), target))
    const against = roomAgainst(from, resolved)
    if (against !== null) return `${where}, but ${against}`
    if (row.layer === 'renderer' && resolved.startsWith('renderer/')) return null // styles and pictures too
    const layer = isTest(resolved) ? null : (rowOf(resolved)?.layer ?? null)
    const isAllowed =
      layer !== null && (row.imports.includes(layer) || (isType && (row.types ?? []).includes(layer)))
    return isAllowed ? null : `${where} (${layer ?? 'no layer'})${says}`
  }
  if (target.startsWith('node:') || isBuiltin(target)) return row.node ? null : where + says
  const isAllowed = (row.packages ?? []).some((allowed) =>
    allowed === '*' ? target !== 'electron' : matchesPackage(target, allowed),
  )
  return isAllowed ? null : where + says
}

/** The floor with an order of rooms that a file stands on, and its room there; null: none, or beside them. */
function placeOf(file: string): { readonly floor: string; readonly room: string } | null {
  const floor = Object.keys(ROOMS).find((name) => file.startsWith(`${name}/`))
  if (floor === undefined) return null
  const [room = '', ...inside] = file.slice(floor.length + 1).split('/')
  return inside.length === 0 ? null : { floor, room }
}

/** null: a room may import this one. Otherwise why not. */
function roomAgainst(from: string, target: string): string | null {
  const [place, other] = [placeOf(from), placeOf(target)]
  if (place === null || other === null || place.floor !== other.floor) return null
  if (place.room === other.room || other.room === 'styles') return null
  const order = ROOMS[place.floor] ?? []
  if (!order.includes(place.room))
    return `${place.floor}/${place.room} is not among ROOMS in build/checks/rooms.ts`
  const [at, above] = [order.indexOf(place.room), order.indexOf(other.room)]
  return above !== -1 && above < at ? null : `in ROOMS ${other.room} does not stand above ${place.room}`
}

const describeRow = (row: Row): string =>
  [
    row.imports.join(', '),
    row.types && `types of ${row.types.join(', ')}`,
    `packages: ${row.packages?.join(', ') ?? 'none'}`,
    row.node ? 'node:*' : 'no node:*',
  ]
    .filter(Boolean)
    .join(' · ')

const matchesPackage = (target: string, allowed: string): boolean =>
  allowed.endsWith('/*')
    ? target.startsWith(allowed.slice(0, -1))
    : target === allowed || target.startsWith(`${allowed}/`)

const BUILTINS = new Set([
  'fs',
  'path',
  'os',
  'child_process',
  'crypto',
  'url',
  'util',
  'events',
  'http',
  'https',
  'net',
  'stream',
  'worker_threads',
  'process',
])
const isBuiltin = (target: string): boolean => BUILTINS.has(target.split('/')[0] ?? '')

function rowOf(file: string): Row | null {
  return TABLE.find((row) => row.files.test(file)) ?? null
}

function importsOf(from: string, text: string): Import[] {
  const source = parse(from, text)
  const found: Import[] = []
  const add = (node: ts.Node, specifier: ts.Node | undefined, isType: boolean): void => {
    if (specifier && ts.isStringLiteralLike(specifier))
      found.push({ from, line: lineOf(source, node), target: specifier.text, isType })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, isTypeImport(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node, node.argument.literal, true)
    else if (ts.isExternalModuleReference(node)) add(node, node.expression, false)
    else if (
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText(source) === 'require')
    )
      add(node, node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const named = clause.namedBindings
  return (
    !clause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  )
}
