import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import { testFolder } from '../machine/agents/testing/folders.ts'
import { fileSightings, gitSightings, printOf } from '../machine/git/facts/outline.ts'
import { locateRepository } from '../machine/git/git-location.ts'
import { plain } from '../machine/git/testing/repositories.ts'
import { countedGit, type CountedGit } from '../machine/git/testing/counted-git.ts'
import { makeRepository, type RepositoryState } from './repositories.ts'
import { realEngine } from './testing/real-engine.ts'

type Doors = NonNullable<Parameters<typeof realEngine>[1]>['repositories']

const folder = testFolder()
let git: CountedGit
beforeAll(() => {
  git = countedGit(folder)
  vi.stubEnv('PATH', git.path)
})
afterAll(() => vi.unstubAllEnvs())

/** What a beat asks of the network is the person's own wish, and counts apart. */
const ofNetwork = (command: string): boolean =>
  /^fetch |^ls-remote /.test(command) || command.startsWith('config --get core.sshCommand')

async function threadOf(name: string, state: RepositoryState, repositories?: Doors) {
  const { path } = await makeRepository(folder, name, state)
  plain(path, 'branch', 'left-behind', 'main')
  const engine = await realEngine(join(folder, `data-${name}`), { repositories })
  git.taken()
  const id = await engine.add(path)
  return {
    ...engine,
    path,
    head: () => engine.store.events.gitState(id)?.head,
    /** First words of what was started for a beat and what followed from it, the network aside. */
    async startsOf(tier: 'quick' | 'daily', outcome = 'quiet'): Promise<readonly (string | undefined)[]> {
      expect(await engine.beat(id, tier)).toBe(outcome)
      await engine.clock.advance(MINUTE)
      await engine.idle()
      return git
        .taken()
        .filter((command) => !ofNetwork(command))
        .map((command) => command.split(' ')[0])
    },
  }
}

// The template of a new thread, worked by local checks; real git over the real adapters.
describe('starts of git', () => {
  it('are one for a quick beat, few for one of all tiers, and none at rest', async () => {
    const thread = await threadOf('api', 'clean')
    // Written for the first time, and due in all tiers.
    expect(await thread.startsOf('quick')).toEqual(['config', 'status', 'log', 'for-each-ref'])
    expect(await thread.startsOf('quick')).toEqual(['status'])
    expect(await thread.startsOf('daily')).toEqual(['status', 'log', 'for-each-ref'])
    expect(await thread.startsOf('quick')).toEqual(['status'])
    await thread.clock.advance(16 * MINUTE)
    await thread.idle()
    expect(git.taken()).toEqual([])
    await thread.stop()
  })

  it('are one for a quick beat where there is no remote', async () => {
    const thread = await threadOf('notes', 'no_remote')
    plain(thread.path, 'branch', '-D', 'left-behind')
    await thread.startsOf('quick')
    expect(await thread.startsOf('quick')).toEqual(['status'])
    await thread.stop()
  })

  it('are at most five where a branch has gone its own way', async () => {
    const thread = await threadOf('web', 'conflicting')
    await thread.startsOf('quick', 'alert') // a conflict, told once
    expect(await thread.startsOf('daily', 'alert')).toEqual([
      'status',
      'log',
      'merge-tree',
      'log',
      'for-each-ref',
    ])
    await thread.stop()
  })

  it('and looks at HEARTBEAT.json: one where a beat has ended, and at most two for what its writing set off', async () => {
    let looks = 0
    const thread = await threadOf('looks', 'no_remote', (real) => ({
      ...real,
      config: (path) => (looks++, real.config(path)),
    }))
    await thread.startsOf('quick')
    await thread.startsOf('quick')
    const before = looks
    for (let beats = 0; beats < 3; beats++) await thread.startsOf('quick')
    expect((looks - before) / 3).toBeGreaterThanOrEqual(1)
    expect((looks - before) / 3).toBeLessThanOrEqual(3)
    await thread.stop()
  })

  it('are none at rest where only git can read the refs, and what no watch told is found all the same', async () => {
    let passes = 0
    const thread = await threadOf('docs', 'clean', (real) => ({
      ...real,
      watchGit: () => () => {},
      // As if everything had settled long ago.
      async outline(path) {
        passes++
        const located = await locateRepository(path)
        if (!located.ok) throw new Error(located.error.message)
        return {
          git: printOf((await gitSightings(located.value))!),
          files: printOf(await fileSightings(located.value)),
        }
      },
    }))
    plain(thread.path, 'update-ref', 'refs/remotes/origin/Größe', 'HEAD')
    const round = async (): Promise<readonly string[]> => {
      git.taken()
      const before = passes
      await thread.clock.advance(61 * MINUTE) // asked once an hour at least
      await thread.idle()
      expect(passes).toBeGreaterThan(before)
      return git.taken()
    }
    expect(await round()).not.toEqual([])
    expect(await round()).toEqual([])
    expect(await round()).toEqual([])
    plain(thread.path, 'commit', '-q', '--allow-empty', '-m', 'x')
    expect(await round()).not.toEqual([])
    expect(thread.head()).toBe(plain(thread.path, 'rev-parse', 'HEAD').trim())
    expect(await round()).toEqual([])
    await thread.stop()
  })
})
