import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../../shared/base/time.ts'
import type { RepositoryState } from '../../../host/repositories.ts'
import { make, git, TASK, results, check } from '../testing/local-run.ts'

describe('the built-in check of the working tree', () => {
  it.each<[RepositoryState, string]>([
    ['clean', 'clean'],
    ['dirty', '1 file changed, 1 file untracked'],
    ['empty', 'clean'],
    ['bare', 'a bare repository has no working tree'],
    ['worktree', 'clean'],
    ['submodule', 'clean; not looked at: work inside of submodules'],
    ['detached', 'HEAD is detached'],
  ])('is quiet about a repository that is %s', async (state, note) => {
    expect(await check(await make(state), TASK.status)).toEqual(['passed', null, note])
  })

  it('warns of files with merge conflicts', async () => {
    expect(await check(await make('merge_in_progress'), TASK.status)).toEqual([
      'finding',
      'warning',
      '1 file with merge conflicts: src/index.txt',
    ])
  })

  it('warns of an operation that was begun more than a day ago', async () => {
    const path = await make('clean')
    writeFileSync(join(path, '.git/CHERRY_PICK_HEAD'), git(path, 'rev-parse', 'HEAD'))
    expect(await check(path, TASK.status)).toEqual(['passed', null, 'cherry-pick in progress'])
    utimesSync(
      join(path, '.git/CHERRY_PICK_HEAD'),
      new Date(Date.now() - 25 * HOUR),
      new Date(Date.now() - 25 * HOUR),
    )
    expect(await check(path, TASK.status)).toEqual([
      'finding',
      'warning',
      'a cherry-pick was begun and not finished',
    ])
  })

  it('gives notice of uncommitted work that has been lying for more than a week', async () => {
    const path = await make('dirty')
    const old = new Date(Date.now() - 8 * DAY)
    for (const file of ['notes.txt', 'src/index.txt']) utimesSync(join(path, file), old, old)
    expect(await check(path, TASK.status)).toEqual([
      'finding',
      'notice',
      'uncommitted work has been lying for more than 7 days: notes.txt, src/index.txt',
    ])
  })

  it('does not count a HEARTBEAT.md that nobody excluded', async () => {
    const path = await make('clean')
    writeFileSync(join(path, 'HEARTBEAT.md'), '## Quick Tasks\n')
    expect(await check(path, TASK.status)).toEqual(['passed', null, 'clean'])
  })
})

describe('urgent flags', () => {
  it('are findings of their own, one each', async () => {
    const tasks = await results(await make('clean'), [TASK.flags], { flags: ['Key expires', 'Disk is full'] })
    expect(tasks.map((task) => [task.key, task.status, task.severity, task.note])).toEqual([
      ['k0', 'passed', null, '2 urgent flags'],
      ['flag:Key expires', 'finding', 'urgent', 'Key expires'],
      ['flag:Disk is full', 'finding', 'urgent', 'Disk is full'],
    ])
  })
})
