/**
 * `npm run package`: the app as a folder for this machine, in release/.
 * `npm run package -- --release`: the packages that users install; only with the official Electron.
 */
import { build, Platform } from 'electron-builder'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { bundle } from './bundle.mjs'
import { REGISTRY_LABEL_FILE, resolveElectron } from './machine/electron-runtime.mjs'
import { root } from './machine/machine.mjs'

const isRelease = process.argv.includes('--release')

if (!(await bundle({ ifStale: true }))) process.exit(1)
const electron = await resolveElectron().catch((error) => stop(error.message))
const isForTests = electron.source === 'registry'
if (isRelease && isForTests) {
  stop(
    `Packages for users are made with the official Electron only; this one, ${electron.version}, is ` +
      `the registry's for development and tests.`,
  )
}

const platform = Platform.current()
await build({
  targets: platform.createTarget(isRelease ? undefined : 'dir'),
  publish: 'never',
  projectDir: root,
  config: {
    extends: 'build/electron-builder.yml',
    electronDist: electron.distPath,
    electronVersion: electron.version,
    // only for development
    afterPack: ({ appOutDir }) => rmSync(path.join(appOutDir, 'resources/default_app.asar'), { force: true }),
    electronFuses: {
      onlyLoadAppFromAsar: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: isForTests, // the end-to-end test attaches through it
    },
  },
}).catch((error) => stop(error.message))

const folder = path.join(
  root,
  'release',
  { linux: 'linux-unpacked', windows: 'win-unpacked' }[platform.name] ?? 'mac',
)
console.log(
  `Packaged in ${path.relative(root, folder)}${isForTests ? `; for tests only, see ${REGISTRY_LABEL_FILE} in it` : ''}`,
)
if (isForTests && !existsSync(path.join(folder, REGISTRY_LABEL_FILE)))
  stop(`${REGISTRY_LABEL_FILE} is missing in the package: it would pass for an official one`)

function stop(message) {
  console.error(message)
  process.exit(1)
}
