import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { nodesOnPath, ownCommand, packagedCommand } from './own-command.ts'

const script = '/opt/threadbeat/dist/cli.cjs'

it('a package starts its command line with its own runtime, by whole paths', () =>
  expect(
    ownCommand({
      script,
      execPath: '/opt/threadbeat/threadbeat',
      runtime: 'package',
      nodes: ['/usr/bin/node'],
      packaged: null,
    }),
  ).toEqual(['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1', '/opt/threadbeat/threadbeat', script]))

it('a package that brings a program for it has that one called, which an update leaves where it is', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'own-command-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bundle = path.join(folder, 'resources/app.asar/dist/cli.cjs')
  expect(packagedCommand(bundle)).toBeNull()
  const packaged = path.join(folder, 'resources/bin/threadbeat')
  mkdirSync(path.dirname(packaged), { recursive: true })
  writeFileSync(packaged, '', { mode: 0o755 })
  expect(packagedCommand(bundle)).toBe(packaged)
  expect(
    ownCommand({ script: bundle, execPath: '/opt/app', runtime: 'package', nodes: [], packaged }),
  ).toEqual([packaged])
})

it.each([
  [['/home/ada/.volta/bin/node', '/usr/bin/node'], '/home/ada/.volta/bin/node'],
  [[], 'node'],
])('a checkout’s app has it started by the person’s Node, of %j %s', (nodes, node) =>
  expect(ownCommand({ script, execPath: '/x/electron', runtime: 'checkout', nodes, packaged: null })).toEqual(
    [node, script],
  ),
)

it('the command line names its Node as the PATH has it, which stays when the version behind it changes', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'own-command-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [cellar, bin, other] = ['cellar', 'bin', 'other'].map((name) => path.join(folder, name, 'node'))
  for (const file of [cellar!, bin!, other!]) mkdirSync(path.dirname(file))
  for (const file of [cellar!, other!]) writeFileSync(file, '')
  for (const file of [cellar!, other!]) chmodSync(file, 0o755)
  symlinkSync(cellar!, bin!)
  const nodes = nodesOnPath({
    PATH: [other!, bin!, '/nowhere/node', 'relative/node'].map(path.dirname).join(':'),
  })
  expect(nodes).toEqual([other, bin])
  expect(ownCommand({ script, execPath: cellar!, runtime: 'node', nodes, packaged: null })).toEqual([
    bin,
    script,
  ])
  expect(ownCommand({ script, execPath: cellar!, runtime: 'node', nodes: [other!], packaged: null })).toEqual(
    [cellar, script],
  )
})
