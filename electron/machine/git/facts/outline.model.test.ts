import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitState } from '../git-state.ts'
import { playActs } from '../testing/random-git.ts'
import { folder, make, plain } from '../testing/repositories.ts'
import { outline, printOf, sightings } from './outline.ts'
import { isSettled, sightingOf } from './sighting.ts'

/** All that an outline vouches for. */
const lookedAt = async (path: string): Promise<string> => {
  const list = join(path, 'HEARTBEAT.md')
  return JSON.stringify([await gitState(path), existsSync(list) ? readFileSync(list, 'utf8') : null])
}

describe('an outline of a repository', () => {
  const print = async (path: string): Promise<string> => printOf((await sightings(path))!)

  it.each([11, 12])('never stays the same where a look would see something else (seed %i)', async (seed) => {
    const path = await make('conflicting')
    const seen = new Map<string, string>()
    await playActs(path, { seed, steps: 40 }, async (trail) => {
      const [now, looked] = [await print(path), await lookedAt(path)]
      expect([trail, seen.get(now) ?? looked]).toEqual([trail, looked])
      expect([trail, await print(path)]).toEqual([trail, now])
      seen.set(now, looked)
    })
    expect(seen.size).toBeGreaterThan(10)
  })

  it('is another one where anything has changed, and vouches for nothing that changed a moment ago', async () => {
    const path = await make('clean')
    expect(await outline(path)).toBeNull()
    const seen = new Set([await print(path)])
    const changes: (() => void)[] = [
      () => plain(path, 'commit', '-q', '--allow-empty', '-m', 'x'),
      () => plain(path, 'update-ref', 'refs/remotes/origin/other', 'HEAD'),
      () => plain(path, 'pack-refs', '--all'),
      () => plain(path, 'checkout', '-q', '-b', 'y'),
      () => plain(path, 'fetch', '-q'),
      () => plain(path, 'config', 'remote.origin.url', '/nowhere'),
      () => writeFileSync(join(path, '.git/MERGE_HEAD'), ''),
      () => writeFileSync(join(path, 'HEARTBEAT.md'), 'one'),
      () => writeFileSync(join(path, 'HEARTBEAT.md'), 'two'),
      () => writeFileSync(join(path, 'HEARTBEAT.json'), '{}'),
    ]
    for (const change of changes) {
      change()
      seen.add(await print(path))
    }
    expect(seen.size).toBe(changes.length + 1)
    plain(path, 'status')
    writeFileSync(join(path, 'a file of the working tree'), '')
    expect(seen.has(await print(path))).toBe(true)
  })

  it('has none of what is no repository', async () => {
    expect(await outline(join(folder, 'nowhere'))).toBeNull()
  })

  it('takes no time that is put back, or still to come, for a settled one', async () => {
    const file = join(await make('no_remote'), 'README.md')
    utimesSync(file, 1, 1)
    const now = Date.now()
    expect(isSettled(await sightingOf(file), now)).toBe(false)
    expect(isSettled(await sightingOf(file), now + 60_000)).toBe(true)
    utimesSync(file, now / 1000 + 3600, now / 1000 + 3600)
    expect(isSettled(await sightingOf(file), now + 60_000)).toBe(false)
    expect(isSettled(await sightingOf(`${file}.gone`), now)).toBe(true)
  })
})
