/**
 * `npm run black-holed [-- [e2e] FILE…]`: the tests of one machine on a machine that has joined a hub which takes every
 * connection and never answers. It must behave as one without a hub. Unit tests, or with `e2e` those that drive the app.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { root } from './machine/machine.mjs'

/** Files that look at a hub, or cannot differ. */
const LEFT_OUT = [
  'build/**',
  'shared/**',
  // Hubs of their own, or none, are what they are about.
  '**/hub/**',
]
/** Tests of other files, by what their full names have, each with the reason. */
const LEFT_OUT_TESTS = []

const silent = createServer((socket) => socket.on('error', () => {}))
silent.listen(0, '127.0.0.1', () => {
  const given = process.argv.slice(2)
  const [script, args] = given[0] === 'e2e' ? ['build/e2e.mjs', given.slice(1)] : unitTests(given)
  const tests = spawn(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, THREADBEAT_TEST_HUB: String(silent.address().port) },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal))
  tests.on('close', (code) => process.exit(code ?? 1))
})

function unitTests(given) {
  const others = LEFT_OUT_TESTS.map(
    ({ has }) => RegExp.escape?.(has) ?? has.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  )
  const names = others.length === 0 ? [] : ['-t', `^(?!.*(?:${others.join('|')}))`]
  const args = ['run', ...LEFT_OUT.flatMap((files) => ['--exclude', files]), ...names, ...given]
  return ['node_modules/vitest/vitest.mjs', args]
}
