import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canariesOf } from '../agents/testing/canaries.ts'
import { photograph } from '../agents/testing/photograph.ts'
import { REPOSITORY_STATES } from '../../host/repositories.ts'
import { gitEvents, type GitState } from '../../../shared/events/git-events.ts'
import { gitState } from './git-state.ts'
import { act, folder, make, plain } from './testing/repositories.ts'

const git = (path: string, ...args: readonly string[]): string => plain(path, ...args).trim()
const commit = (path: string, subject = 'SECRET SUBJECT'): string => {
  git(path, 'commit', '-q', '--allow-empty', '-m', subject)
  return git(path, 'rev-parse', 'HEAD').slice(0, 7)
}
const stateOf = async (path: string): Promise<GitState> => {
  const state = await gitState(path)
  if (!state.ok) throw new Error(state.error.message)
  return state.value
}
async function eventsOf(path: string, act: () => void): Promise<readonly string[]> {
  const before = await stateOf(path)
  act()
  const events = gitEvents(before, await stateOf(path))
  expect(events.map((e) => e.text).join()).not.toContain('SECRET')
  return events.map((e) => `${e.kind}: ${e.text}`)
}
const headOf = (path: string): string => git(path, 'rev-parse', 'HEAD').slice(0, 7)

describe('the state of a repository', () => {
  it('has no credential that stands in a commit’s message', async () => {
    const path = await make('clean')
    for (const { kind, text, secret } of canariesOf('git state')) {
      commit(path, text)
      const { reflogMessage } = await stateOf(path)
      expect([kind, reflogMessage?.startsWith('commit: '), reflogMessage?.includes(secret)]).toEqual([
        kind,
        true,
        false,
      ])
    }
  })

  it.each(REPOSITORY_STATES.filter((s) => s !== 'missing' && s !== 'broken'))(
    'is what git says, and nothing is written, when it is %s',
    async (state) => {
      const path = await make(state)
      const before = photograph(path)
      const seen = await stateOf(path)
      expect(photograph(path)).toEqual(before)
      expect(seen.head ?? '').toBe(state === 'empty' ? '' : git(path, 'rev-parse', 'HEAD'))
      expect(seen.branch ?? 'HEAD').toBe(
        state === 'empty' ? 'main' : git(path, 'rev-parse', '--abbrev-ref', 'HEAD'),
      )
      expect(seen.operation).toBe(state === 'merge_in_progress' ? 'merge' : null)
      expect(gitEvents(seen, await stateOf(path))).toEqual([])
    },
  )
  it('reads a HEAD that is a link, as old git made it', async () => {
    const path = await make()
    const seen = await stateOf(path)
    rmSync(join(path, '.git/HEAD'))
    symlinkSync('refs/heads/main', join(path, '.git/HEAD'))
    expect(await stateOf(path)).toEqual(seen)
  })
  it('says what is wrong', async () => {
    expect(await gitState(join(folder, 'nowhere'))).toMatchObject({
      ok: false,
      error: { code: 'repo.missing' },
    })
    expect(await gitState(await make('broken'))).toMatchObject({ ok: false, error: { code: 'git.failed' } })
  })
  it('gives no reason that led elsewhere', async () => {
    const path = await make()
    git(path, '-c', 'core.logAllRefUpdates=false', 'update-ref', 'HEAD', 'HEAD~1')
    writeFileSync(join(path, '.git/logs/HEAD'), 'no line of a log\n')
    expect((await stateOf(path)).reflogMessage).toBeNull()
  })
})

