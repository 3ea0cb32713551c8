import { execFileSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { watch as chokidarWatch, type FSWatcher } from 'chokidar'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../agents/testing/folders.ts'
import { makeRepository, type RepositoryState } from '../../host/repositories.ts'
import { createGitWatch } from './git-watch.ts'

const folder = testFolder()
let count = 0
const make = async (state: RepositoryState = 'clean'): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path
const git = (path: string, ...args: readonly string[]): void => {
  try {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
      cwd: path,
      stdio: 'ignore',
      env: { ...process.env, GIT_EDITOR: 'true' },
    })
  } catch {
    // stops at a conflict, as wanted
  }
}
/** A watch whose hints can be awaited, once it stands. */
async function watching(path: string) {
  const hints = new EventEmitter()
  let calls = 0
  let opened: (watcher: FSWatcher) => void = () => undefined
  const ready = new Promise<FSWatcher>((settle) => (opened = settle))
  // Made only when it is asked for: one without paths is ready at once, or never.
  const openWatcher = (): FSWatcher => {
    const watcher = chokidarWatch([], { ignoreInitial: true, atomic: true, followSymlinks: false, depth: 0 })
    watcher.once('ready', () => opened(watcher))
    return watcher
  }
  const stop = createGitWatch({ openWatcher })(path, () => {
    calls++
    hints.emit('hint')
  })
  const watcher = await ready
  return { next: () => once(hints, 'hint'), calls: () => calls, stop, watcher }
}

describe('watching what git does', () => {
  it.each<readonly [string, RepositoryState, readonly (readonly string[])[]]>([
    [
      'a commit, a switch and a fetch',
      'clean',
      [
        ['commit', '-q', '--allow-empty', '-m', 'x'],
        ['switch', '-q', '-c', 'y'],
        ['fetch', '-q'],
        ['pack-refs', '--all'],
      ],
    ],
    [
      'a merge and its end',
      'conflicting',
      [
        ['merge', 'main'],
        ['merge', '--abort'],
      ],
    ],
    [
      'a rebase and its end',
      'conflicting',
      [
        ['rebase', 'main'],
        ['rebase', '--abort'],
      ],
    ],
    ['a bisection', 'clean', [['bisect', 'start', 'HEAD', 'HEAD~1']]],
    [
      'a linked worktree',
      'worktree',
      [
        ['commit', '-q', '--allow-empty', '-m', 'x'],
        ['pack-refs', '--all'],
      ],
    ],
  ])('notices %s', async (_, state, acts) => {
    const path = await make(state)
    const seen = await watching(path)
    for (const args of acts) {
      const hint = seen.next()
      git(path, ...args)
      await hint
    }
    seen.stop()
  })
  it('notices a commit inside a submodule', async () => {
    const path = await make('submodule')
    const seen = await watching(join(path, 'lib'))
    const hint = seen.next()
    git(join(path, 'lib'), 'commit', '-q', '--allow-empty', '-m', 'x')
    await hint
    seen.stop()
  })
  it('says nothing of the index and of the working tree, and one thing of one act', async () => {
    const path = await make()
    const seen = await watching(path)
    writeFileSync(join(path, 'README.md'), 'changed')
    git(path, 'add', '-A')
    git(path, 'status')
    const hint = seen.next()
    git(path, 'commit', '-q', '-m', 'x')
    await hint
    expect(seen.calls()).toBe(1)
    seen.stop()
    expect(seen.watcher.closed).toBe(true)
  })
  it('is silent where the system refuses more watches, and begins anew when nobody watched', async () => {
    const path = await make()
    const made: (EventEmitter & { closed: boolean })[] = []
    const asked = new EventEmitter()
    const openWatcher = () => {
      const watcher = Object.assign(new EventEmitter(), {
        closed: false,
        add: () => asked.emit('add'),
        unwatch: () => undefined,
        close: () => Promise.resolve(),
      })
      watcher.close = () => ((watcher.closed = true), Promise.resolve())
      made.push(watcher)
      return watcher as unknown as FSWatcher
    }
    const watch = createGitWatch({ openWatcher })
    const first = once(asked, 'add')
    const end = watch(path, () => expect.fail('nothing happened'))
    await first
    made[0]!.emit('error', Object.assign(new Error('one file'), { code: 'EACCES' }))
    expect(made[0]!.closed).toBe(false)
    made[0]!.emit('error', Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    expect(made[0]!.closed).toBe(true)
    end()
    const again = once(asked, 'add')
    const stopAgain = watch(path, () => undefined)
    await again
    expect(made).toHaveLength(2)
    stopAgain()
  })
  it('takes what is no repository, and an end before it stands', () => {
    const watch = createGitWatch({ openWatcher: () => expect.fail('there is nothing to watch') })
    watch(join(folder, 'nowhere'), () => undefined)()
    watch(folder, () => undefined)()
  })
})
