import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withRepository, type Repository } from '../git.ts'
import { ok } from '../../../../shared/base/result.ts'
import { act, make, plain } from '../testing/repositories.ts'
import { playActs } from '../testing/random-git.ts'
import { readRefs } from './refs.ts'
import { isTracked } from './tracked.ts'

const SEEDS = [1, 2]
const STEPS = 30
/** As if everything had changed long ago, so that whatever may be kept is kept. */
const later = (): number => Date.now() + 60_000

/** The same by git itself, asked anew. */
async function asGitSays(repository: Repository) {
  const text = async (...args: readonly string[]): Promise<string> => {
    const said = await repository.git(args, { okCodes: [1, 128] })
    return said.ok ? said.value.stdout : said.error.message
  }
  const listed = await text(
    'for-each-ref',
    '--format=%(refname) %(objectname) %(symref)',
    'refs/heads',
    'refs/remotes',
    'refs/tags',
  )
  return {
    head: (await text('rev-parse', '--verify', '--quiet', 'HEAD')).trim() || null,
    branch: (await text('symbolic-ref', '--quiet', 'HEAD')).trim().slice('refs/heads/'.length) || null,
    refs: listed
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' '))
      .map(([name, id, target = '']) => ({ name, id, target: target || null })),
  }
}

describe('what is read without git', () => {
  it.each(SEEDS)('is what git says, after any act (seed %i)', async (seed) => {
    const path = await make('conflicting')
    let read = 0
    await playActs(path, { seed, steps: STEPS }, async (trail) => {
      const opened = await withRepository(path, async (repository) =>
        ok([
          await readRefs(repository, ['heads', 'remotes', 'tags']),
          await asGitSays(repository),
          repository.bare,
        ] as const),
      )
      if (!opened.ok) throw new Error(`${trail}: ${opened.error.message}`)
      const [mine, asked, bare] = opened.value
      if (mine !== null) {
        read++
        expect({ trail, ...mine }).toEqual({ trail, ...asked })
      }
      const listed = bare ? '' : act(path, 'ls-files', '--', 'HEARTBEAT.md').trim()
      for (let time = 0; time < 2; time++)
        expect([trail, await isTracked(path, later)]).toEqual([trail, { ok: true, value: listed !== '' }])
    })
    // Else it would prove nothing.
    expect(read).toBeGreaterThan(STEPS / 4)
  })

  it.each<[string, (path: string) => void]>([
    ['another storage of refs', (path) => plain(path, 'config', 'extensions.refStorage', 'reftable')],
    ['a format that is not known', (path) => plain(path, 'config', 'core.repositoryFormatVersion', '9')],
    ['an extension that is not known', (path) => plain(path, 'config', 'extensions.nonsense', 'true')],
    ['a branch without a commit', (path) => plain(path, 'symbolic-ref', 'HEAD', 'refs/heads/none')],
    ['a HEAD that is nonsense', (path) => writeFileSync(join(path, '.git/HEAD'), 'nonsense\n')],
    [
      'very many refs that are not packed',
      (path) => {
        const id = plain(path, 'rev-parse', 'HEAD')
        for (let n = 0; n < 2100; n++) writeFileSync(join(path, `.git/refs/remotes/origin/r${n}`), id)
      },
    ],
    ['a ref that is half written', (path) => writeFileSync(join(path, '.git/refs/heads/half'), 'c0ffee')],
    ['a list that is half written', (path) => writeFileSync(join(path, '.git/packed-refs'), 'c0ffee')],
    ['a name that is not plain', (path) => plain(path, 'branch', 'Größe')],
    [
      'a ref that points to one that points on',
      (path) => {
        plain(path, 'symbolic-ref', 'refs/heads/two', 'refs/heads/three')
        plain(path, 'symbolic-ref', 'refs/heads/three', 'refs/heads/main')
      },
    ],
  ])('leaves to git %s', async (_, change) => {
    const path = await make('clean')
    change(path)
    const opened = await withRepository(path, async (repository) =>
      ok(await readRefs(repository, ['heads', 'remotes'])),
    )
    expect(opened.ok && opened.value).toBe(null)
  })

  it.each(['worktree', 'submodule', 'detached', 'no_remote'] as const)(
    'reads one that is %s',
    async (state) => {
      const path = await make(state)
      const opened = await withRepository(path, async (repository) =>
        ok([await readRefs(repository, ['heads', 'remotes', 'tags']), await asGitSays(repository)] as const),
      )
      if (!opened.ok) throw new Error(opened.error.message)
      expect(opened.value[0]).toEqual(opened.value[1])
    },
  )
})
