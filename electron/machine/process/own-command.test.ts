import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { nodesOnPath, ownCommand, ownImage, packagedCommand } from './own-command.ts'

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

it('APPIMAGE of another program, in whose terminal this one was started, is not believed', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'own-command-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string): string => path.join(folder, name)
  const [image, mount, link] = [at('Other.AppImage'), at('mount'), at('link')]
  mkdirSync(mount)
  writeFileSync(image, '')
  symlinkSync(mount, link)
  const own = at('mount/threadbeat-app')
  expect(ownImage({ APPIMAGE: image, APPDIR: mount }, own)).toBe(image)
  writeFileSync(own, '')
  expect(ownImage({ APPIMAGE: image, APPDIR: link }, own)).toBe(image)
  const elsewhere = '/opt/Threadbeat/threadbeat-app'
  for (const [forged, execPath] of [
    [{ APPIMAGE: image }, own],
    [{ APPDIR: mount }, own],
    [{ APPIMAGE: image, APPDIR: mount }, elsewhere],
    [{ APPIMAGE: image, APPDIR: mount }, at('mount2/threadbeat-app')],
    [{ APPIMAGE: image, APPDIR: mount }, mount],
    [{ APPIMAGE: image, APPDIR: '/' }, elsewhere],
    [{ APPIMAGE: image, APPDIR: '' }, own],
    [{ APPIMAGE: image, APPDIR: 'mount' }, own],
    [{ APPIMAGE: 'Other.AppImage', APPDIR: mount }, own],
    [{ APPIMAGE: mount, APPDIR: mount }, own],
    [{ APPIMAGE: at('gone'), APPDIR: mount }, own],
  ] as const)
    expect(ownImage(forged, execPath), JSON.stringify(forged)).toBeNull()
  const bundle = at('resources/app.asar/dist/cli.cjs')
  const packaged = at('resources/bin/threadbeat')
  mkdirSync(path.dirname(packaged), { recursive: true })
  writeFileSync(packaged, '', { mode: 0o755 })
  expect(packagedCommand(bundle, { APPIMAGE: image, APPDIR: mount })).toBe(packaged)
})
