/**
 * `npm run package`: the app as a folder for this machine, in release/.
 * `npm run package -- deb`: the same as a package of Debian's, made by Debian's own tool; `-- rpm` by rpmbuild.
 * `npm run package -- --release`: the packages that users install; only with the official Electron.
 */
import { build, Platform } from 'electron-builder'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundle } from '../bundle.mjs'
import { REGISTRY_LABEL_FILE, resolveElectron } from '../machine/electron-runtime.mjs'
import { root } from '../machine/machine.mjs'
import { configuration } from './configuration.ts'
import { makeDeb } from './deb.ts'
import { manPage } from './man-page.ts'
import { makeRpm } from './rpm.ts'
import { missingIn, writeSbom } from './parts.ts'
import { SBOM } from './sbom.ts'
import { writeSums } from './sums.ts'

const given = process.argv.slice(2)
const isRelease = given.includes('--release')
const make = new Map([
  ['deb', makeDeb],
  ['rpm', makeRpm],
])
const kind = given.find((word) => make.has(word))

if (!(await bundle({ ifStale: true }))) process.exit(1)
const electron = await resolveElectron().catch((error: unknown) => stop(error))
const isForTests = electron.source === 'registry'
if (isRelease && isForTests)
  stop(
    `Packages for users are made with the official Electron only; this one, ${electron.version}, is ` +
      `the registry's for development and tests.`,
  )

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
writeFileSync(path.join(root, 'dist/threadbeat.1.gz'), gzipSync(manPage(version), { level: 9 }))
writeSbom({ version, electron })

const platform = Platform.current()
const hasCertificate = Boolean(process.env['CSC_LINK'] ?? process.env['CSC_NAME'])
const config = configuration({ isForTests, hasCertificate })
await build({
  targets: kind ? Platform.LINUX.createTarget(kind) : platform.createTarget(isRelease ? undefined : 'dir'),
  publish: 'never',
  projectDir: root,
  config: {
    ...config,
    electronDist: electron.distPath,
    electronVersion: electron.version,
    afterPack: ({ appOutDir, packager }) => {
      const resources = packager.getResourcesDir(appOutDir)
      rmSync(path.join(resources, 'default_app.asar'), { force: true }) // only for development
      const missing = missingIn(path.join(resources, 'app.asar'))
      if (missing.length > 0) throw new Error(`In the package and not in its lists: ${missing.join(', ')}`)
    },
  },
  ...(kind && {
    effectiveOptionComputed: ([args]: [string[]]) => make.get(kind)!(args, config),
  }),
}).catch((error: unknown) => stop(error))

const release = path.join(root, 'release')
copyFileSync(path.join(root, 'dist', SBOM), path.join(release, SBOM))
await writeSums(release)

const folder = path.join(
  release,
  { linux: 'linux-unpacked', windows: 'win-unpacked' }[platform.name as string] ?? 'mac',
)
console.log(
  `Packaged in ${path.relative(root, folder)}${isForTests ? `; for tests only, see ${REGISTRY_LABEL_FILE} in it` : ''}`,
)
if (isForTests && !existsSync(path.join(folder, REGISTRY_LABEL_FILE)))
  stop(`${REGISTRY_LABEL_FILE} is missing in the package: it would pass for an official one`)

function stop(reason: unknown): never {
  console.error(reason instanceof Error ? reason.message : reason)
  process.exit(1)
}
