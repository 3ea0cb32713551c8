import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { describe, expect, it } from 'vitest'
import type { BundledPackage } from './notices.mjs'
import { sbomText, type Parts } from './sbom.ts'

interface Component {
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly purl: string
  readonly cpe?: string
  readonly description?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly unknown[]
  readonly components?: readonly Component[]
}
interface Bom {
  readonly serialNumber: string
  readonly metadata: { readonly timestamp?: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

const bundled = (place: string, more: Partial<BundledPackage> = {}): BundledPackage => ({
  name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
  version: '1.2.3',
  licence: 'MIT',
  home: 'https://example.com',
  place,
  holds: {},
  needs: [],
  ...more,
})

const PARTS: Parts = {
  version: '0.1.0',
  packages: [
    bundled('node_modules/b', { needs: ['c', '@s/a', 'not-bundled'] }),
    bundled('node_modules/b/node_modules/c', { version: '2.0.0-beta+1', licence: '(MIT OR Apache-2.0)' }),
    bundled('node_modules/c', { licence: 'SEE LICENSE IN README', home: null }),
    bundled('node_modules/@s/a', { holds: { sqlite: '3.53.4' }, needs: ['c'] }),
    bundled('node_modules/b/node_modules/@s/a'),
  ],
  locked: {
    '': { dependencies: { '@s/a': '1.2.3' }, devDependencies: { b: '1.2.3', vitest: '4.0.0' } },
    'node_modules/b': { integrity: `sha512-${Buffer.alloc(64, 0xab).toString('base64')}` },
  },
  electron: { version: '33.2.1', isOfficial: false },
  builtAtMs: 1_700_000_000_000,
}
const read = (parts: Parts = PARTS): Bom => JSON.parse(sbomText(parts)) as Bom
const one = (name: string): Component => read().components.find((part) => part.name === name)!

describe('the list of parts', () => {
  it('is valid CycloneDX 1.6, of which a wrong one is not', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
    expect(await validator.validate(sbomText(PARTS))).toBeNull()
    const wrong = { ...read(), components: [{ name: 'without a type' }] }
    expect(await validator.validate(JSON.stringify(wrong))).not.toBeNull()
  })

  it('names each package once, its scope as a group, and Electron', () => {
    expect(read().components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/%40s/a@1.2.3',
      'pkg:npm/b@1.2.3',
      'pkg:npm/c@1.2.3',
      'pkg:npm/c@2.0.0-beta%2B1',
      'pkg:npm/electron@33.2.1',
    ])
    expect(one('a').group).toBe('@s')
    expect(one('electron').description).toContain('Not the official one')
    expect(
      read({ ...PARTS, electron: { version: '45.0.0', isOfficial: true } }).components,
    ).not.toContainEqual(expect.objectContaining({ description: expect.anything() as unknown }))
  })

  it('has the hash that package-lock.json has, and none where it has none', () => {
    expect(one('b').hashes).toEqual([{ alg: 'SHA-512', content: 'ab'.repeat(64) }])
    expect(one('a').hashes).toBeUndefined()
  })

  it('has a licence as an expression of SPDX, or in the words of its author', () => {
    const licences = read().components.map(({ licenses }) => licenses[0])
    expect(licences).toEqual([
      { license: { id: 'MIT' } },
      { license: { id: 'MIT' } },
      { license: { name: 'SEE LICENSE IN README' } },
      { expression: '(MIT OR Apache-2.0)' },
      { license: { id: 'MIT' } },
    ])
  })

  it('tells what the addon was compiled with, as scanners look for it', () => {
    expect(one('a').components).toMatchObject([{ name: 'sqlite', version: '3.53.4' }])
    expect(one('a').components?.[0]?.cpe).toBe('cpe:2.3:a:sqlite:sqlite:3.53.4:*:*:*:*:*:*:*')
  })

  it('says who needs whom, as Node finds them', () => {
    const needed = Object.fromEntries(read().dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    expect(needed).toEqual({
      'pkg:github/threadbeat/threadbeat@v0.1.0': [
        'pkg:npm/%40s/a@1.2.3',
        'pkg:npm/b@1.2.3',
        'pkg:npm/electron@33.2.1',
      ],
      'pkg:npm/b@1.2.3': ['pkg:npm/%40s/a@1.2.3', 'pkg:npm/c@2.0.0-beta%2B1'],
      'pkg:npm/%40s/a@1.2.3': ['pkg:generic/sqlite@3.53.4', 'pkg:npm/c@1.2.3'],
    })
  })

  it('is the same, byte for byte, of the same parts in any order, and another of others', () => {
    const text = sbomText(PARTS)
    expect(sbomText({ ...PARTS, packages: PARTS.packages.toReversed() })).toBe(text)
    expect(read().metadata.timestamp).toBe('2023-11-14T22:13:20.000Z')
    expect(read({ ...PARTS, builtAtMs: null }).metadata.timestamp).toBeUndefined()
    expect(read({ ...PARTS, version: '0.2.0' }).serialNumber).not.toBe(read().serialNumber)
  })
})
