/**
 * `npm run black-holed [-- [e2e] FILE…]`: the tests of one machine on a machine that has joined a hub which takes every
 * connection and never answers. It must behave as one without a hub. Unit tests, or with `e2e` those that drive the app.
 * What is no part of it, and why, stands in `vitest.config.ts`.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { root } from './machine/machine.mjs'

/** → the exit code of the tests. */
async function runBlackHoled(given) {
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const [script, args] =
    given[0] === 'e2e'
      ? ['build/e2e.mjs', given.slice(1)]
      : ['node_modules/vitest/vitest.mjs', ['run', ...given]]
  const tests = spawn(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, THREADBEAT_TEST_HUB: String(silent.address().port) },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal))
  return new Promise((resolve) => tests.on('close', (code) => resolve(code ?? 1)))
}

process.exit(await runBlackHoled(process.argv.slice(2)))
