import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noticeOf, noticesText, packagesOf, writeNotices, type BundledPackage } from './notices.mjs'

function packages(of: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'notices-test-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, files] of Object.entries(of)) {
    const folder = path.join(root, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
  }
  return root
}
const about = (name: string): string =>
  JSON.stringify({ name, version: '1.2.3', license: 'MIT', homepage: `https://${name.slice(-1)}.example` })

describe('notices of what is bundled', () => {
  it('are of each package that a file came from, once, also of a scope and of one inside another', () => {
    const root = packages({
      b: { 'package.json': about('b') },
      '@s/a': { 'package.json': about('@s/a') },
      'b/node_modules/c': { 'package.json': about('c') },
    })
    const at = (file: string): string => path.join(root, 'node_modules', file)
    expect(
      packagesOf([
        at('b/dist/x.js'),
        `\0${at('b/dist/y.js')}?commonjs`,
        at('@s/a/z.js'),
        at('b/node_modules/c/i.js'),
        path.join(root, 'electron/main.ts'),
      ]),
    ).toEqual([at('@s/a'), at('b'), at('b/node_modules/c')])
  })

  it('hold each text once, whoever has it, and a sentence for who brings none', () => {
    const root = packages({
      a: { 'package.json': about('a'), LICENSE: 'Permission is granted\n', NOTICE: 'By A' },
      b: { 'package.json': about('b'), 'LICENSE.md': 'Permission is granted\n\nBy A' },
      c: { 'package.json': about('c') },
    })
    const text = noticesText(['a', 'b', 'c'].map((name) => noticeOf(path.join(root, 'node_modules', name))))
    expect(text.match(/Permission is granted/g)).toHaveLength(1)
    expect(text).toContain('a 1.2.3 (MIT), https://a.example\nb 1.2.3 (MIT), https://b.example\n')
    expect(text).toContain('Licensed under MIT.')
  })
  it('and the list that a package’s parts are told from are of the same packages', () => {
    const root = packages({
      a: { 'package.json': about('a'), LICENSE: 'By A' },
      b: { 'package.json': about('b') },
    })
    const dist = path.join(root, 'dist')
    mkdirSync(path.join(dist, 'renderer'), { recursive: true })
    writeNotices(
      dist,
      ['a', 'b'].map((name) => path.join(root, 'node_modules', name)),
    )
    const read = (file: string): string => readFileSync(path.join(dist, file), 'utf8')
    const listed = JSON.parse(read('packages.json')) as BundledPackage[]
    for (const { name, version, licence } of listed)
      expect(read('THIRD-PARTY.txt')).toContain(`${name} ${version} (${licence})`)
    expect(listed.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(read('renderer/THIRD-PARTY.txt')).toBe(read('THIRD-PARTY.txt'))
  })
})
