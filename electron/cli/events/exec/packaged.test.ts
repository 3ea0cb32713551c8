import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root as checkout } from '../../../../build/machine/machine.mjs'
import { keepAppImageCommand } from '../../../machine/session/launcher/app-image.ts'
import { commandUnderTest } from '../../testing/command.ts'

/** What starts the command line of a package, with a Node in the place of its Electron. */
const { root, dataDir, bundle, env, bundled, gone } = commandUnderTest('exec-packaged', { engine: false })
const execPath = path.join(root, 'opt/threadbeat-app')
const script = path.join(root, 'opt/resources/app.asar/dist/cli.cjs')
const brought = path.join(root, 'opt/resources/bin/threadbeat')

beforeAll(async () => {
  await bundled()
  for (const file of [script, brought]) mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(execPath, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
  copyFileSync(path.join(checkout, 'build/packaging/linux/threadbeat'), brought)
  copyFileSync(bundle, script)
}, 60_000)
afterAll(gone)

it.runIf(process.platform === 'linux').each([
  ['of a package', () => brought],
  ['of an AppImage', () => keepAppImageCommand(dataDir, { image: '/nowhere', execPath, script })],
])(
  'a command under the exec %s sees the variables that a person has, and none that its start needed',
  (_what, command) => {
    for (const own of [{}, { ELECTRON_RUN_AS_NODE: 'mine' }]) {
      const given = { ...env, PWD: root, ...own } // a shell in between would set it
      const seen = (program: string, ...args: string[]) =>
        spawnSync(program, args, { cwd: root, env: given, encoding: 'utf8' }).stdout.split('\0').sort()
      expect(seen(command(), '--data-dir', dataDir, 'exec', '--', 'env', '-0')).toEqual(seen('env', '-0'))
    }
  },
)
