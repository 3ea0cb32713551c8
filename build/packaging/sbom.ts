import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { createHash } from 'node:crypto'
import parseLicence from 'spdx-expression-parse'
import type { BundledPackage } from './notices.mjs'

/** The list of parts, as it is called in a package and beside it. */
export const SBOM = 'threadbeat.cdx.json'

export interface Parts {
  readonly version: string // of Threadbeat
  readonly packages: readonly BundledPackage[]
  /** What package-lock.json says of a package, by its place; of the project itself at ''. */
  readonly locked: Readonly<Record<string, Locked>>
  readonly electron: { readonly version: string; readonly isOfficial: boolean }
  readonly builtAtMs: number | null // null: not known, and not said
}

interface Locked {
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * All that a package holds of others, as CycloneDX 1.6. The same parts and time give the same bytes: the serial number
 * is made from what the list says.
 */
export function sbomText(parts: Parts): string {
  const app = threadbeat(parts.version)
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      ...(parts.builtAtMs !== null && { timestamp: new Date(parts.builtAtMs) }),
      lifecycles: new Models.LifecycleRepository([Enums.LifecyclePhase.Build]),
      component: app,
    }),
    components: new Models.ComponentRepository([
      ...npmComponents(parts, app),
      electronComponent(parts.electron, app),
    ]),
  })
  const write = (): string => `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`
  bom.serialNumber = serialNumber(write())
  return write()
}

const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
const licences = new Contrib.License.Factories.LicenseFactory((text) => void parseLicence(text))
const licence = (text: string): Models.LicenseRepository =>
  new Models.LicenseRepository([licences.makeFromString(text)])

const HOME = 'https://github.com/threadbeat/threadbeat'

function threadbeat(version: string): Models.Component {
  const purl = `pkg:github/threadbeat/threadbeat@v${version}`
  return new Models.Component(Enums.ComponentType.Application, 'Threadbeat', {
    version,
    purl,
    bomRef: purl,
    licenses: licence('MIT'),
    externalReferences: website(HOME),
  })
}

/** With who needs whom among them; the same package at two places of node_modules is one of them. */
function npmComponents({ packages, locked }: Parts, app: Models.Component): readonly Models.Component[] {
  const byPurl = new Map<string | undefined, Models.Component>()
  const byPlace = new Map<string, Models.Component>()
  for (const bundled of packages.toSorted((a, b) => (a.place < b.place ? -1 : 1))) {
    const made = npmComponent(bundled, locked)
    const component = byPurl.get(made.purl) ?? made
    byPurl.set(made.purl, component)
    byPlace.set(bundled.place, component)
  }
  for (const { place, needs } of packages)
    for (const name of needs) {
      const needed = foundFrom(place, name, byPlace)
      if (needed !== undefined) byPlace.get(place)?.dependencies.add(needed.bomRef)
    }
  const own = locked['']?.devDependencies ?? {}
  for (const name of Object.keys({ ...own, ...locked['']?.dependencies })) {
    const needed = byPlace.get(`node_modules/${name}`)
    if (needed !== undefined) app.dependencies.add(needed.bomRef)
  }
  return [...byPurl.values()]
}

/** As Node looks for it: in the package's own node_modules, then in those around it. */
function foundFrom<T>(place: string, name: string, byPlace: ReadonlyMap<string, T>): T | undefined {
  for (let folder = `${place}/`; ; ) {
    const found = byPlace.get(`${folder}node_modules/${name}`)
    if (found !== undefined || folder === '') return found
    folder = folder.slice(0, Math.max(0, folder.slice(0, -1).lastIndexOf('node_modules/')))
  }
}

function npmComponent(bundled: BundledPackage, locked: Parts['locked']): Models.Component {
  const [, group, name = bundled.name] = /^(@[^/]+)\/(.+)$/.exec(bundled.name) ?? []
  const purl = `pkg:npm/${bundled.name.replace('@', '%40')}@${encodeURIComponent(bundled.version)}`
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    ...(group !== undefined && { group }),
    version: bundled.version,
    purl,
    bomRef: purl,
    licenses: licence(bundled.licence),
    externalReferences: website(bundled.home),
    hashes: hashesOf(locked[bundled.place]?.integrity),
  })
  const sqlite = bundled.holds['sqlite']
  if (sqlite !== undefined) {
    const inside = sqliteComponent(sqlite)
    component.components.add(inside)
    component.dependencies.add(inside.bomRef)
  }
  return component
}

/** Compiled into the addon of the store. */
function sqliteComponent(version: string): Models.Component {
  const purl = `pkg:generic/sqlite@${version}`
  return new Models.Component(Enums.ComponentType.Library, 'sqlite', {
    version,
    purl,
    bomRef: purl,
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
    licenses: licence('blessing'),
    externalReferences: website('https://www.sqlite.org'),
  })
}

/** Without a hash: its archive is another one for each system. Chromium's own parts are listed beside it. */
function electronComponent(
  { version, isOfficial }: Parts['electron'],
  app: Models.Component,
): Models.Component {
  const purl = `pkg:npm/electron@${version}`
  const electron = new Models.Component(Enums.ComponentType.Framework, 'electron', {
    version,
    purl,
    bomRef: purl,
    licenses: licence('MIT'),
    externalReferences: website('https://www.electronjs.org'),
    ...(!isOfficial && {
      description: 'Not the official one: of the registry’s, for development and tests.',
    }),
  })
  app.dependencies.add(electron.bomRef)
  return electron
}

const website = (url: string | null): Models.ExternalReferenceRepository =>
  new Models.ExternalReferenceRepository(
    url === null ? [] : [new Models.ExternalReference(url, Enums.ExternalReferenceType.Website)],
  )

const ALGORITHMS: Readonly<Record<string, Enums.HashAlgorithm>> = {
  sha512: Enums.HashAlgorithm['SHA-512'],
  sha384: Enums.HashAlgorithm['SHA-384'],
  sha256: Enums.HashAlgorithm['SHA-256'],
  sha1: Enums.HashAlgorithm['SHA-1'],
}

/** `integrity`: of the archive that the registry has, as `sha512-` and base64, several between spaces. */
function hashesOf(integrity: string | undefined): Models.HashDictionary {
  const hashes = new Models.HashDictionary()
  for (const [, name = '', sum = ''] of (integrity ?? '').matchAll(/(\w+)-([A-Za-z0-9+/]+=*)/g)) {
    const algorithm = ALGORITHMS[name]
    if (algorithm !== undefined) hashes.set(algorithm, Buffer.from(sum, 'base64').toString('hex'))
  }
  return hashes
}

/** A UUID of version 8, whose form says that its maker chose the bits. */
function serialNumber(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}
