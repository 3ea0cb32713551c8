import type { RepositoryLook } from '../../../engine/ports/repositories.ts'
import { ok } from '../../../../shared/base/result.ts'
import { withRepository } from '../git.ts'

export const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

/** New tags that the remote has at the same commit. Without an answer none: then they are told. */
export async function cameByFetch(
  repoPath: string,
  before: RepositoryLook,
  after: RepositoryLook,
): Promise<ReadonlySet<string>> {
  const fresh = Object.keys(after.branches).filter(
    (name) => name.startsWith('tags/') && before.branches[name] === undefined,
  )
  if (fresh.length === 0) return new Set()
  const came = await withRepository(repoPath, async (repository) => {
    const found = new Set<string>()
    const remotes = repository.config
      .map(([key]) => /^remote\.(.+)\.url$/s.exec(key)?.[1])
      .filter((name) => name !== undefined)
    for (const remote of [...new Set(remotes)].slice(0, 4)) {
      const listed = await repository.git(
        [
          '-c',
          'http.lowSpeedLimit=1',
          '-c',
          'http.lowSpeedTime=10',
          'ls-remote',
          '--tags',
          '--refs',
          '--',
          remote,
        ],
        { network: true },
      )
      if (!listed.ok) continue
      const there = new Map(
        lines(listed.value.stdout).map((line) => [
          line.slice(line.indexOf('\t') + 1),
          line.slice(0, line.indexOf('\t')),
        ]),
      )
      for (const name of fresh) if (there.get(`refs/${name}`) === after.branches[name]) found.add(name)
    }
    return ok(found)
  })
  return came.ok ? came.value : new Set()
}
