import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'
import { act } from './repositories.ts'

interface Bench {
  readonly path: string
  /** A clone that pushes to the same remote. */
  readonly other: string
  readonly pick: <T>(list: readonly T[]) => T
  readonly count: () => number
}

const BRANCHES = ['main', 'fix/a', 'fix/b', 'topic', 'deep/er/name'] as const

function commit({ path, pick, count }: Bench, message = 'x'): void {
  writeFileSync(join(path, pick(['a.txt', 'b.txt'])), `${count()}\n`)
  act(path, 'add', '-A')
  act(path, 'commit', '-q', '-m', message)
}

/**
 * What people and programs do to a repository, act for act; `check` is asked after each, with the last of them
 * as words.
 */
export async function playActs(
  path: string,
  { seed, steps }: { readonly seed: number; readonly steps: number },
  check: (trail: string) => Promise<void>,
): Promise<void> {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const other = `${path}-other`
  act(path, 'clone', '-q', act(path, 'remote', 'get-url', 'origin').trim(), other)
  let count = 0
  const done: string[] = []
  for (let step = 0; step < steps; step++) {
    done.push(pick(Object.keys(ACTS)))
    ACTS[done.at(-1)!]!({ path, other, pick, count: () => ++count })
    await check(`seed ${seed}: ${done.slice(-6).join(', ')}`)
    // What only git can read does not stay for long.
    rmSync(join(path, '.git/refs/heads/broken'), { force: true })
    act(path, 'branch', '-q', '-D', 'Größe')
  }
}

/** One act each. */
const ACTS: Readonly<Record<string, (bench: Bench) => void>> = {
  commit: (b) => commit(b),
  'empty commit': ({ path }) => void act(path, 'commit', '-q', '--allow-empty', '-m', 'empty'),
  amend: ({ path, count }) => void act(path, 'commit', '-q', '--amend', '-m', `again ${count()}`),
  branch: ({ path, pick }) => void act(path, 'branch', pick(BRANCHES)),
  'delete branch': ({ path, pick }) => void act(path, 'branch', '-q', '-D', pick(BRANCHES)),
  switch: ({ path, pick }) => void act(path, 'checkout', '-q', '-f', pick(BRANCHES)),
  'new branch': ({ path, pick }) => void act(path, 'checkout', '-q', '-B', pick(BRANCHES)),
  orphan: ({ path, count }) => void act(path, 'checkout', '-q', '--orphan', `root-${count()}`),
  detach: ({ path }) => void act(path, 'checkout', '-q', '--detach'),
  merge: ({ path, pick }) => void act(path, 'merge', '-q', '--no-edit', pick(BRANCHES)),
  'merge --abort': ({ path }) => void act(path, 'merge', '--abort'),
  rebase: ({ path, pick }) => void act(path, 'rebase', '-q', pick(BRANCHES)),
  'rebase --abort': ({ path }) => void act(path, 'rebase', '--abort'),
  'cherry-pick': ({ path, pick }) => void act(path, 'cherry-pick', pick(BRANCHES)),
  reset: ({ path }) => void act(path, 'reset', '-q', '--hard', 'HEAD~1'),
  stash: ({ path, count }) => {
    writeFileSync(join(path, 'a.txt'), `stashed ${count()}`)
    act(path, 'stash')
  },
  'stash pop': ({ path }) => void act(path, 'stash', 'pop', '-q'),
  'pack-refs': ({ path }) => void act(path, 'pack-refs', '--all'),
  gc: ({ path }) => void act(path, 'gc', '-q', '--prune=now'),
  'push of another': (b) => {
    commit({ ...b, path: b.other })
    act(b.other, 'push', '-q', '-f', 'origin', `HEAD:${b.pick(BRANCHES)}`)
  },
  fetch: ({ path }) => void act(path, 'fetch', '-q', '--prune'),
  pull: ({ path }) => void act(path, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main'),
  push: ({ path }) => void act(path, 'push', '-q', '-f', 'origin', 'HEAD'),
  'deleted there': ({ other, pick }) => void act(other, 'push', '-q', 'origin', `:${pick(BRANCHES)}`),
  'remote HEAD': ({ path, pick }) => void act(path, 'remote', 'set-head', 'origin', pick(BRANCHES)),
  'remote HEAD gone': ({ path }) => void act(path, 'remote', 'set-head', 'origin', '--delete'),
  'a name that is not plain': ({ path }) => void act(path, 'branch', 'Größe'),
  tag: ({ path, count }) => void act(path, 'tag', '-a', '-m', 'x', `v${count()}`),
  'symbolic branch': ({ path }) => void act(path, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main'),
  'worktree add': ({ path, count }) =>
    void act(path, 'worktree', 'add', '-q', '-b', `tree-${count()}`, `../tree-${count()}-${Date.now()}`),
  'bare in config': ({ path, pick }) =>
    void act(path, 'config', 'core.bare', pick(['true', 'false', 'false'])),
  'logs in config': ({ path, pick }) =>
    void act(path, 'config', 'core.logAllRefUpdates', pick(['true', 'false'])),
  'list in the index': ({ path, count }) => {
    writeFileSync(join(path, 'HEARTBEAT.md'), `# ${count()}`)
    act(path, 'add', '-f', 'HEARTBEAT.md')
  },
  'list out of the index': ({ path }) => void act(path, 'rm', '-q', '--cached', 'HEARTBEAT.md'),
  'index version': ({ path, pick }) => void act(path, 'update-index', '--index-version', pick(['2', '4'])),
  'split index': ({ path, pick }) =>
    void act(path, 'update-index', pick(['--split-index', '--no-split-index'])),
  'a list edited': ({ path, count }) => writeFileSync(join(path, 'HEARTBEAT.md'), `# ${count()}`),
  'a broken ref': ({ path, pick }) =>
    writeFileSync(join(path, '.git/refs/heads/broken'), pick(['', 'nonsense\n', `${'0'.repeat(40)}\n`])),
  'another repository': ({ path, other }) => {
    rmSync(join(path, '.git'), { recursive: true, force: true })
    act(path, 'init', '-q', '-b', 'main')
    act(path, 'remote', 'add', 'origin', act(other, 'remote', 'get-url', 'origin').trim())
    mkdirSync(join(path, '.git/info'), { recursive: true })
  },
}
