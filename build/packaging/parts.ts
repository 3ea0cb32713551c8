import { extractFile, listPackage } from '@electron/asar'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ElectronRuntime } from '../machine/electron-runtime.mjs'
import { root } from '../machine/machine.mjs'
import type { BundledPackage } from './notices.mjs'
import { SBOM, sbomText, type Parts } from './sbom.ts'

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const bundledPackages = (): readonly BundledPackage[] =>
  readJson('dist/packages.json') as readonly BundledPackage[]

/** Of the bundle in dist/, and into it. */
export function writeSbom({ version, electron }: { version: string; electron: ElectronRuntime }): void {
  const { packages: locked } = readJson('package-lock.json') as { packages: Parts['locked'] }
  const text = sbomText({
    version,
    packages: bundledPackages(),
    locked,
    electron: { version: electron.version, isOfficial: electron.source !== 'registry' },
    builtAtMs: builtAtMs(),
  })
  writeFileSync(path.join(root, 'dist', SBOM), text)
}

/** SOURCE_DATE_EPOCH, else the commit's time, so that the same tree gives the same list; null: neither is known. */
function builtAtMs(): number | null {
  const given = process.env['SOURCE_DATE_EPOCH']
  const seconds =
    given ?? spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout ?? ''
  return /^\d{1,11}\s*$/.test(seconds) ? Number(seconds) * 1000 : null
}

/** What lies in node_modules of a package's archive, and in none of its lists: `name version`. */
export function missingIn(archive: string): readonly string[] {
  const listed = new Set(bundledPackages().map(({ name, version }) => `${name} ${version}`))
  return listPackage(archive, { isPack: false })
    .map((file) => file.split(path.sep).join('/').slice(1))
    .filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => JSON.parse(extractFile(archive, path.normalize(file)).toString()) as BundledPackage)
    .map(({ name, version }) => `${name} ${version}`)
    .filter((found) => !listed.has(found))
}
