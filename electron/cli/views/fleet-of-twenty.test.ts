import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PollinationView } from '../../../shared/contract/pollination.ts'
import { makeRepository } from '../../host/repositories.ts'
import { createBacktester } from '../../machine/backtest/backtest.ts'
import { commandsAndHost } from '../testing/host.ts'

// Twenty real repositories with real histories, through the life of a suggestion as a person meets it.

const SOURCES = Array.from({ length: 5 }, (_, i) => `source-${i + 1}`)
const TARGETS = Array.from({ length: 15 }, (_, i) => `target-${i + 1}`)
const [FIRST, SECOND] = TARGETS as [string, string]
const SCRIPTS = ['lint', 'test', 'typecheck', 'format:check']
const LIST = '## Quick Tasks\n- [ ] Run `git status`\n\n## Hourly Tasks\n\n## Daily Tasks\n'
const LINT = 'Run `npm run lint`'

const fleet = commandsAndHost('fleet-of-twenty')
const { cli, json } = fleet
const repo = (name: string): string => path.join(fleet.repos, name)
const list = (name: string): string => path.join(repo(name), 'HEARTBEAT.md')
const textOf = (name: string): string => readFileSync(list(name), 'utf8')
const git = (name: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: repo(name),
    encoding: 'utf8',
  })
/** A commit with all scripts, in which the linter says `lint`. */
function commit(name: string, lint: 'green' | 'red'): void {
  const scripts = Object.fromEntries(
    SCRIPTS.map((script) => [
      script,
      script === 'lint' && lint === 'red' ? 'node -e process.exit(1)' : 'node -e 0',
    ]),
  )
  writeFileSync(path.join(repo(name), 'package.json'), JSON.stringify({ scripts, description: lint }))
  git(name, 'add', 'package.json')
  git(name, 'commit', '-qm', lint, '--allow-empty')
}
const add = async (name: string): Promise<void> =>
  expect(await cli('add', repo(name), '--trust')).toMatchObject({ code: 0 })
const view = (): Promise<PollinationView> => json<PollinationView>('suggest', 'list')
const openOf = ({ suggestions }: PollinationView, name: string): readonly string[] =>
  suggestions.filter((one) => one.name === name).map(({ pattern }) => pattern)
async function approveAll(name: string): Promise<void> {
  const listed = await json<readonly { readonly hash: string }[]>('approve', name)
  expect((await cli('approve', name, '--yes', ...listed.map(({ hash }) => hash))).code).toBe(0)
}
const beat = (name: string) => cli('beat', name, '--tier', 'daily', '--wait')

beforeAll(async () => {
  for (const name of [...SOURCES, ...TARGETS]) {
    await makeRepository(fleet.repos, name, 'clean')
    commit(name, 'green')
    const lines = SOURCES.includes(name) ? SCRIPTS.map((script) => `- [ ] Run \`npm run ${script}\`\n`) : []
    writeFileSync(list(name), `${LIST}${lines.join('')}`)
  }
  commit(FIRST, 'red')
  commit(FIRST, 'green')
  await fleet.open()
})
afterAll(() => fleet.gone())

it('three are open for a thread, ten are new in a day, and none comes back after a no', async () => {
  for (const name of [...SOURCES, FIRST, SECOND]) await add(name)
  const few = await view()
  expect([openOf(few, FIRST).length, openOf(few, SECOND).length, few.held]).toEqual([3, 3, 2])
  for (const name of TARGETS.slice(2)) await add(name)
  const all = await view()
  expect(all.compared).toBe(20)
  expect(all.suggestions).toHaveLength(10)
  expect(all.held).toBeGreaterThan(0)
  expect(SOURCES.flatMap((name) => openOf(all, name))).toEqual([])

  const [declined] = openOf(all, SECOND) as [string]
  expect((await cli('suggest', 'decline', SECOND, declined, 'the editor does it')).code).toBe(0)
  const after = await view()
  expect(openOf(after, SECOND)).not.toContain(declined)
  expect(after.suggestions, 'a no makes no room for another that day').toHaveLength(9)
  expect(textOf(SECOND)).not.toContain('npm run')
})

const isClosed = (await createBacktester([]).protection()) === 'closed'

it.skipIf(!isClosed)('it is tried where that is allowed, in the history of its own repository', async () => {
  for (const name of SOURCES) await approveAll(name)
  const before = git(FIRST, 'status', '--porcelain=v2', '--branch')
  expect((await cli('suggest', 'try', FIRST, 'lint')).out).toContain('nobody lets suggestions be tried there')
  expect((await cli('suggest', 'allow', FIRST, '--yes')).code).toBe(0)
  expect((await cli('suggest', 'try', FIRST, 'lint')).out).toContain(
    'Would have failed on 1 of 3 commits tried',
  )
  expect(git(FIRST, 'status', '--porcelain=v2', '--branch')).toBe(before)
})

it('with consent its line stands in the list, asks for approval, helps, and is retired for good', async () => {
  expect((await cli('suggest', 'accept', FIRST, 'lint')).out).toContain(`${LINT} stands in the`)
  expect(textOf(FIRST)).toContain(`- [ ] ${LINT}\n`)
  const [approval] = await json<readonly { readonly approvedAt: number | null }[]>('approve', FIRST)
  expect(approval!.approvedAt, 'no approval travels').toBeNull()
  await approveAll(FIRST)

  commit(FIRST, 'red')
  await approveAll(FIRST) // its script is another
  await beat(FIRST)
  expect((await cli('inbox')).out).toContain('lint')
  commit(FIRST, 'green')
  await approveAll(FIRST)
  await beat(FIRST)
  expect((await cli('suggest', 'log')).out).toMatch(
    new RegExp(`${FIRST} +accepted.*found something 1 time, 1 of them confirmed`),
  )

  const { decided } = await view()
  const { number } = decided.find(({ state }) => state === 'accepted')!
  expect((await cli('suggest', 'retire', String(number))).out).toContain(`Suggestion ${number} is retired`)
  expect(textOf(FIRST)).not.toContain('lint')
  const after = await view()
  expect(openOf(after, FIRST)).not.toContain('lint')
  expect(after.decided.map(({ state }) => state).toSorted()).toEqual(['declined', 'retired'])
  const seen = after.suggestions.map(({ name, pattern }) => `${name} ${pattern}`)
  expect(new Set(seen).size).toBe(seen.length)
})
