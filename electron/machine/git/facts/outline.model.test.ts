import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Outline } from '../../../engine/ports/repositories.ts'
import { gitState } from '../git-state.ts'
import { playActs } from '../testing/random-git.ts'
import { folder, make, plain } from '../testing/repositories.ts'
import { locateRepository } from '../git-location.ts'
import { fileSightings, gitSightings, outline, printOf } from './outline.ts'
import { isSettled, sightingOf } from './sighting.ts'

/** All that the parts of an outline vouch for. */
const lookedAt = async (path: string): Promise<Record<keyof Outline, string>> => {
  const list = join(path, 'HEARTBEAT.md')
  return {
    git: JSON.stringify(await gitState(path)),
    files: existsSync(list) ? readFileSync(list, 'utf8') : 'none',
  }
}

/** As if everything had settled long ago. */
async function prints(path: string): Promise<Record<keyof Outline, string>> {
  const located = await locateRepository(path)
  if (!located.ok) throw new Error(located.error.message)
  return {
    git: printOf((await gitSightings(located.value))!),
    files: printOf(await fileSightings(located.value)),
  }
}
const PARTS = ['git', 'files'] as const

describe('an outline of a repository', () => {
  it.each([11, 12])('never stays the same where a look would see something else (seed %i)', async (seed) => {
    const path = await make('conflicting')
    const seen = { git: new Map<string, string>(), files: new Map<string, string>() }
    await playActs(path, { seed, steps: 40 }, async (trail) => {
      const [now, looked] = [await prints(path), await lookedAt(path)]
      for (const part of PARTS)
        expect([trail, seen[part].get(now[part]) ?? looked[part]]).toEqual([trail, looked[part]])
      expect([trail, await prints(path)]).toEqual([trail, now])
      for (const part of PARTS) seen[part].set(now[part], looked[part])
    })
    expect(seen.git.size).toBeGreaterThan(10)
  })

  it('is another one where anything has changed, and vouches for nothing that changed a moment ago', async () => {
    const path = await make('clean')
    expect((await outline(path)).git).toBeNull()
    const seen = { git: new Set<string>(), files: new Set<string>() }
    const look = async (): Promise<void> => {
      const now = await prints(path)
      for (const part of PARTS) seen[part].add(now[part])
    }
    await look()
    const ofGit: (() => void)[] = [
      () => plain(path, 'commit', '-q', '--allow-empty', '-m', 'x'),
      () => plain(path, 'update-ref', 'refs/remotes/origin/other', 'HEAD'),
      () => plain(path, 'pack-refs', '--all'),
      () => plain(path, 'checkout', '-q', '-b', 'y'),
      () => plain(path, 'fetch', '-q'),
      () => plain(path, 'config', 'remote.origin.url', '/nowhere'),
      () => writeFileSync(join(path, '.git/MERGE_HEAD'), ''),
    ]
    const ofFiles = [
      () => writeFileSync(join(path, 'HEARTBEAT.md'), 'one'),
      () => writeFileSync(join(path, 'HEARTBEAT.md'), 'two'),
      () => writeFileSync(join(path, 'HEARTBEAT.json'), '{}'),
    ]
    for (const change of [...ofGit, ...ofFiles]) {
      change()
      await look()
    }
    expect(seen.git.size).toBe(ofGit.length + 1)
    expect(seen.files.size).toBe(ofFiles.length + 1)
    expect(await outline(path)).toEqual({ git: null, files: null })
    plain(path, 'status')
    writeFileSync(join(path, 'a file of the working tree'), '')
    const now = await prints(path)
    expect(PARTS.map((part) => seen[part].has(now[part]))).toEqual([true, true])
  })

  it('has none of what is no repository', async () => {
    expect(await outline(join(folder, 'nowhere'))).toEqual({ git: null, files: null })
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
