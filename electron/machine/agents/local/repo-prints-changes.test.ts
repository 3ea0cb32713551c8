import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TASK_CLASSES, type TaskClass } from '../../../../shared/runs/change-gate.ts'
import { randomFrom } from '../../../../shared/playbook/testing/heartbeat-fuzz.ts'
import { prints } from './repo-prints.ts'
import { make, git, cloneOf, gh, onGitHub, pr, issue } from '../testing/hosted-repository.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007

// ── Random planted changes
// ───────────────────────────────────────────────────────────────────────────────────────────────

interface World {
  readonly path: string
  readonly other: string // another clone, which pushes
  readonly hosted: { pullRequests: Record<string, unknown>[]; issues: Record<string, unknown>[] }
  readonly random: () => number
  serial: number
}

type Change = (w: World) => TaskClass | readonly TaskClass[]

const CHANGES: Readonly<Record<string, Change>> = {
  edit: (w) => (appendFileSync(join(w.path, 'README.md'), `${w.serial}\n`), 'tree'),
  'new file': (w) => (writeFileSync(join(w.path, `new-${w.serial}.txt`), 'x\n'), 'tree'),
  'edit of an untracked file': (w) => (writeFileSync(join(w.path, 'scratch.txt'), `${w.serial}\n`), 'tree'),
  mode: (w) => (
    chmodSync(join(w.path, 'README.md'), w.serial % 2 === 0 ? 0o755 : 0o644),
    appendFileSync(join(w.path, 'README.md'), 'm\n'),
    'tree'
  ),
  add: (w) => (
    writeFileSync(join(w.path, `added-${w.serial}.txt`), 'x\n'),
    git(w.path, 'add', `added-${w.serial}.txt`),
    'tree'
  ),
  commit: (w) => (git(w.path, 'commit', '-q', '--allow-empty', '-am', `c ${w.serial}`), ['tree', 'refs']),
  branch: (w) => (git(w.path, 'branch', `b-${w.serial}`), 'refs'),
  switch: (w) => (git(w.path, 'checkout', '-q', '-b', `s-${w.serial}`), ['tree', 'refs']),
  tag: (w) => (git(w.path, 'tag', `t-${w.serial}`), 'refs'),
  stash: (w) => (
    appendFileSync(join(w.path, 'README.md'), `${w.serial}\n`), git(w.path, 'stash', '-q'), 'tree'
  ),
  operation: (w) => {
    const head = join(w.path, '.git/MERGE_HEAD')
    if (existsSync(head)) rmSync(head)
    else writeFileSync(head, git(w.path, 'rev-parse', 'HEAD'))
    return 'tree'
  },
  push: (w) => (
    git(w.other, 'commit', '-q', '--allow-empty', '-m', `p ${w.serial}`),
    git(w.other, 'push', '-q', 'origin', 'HEAD:main'),
    'remote'
  ),
  'pushed branch': (w) => (git(w.other, 'push', '-q', 'origin', `HEAD:refs/heads/r-${w.serial}`), 'remote'),
  'pull request': (w) => (w.hosted.pullRequests.push(pr({ number: w.serial })), 'hosting'),
  'red check': (w) => {
    w.hosted.pullRequests[0] = pr({
      number: w.serial,
      statusCheckRollup: [{ name: 'test', status: 'COMPLETED', conclusion: 'FAILURE' }],
    })
    return 'hosting'
  },
  'closed issue': (w) => {
    if (w.hosted.issues.pop() === undefined) w.hosted.issues.push(issue({ number: w.serial }))
    return 'hosting'
  },
}

const NO_CHANGES: readonly ((w: World) => void)[] = [
  () => {},
  (w) => writeFileSync(join(w.path, 'HEARTBEAT.md'), `- ${w.serial}\n`),
  (w) => void git(w.path, 'status'),
  (w) => void git(w.path, 'log', '--oneline'),
]

describe(`planted changes, seed ${seed}`, () => {
  // Two repositories, each with half of the changes in an order of its own: one alone takes minutes beside other work.
  it.each([0, 1])('are never missed, and nothing is never taken for one (half %i)', async (half) => {
    const random = randomFrom(seed + half)
    const path = await make()
    const other = cloneOf(path)
    onGitHub(path)
    const w: World = {
      path,
      other,
      hosted: { pullRequests: [pr()], issues: [issue()] },
      random,
      serial: 100,
    }
    const look = (): ReturnType<typeof prints> => {
      gh({ signedIn: true, ...w.hosted })
      return prints(path, TASK_CLASSES, true)
    }
    mkdirSync(join(path, 'src'), { recursive: true })
    let before = await look()
    expect(Object.keys(before).sort()).toEqual([...TASK_CLASSES].sort())
    const all = Object.keys(CHANGES)
    const names = [
      ...all.filter((_, i) => i % 2 === half),
      ...Array.from({ length: 8 }, () => all[Math.floor(random() * all.length)]!),
    ]
    const done: string[] = []
    for (const name of names) {
      w.serial++
      NO_CHANGES[w.serial % NO_CHANGES.length]!(w)
      const still = await look()
      if (JSON.stringify(still) !== JSON.stringify(before))
        expect.fail(`something changed although nothing did, after ${done.join(', ')}`)
      done.push(name)
      const touched = [CHANGES[name]!(w)].flat()
      const after = await look()
      for (const c of touched)
        if (after[c] === undefined || after[c] === before[c])
          expect.fail(`${name} did not change ${c}; changes so far: ${done.join(', ')}`)
      before = after
    }
  })
})
