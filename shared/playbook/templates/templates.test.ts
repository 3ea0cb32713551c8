import { describe, expect, it } from 'vitest'
import { parse } from '../doc.ts'
import { findPlaces, replacePlaces } from '../find.ts'
import { kindsOf, PLAYBOOK_KINDS, playbookText, withMissing, type RepoContents } from './templates.ts'

const traits = {
  defaultBranch: 'main',
  remote: 'origin',
  hasGh: false,
  bare: false,
  threadName: 'api',
  masterNumber: null,
}
const contents = (files: readonly string[], texts: RepoContents['texts'] = {}): RepoContents => ({
  files: new Set(files),
  texts,
})

describe('the kind of a repository', () => {
  it.each([
    ['node', contents(['package.json'], { 'package.json': '{}' })],
    ['python', contents(['pyproject.toml'])],
    ['rust', contents(['Cargo.toml'], { 'Cargo.toml': '[package]' })],
    ['go', contents(['go.mod'])],
    ['infra', contents(['main.tf'])],
    ['docs', contents(['mkdocs.yml'])],
    ['monorepo', contents(['package.json'], { 'package.json': '{"workspaces":["a"]}' })],
    ['monorepo', contents(['pnpm-workspace.yaml', 'package.json'])],
    ['monorepo', contents(['Cargo.toml'], { 'Cargo.toml': '[workspace]\n' })],
    ['plain', contents([])],
    ['node', contents(['package.json'], { 'package.json': '{ half' })],
  ] as const)('%s', (kind, held) => expect(kindsOf(held)[0]?.kind).toBe(kind))
})

it('a template is a clean list with only scripts that exist', () => {
  for (const kind of PLAYBOOK_KINDS)
    expect([
      kind,
      parse(
        playbookText(
          kind,
          traits,
          contents(['package.json', 'main.tf'], { 'package.json': '{"scripts":{"test":"x"}}' }),
        ),
      ).problems,
    ]).toEqual([kind, []])
  const text = playbookText(
    'node',
    traits,
    contents(['package.json', 'pnpm-lock.yaml'], { 'package.json': '{"scripts":{"lint":"x"}}' }),
  )
  expect(text).toContain('`pnpm run lint`')
  expect(text).not.toContain('`pnpm test`')
})

it('what is missing is added to a list, and nothing of it changed', () => {
  const mine = '# Mine\r\n\r\n## Quick Tasks\r\n- [x] my own  \r\n\r\nwords\r\n'
  const after = withMissing(mine, playbookText('go', traits, contents([])))
  for (const line of mine.split(/(?<=\n)/)) expect(after).toContain(line)
  expect(after).not.toMatch(/(?<!\r)\n/)
  expect(parse(after).tasks.map((t) => t.text)).toEqual(
    expect.arrayContaining(['my own', 'Run `go vet ./...`; report findings']),
  )
  expect(parse(after).problems.filter((p) => p.code === 'missing_section')).toEqual([])
  expect(withMissing(after, playbookText('go', traits, contents([])))).toBe(after)
})

it('finds letters, never a pattern', () => {
  expect(findPlaces('a.b A.B axb', 'a.b', false)).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 7 },
  ])
  expect(replacePlaces('a.b A.B', 'a.b', '$&', true)).toBe('$& A.B')
  expect(findPlaces('x', '', true)).toEqual([])
})
