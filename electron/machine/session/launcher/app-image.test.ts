import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepAppImageCommand } from './app-image.ts'

/** A program that says how it was called, in a mount, and an image that mounts it again as the real ones do. */
function appImage() {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'app-image-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const mount = path.join(root, `.mount_it's "one"`)
  const inside = path.join(mount, 'resources/app.asar/dist')
  mkdirSync(inside, { recursive: true })
  const execPath = path.join(mount, 'threadbeat-app')
  writeFileSync(
    execPath,
    '#!/bin/sh\nprintf "%s\\n" "$ELECTRON_RUN_AS_NODE" "$THREADBEAT_COMMAND" "$@"\nexit 20\n',
    { mode: 0o755 },
  )
  const script = path.join(inside, 'cli.cjs')
  writeFileSync(script, '')
  const again = path.join(root, 'mount 2')
  const image = path.join(root, `it's $HOME.AppImage`)
  const pid = path.join(root, 'pid')
  writeFileSync(
    image,
    `#!/bin/sh\n[ "$1" = --appimage-mount ] || exit 1\necho $$ > '${pid}'\necho '${again}'\nexec sleep 600\n`,
    {
      mode: 0o755,
    },
  )
  return { root, mount, execPath, script, again, image, pid }
}
const ARGS = ['status', '--short', 'a b', '$HOME', '']

function call(file: string, tmp: string) {
  const { status, stdout } = spawnSync(file, ARGS, { encoding: 'utf8', env: { ...process.env, TMPDIR: tmp } })
  return { code: status, lines: stdout.split('\n') }
}

it('the command line of an AppImage is called in the mount of the app that runs', () => {
  const { root, image, execPath, script } = appImage()
  const file = keepAppImageCommand(path.join(root, 'data'), { image, execPath, script })
  expect(call(file, root)).toEqual({ code: 20, lines: ['1', file, script, ...ARGS, ''] })
})

it('is mounted for one command where the app does not run, and let go afterwards', () => {
  const { root, mount, again, image, execPath, script, pid } = appImage()
  const file = keepAppImageCommand(path.join(root, 'data'), { image, execPath, script })
  renameSync(mount, again)
  expect(call(file, root)).toEqual({
    code: 20,
    lines: ['1', file, path.join(again, 'resources/app.asar/dist/cli.cjs'), ...ARGS, ''],
  })
  const ended = Number(readFileSync(pid, 'utf8'))
  expect(existsSync(`/proc/${ended}`)).toBe(false)
})

it('fails where the image is gone too', () => {
  const { root, mount, image, execPath, script } = appImage()
  const file = keepAppImageCommand(path.join(root, 'data'), { image, execPath, script })
  rmSync(mount, { recursive: true })
  rmSync(image)
  expect(call(file, root).code).toBe(1)
  expect(readdirSync(root)).toEqual(['data'])
})