describe('what happened, told by real git', () => {
  it('a commit, an amendment and a reset', async () => {
    const path = await make()
    const first = headOf(path)
    let second = ''
    expect(await eventsOf(path, () => (second = commit(path)))).toEqual([
      `commit: New commit ${second} on "main" (was ${first}).`,
    ])
    expect(
      await eventsOf(path, () => git(path, 'commit', '-q', '--amend', '--allow-empty', '-m', 'SECRET other')),
    ).toEqual([`commit: The newest commit on "main" was amended: it is ${headOf(path)} now (was ${second}).`])
    const third = headOf(path)
    expect(await eventsOf(path, () => git(path, 'reset', '-q', '--hard', 'HEAD~1'))).toEqual([
      `reset: "main" was reset to ${first} (was ${third}).`,
    ])
    expect(await eventsOf(path, () => git(path, 'reset', '-q', '--hard', 'HEAD'))).toEqual([])
  })
  it('the first commit', async () => {
    const path = await make('empty')
    let made = ''
    expect(await eventsOf(path, () => (made = commit(path)))).toEqual([
      `commit: First commit ${made} on "main".`,
    ])
  })
  it('a switch, and a commit right after it', async () => {
    const path = await make()
    const first = headOf(path)
    expect(await eventsOf(path, () => git(path, 'switch', '-q', '-c', 'fix/x'))).toEqual([
      'switch: Switched from "main" to "fix/x".',
    ])
    expect(await eventsOf(path, () => git(path, 'switch', '-q', '--detach', 'HEAD~1'))).toEqual([
      `switch: Switched from "fix/x" to a detached HEAD, which is at ${headOf(path)}.`,
    ])
    expect(await eventsOf(path, () => git(path, 'checkout', '-q', first))).toEqual([
      expect.stringMatching(/^switch: Switched to [0-9a-f]{7} \(was/),
    ])
    let made = ''
    expect(
      await eventsOf(path, () => (git(path, 'switch', '-q', '-c', 'other'), (made = commit(path)))),
    ).toEqual([
      `switch: Switched from a detached HEAD to "other", which is at ${made}.`,
      `commit: New commit ${made} on "other" (was ${first}).`,
    ])
  })
  it('a merge that goes through, and one that stops, ends or is given up', async () => {
    const path = await make('conflicting')
    const first = headOf(path)
    expect(await eventsOf(path, () => act(path, 'merge', 'main'))).toEqual([
      `operation: A merge is in progress at ${first} on "rework".`,
    ])
    expect(await eventsOf(path, () => git(path, 'merge', '--abort'))).toEqual([
      `merge: A merge has ended at ${first} on "rework".`,
    ])
    act(path, 'merge', 'main')
    expect(
      await eventsOf(path, () => (git(path, 'add', '-A'), git(path, 'commit', '-q', '-m', 'SECRET merge'))),
    ).toEqual([`merge: A merge has ended at ${headOf(path)} on "rework".`])
    git(path, 'switch', '-q', 'main')
    expect(await eventsOf(path, () => git(path, 'merge', '-q', 'rework'))).toEqual([
      expect.stringMatching(
        /^merge: Something was merged into "main": it is at [0-9a-f]{7} now \(was [0-9a-f]{7}\)\.$/,
      ),
    ])
  })
  it('a rebase that stops, goes on and ends, and one at a stroke', async () => {
    const path = await make('conflicting')
    const first = headOf(path)
    expect(await eventsOf(path, () => act(path, 'rebase', 'main'))).toEqual([
      expect.stringMatching(/^operation: A rebase is in progress at [0-9a-f]{7} on a detached HEAD\.$/),
    ])
    expect(await eventsOf(path, () => (git(path, 'add', '-A'), git(path, 'rebase', '--continue')))).toEqual([
      `rebase: A rebase has ended at ${headOf(path)} on "rework".`,
    ])
    git(path, 'reset', '-q', '--hard', first)
    expect(await eventsOf(path, () => git(path, 'rebase', '-q', '-X', 'ours', 'main'))).toEqual([
      `rebase: A rebase has ended at ${headOf(path)} on "rework" (was ${first}).`,
    ])
  })
  it('a fetch that brings something, one that does not, and a push', async () => {
    const path = await make()
    const other = join(folder, 'other')
    git(folder, 'clone', '-q', git(path, 'remote', 'get-url', 'origin'), other)
    commit(other)
    git(other, 'push', '-q', 'origin', 'HEAD')
    expect(await eventsOf(path, () => git(path, 'fetch', '-q'))).toEqual([
      'fetch: Fetched: remote branches changed.',
    ])
    expect(await eventsOf(path, () => git(path, 'fetch', '-q'))).toEqual([])
    expect(await eventsOf(path, () => git(path, 'pull', '-q', '--ff-only'))).toEqual([
      expect.stringMatching(/^merge: Something was merged into "main"/),
    ])
    commit(path)
    expect(await eventsOf(path, () => git(path, 'push', '-q'))).toEqual([
      'fetch: Remote branches changed, as after a push or a fetch by Threadbeat.',
    ])
  })
  it('what leaves no word behind', async () => {
    const path = await make()
    expect(await eventsOf(path, () => git(path, 'update-ref', 'HEAD', 'HEAD~1'))).toEqual([
      expect.stringMatching(/^commit: "main" is at [0-9a-f]{7} now \(was/),
    ])
  })
})
