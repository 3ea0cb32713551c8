import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { COMMANDS } from '../../electron/cli/commands.ts'
import { root } from '../machine/machine.mjs'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
/** Every page that git knows, or would take. */
const PAGES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))

const withoutCode = (text: string): string =>
  text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')

/** Anchors as GitHub makes them of headings; of equal ones the later have a number. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>()
  const headings = text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.*)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) => {
      const slug = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
        .replaceAll(' ', '-')
      const times = seen.get(slug) ?? 0
      seen.set(slug, times + 1)
      return times === 0 ? slug : `${slug}-${times}`
    }),
  )
}

/** Links of a page to this repository that lead nowhere. */
function brokenIn(page: string, text: string): readonly string[] {
  const links = withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)
  return [...links]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#')
      const to = file === '' ? page : path.join(path.dirname(page), file)
      if (!existsSync(path.join(root, to))) return true
      if (anchor === undefined) return false
      return (
        statSync(path.join(root, to)).isDirectory() || !anchorsOf(to === page ? text : read(to)).has(anchor)
      )
    })
}

it.each(PAGES)('%s has no link that leads nowhere, and no anchor that is not there', (page) => {
  expect(brokenIn(page, read(page))).toEqual([])
})

it('notices a missing file, a missing anchor, and one of another page', () => {
  const text =
    '# A `b`: c\n## Why not …\n[1](#a-b-c) [2](#why-not-) [3](#no) [4](no.md) [5](README.md#no) `[6](x)`'
  expect(brokenIn('CONTRIBUTING.md', text)).toEqual(['#no', 'no.md', 'README.md#no'])
})

it('docs/README.md lists every page of docs, and nothing else', () => {
  const listed = [...read('docs/README.md').matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \| \S/gm)]
  const there = readdirSync(path.join(root, 'docs')).filter((file) => file !== 'README.md')
  expect(listed.map(([, file]) => file).sort()).toEqual(there.sort())
  expect(listed.filter(([, text, link]) => text !== link)).toEqual([])
})

it.each(['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])(
  '%s names only commands that exist',
  (page) => {
    const known = new Set(COMMANDS.flatMap(({ commands }) => Object.keys(commands)))
    const named = [...read(page).matchAll(/(?:^|`| {2})threadbeat ([a-z][a-z-]*(?:\|[a-z]+)*)/gm)]
    const words = named.flatMap(([, one = '']) => one.split('|'))
    expect(words.filter((word) => !known.has(word))).toEqual([])
  },
)
