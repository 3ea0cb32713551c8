/**
 * A pinned package from the npm registry: fetched with npm itself, checked against its checksum, unpacked.
 */
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { pipeline } from 'node:stream/promises'
import path from 'node:path'
import { cacheRoot } from './machine.mjs'

const HOUR = 3_600_000

/**
 * A folder in the cache, made once. It is built beside its place and renamed into it, so it is there whole
 * or not at all; of two processes that build it at the same time the slower one takes what the faster one
 * made.
 */
export async function cachedFolder(name, make) {
  const target = path.join(cacheRoot, name)
  if (existsSync(target)) return target
  mkdirSync(cacheRoot, { recursive: true })
  removeAbandoned()
  const workshop = path.join(cacheRoot, `making-${process.pid}-${randomUUID().slice(0, 8)}`)
  try {
    const made = path.join(workshop, 'made')
    mkdirSync(made, { recursive: true })
    await make(made, workshop)
    try {
      renameSync(made, target)
    } catch (error) {
      if (!existsSync(target)) throw error
    }
    return target
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/**
 * `npm pack`, the checksum, then tar: no script of the package runs. The package's files end up in
 * `<into>/package`.
 */
export async function unpackRegistryPackage({ spec, integrity }, into) {
  const folder = mkdtempSync(path.join(into, 'pack-'))
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const packed = spawnSync(
    npm[0],
    [...npm.slice(1), 'pack', spec, '--ignore-scripts', '--loglevel=error', '--pack-destination', folder],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (packed.status !== 0 || !archive) {
    throw new Error(
      `npm could not fetch ${spec}: ${lastLine(packed.stderr) || packed.error?.message || `exit ${packed.status}`}`,
    )
  }
  const hash = createHash('sha512')
  await pipeline(createReadStream(path.join(folder, archive)), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found !== integrity)
    throw new Error(`${spec} does not have the expected checksum: wanted ${integrity}, got ${found}`)
  const unpacked = spawnSync('tar', ['-xzf', archive], { cwd: folder, encoding: 'utf8' })
  if (unpacked.status !== 0)
    throw new Error(`tar could not unpack ${spec}: ${lastLine(unpacked.stderr) || unpacked.error?.message}`)
  rmSync(path.join(folder, archive))
  return path.join(folder, 'package')
}

/** A killed build leaves its workshop behind. An hour later nobody can still be in it. */
function removeAbandoned() {
  for (const name of readdirSync(cacheRoot)) {
    const folder = path.join(cacheRoot, name)
    if (
      name.startsWith('making-') &&
      Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > HOUR
    ) {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const lastLine = (text) =>
  text
    ?.trim()
    .split('\n')
    .filter((line) => !line.includes('complete log of this run'))
    .at(-1) ?? ''
