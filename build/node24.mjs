/** `npm run test:node24`: the store's tests on Node 24, where the driver is Node's own SQLite. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './machine/machine.mjs'
import { resolveNode24 } from './machine/node-runtime.mjs'

/** → the exit code, or the reason why it cannot run here. */
export async function testStoreOnNode24(args = []) {
  const node = await resolveNode24().catch((error) => error)
  if (node instanceof Error) return node.message
  console.error(`The store's tests on ${node}`)
  return (
    spawnSync(node, [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'electron/store', ...args], {
      cwd: root,
      stdio: 'inherit',
    }).status ?? 1
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const ended = await testStoreOnNode24(process.argv.slice(2))
  if (typeof ended === 'string') console.error(`Not run: ${ended}`)
  process.exit(typeof ended === 'string' ? 0 : ended)
}
