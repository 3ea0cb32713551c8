import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { photograph } from '../agents/testing/photograph.ts'
import { createBacktester } from './backtest.ts'
import { history } from './testing/history.ts'
import { left, making, tried, mayRun, markerOf } from './testing/trial.ts'

const isClosed = (await createBacktester([]).protection()) === 'closed'
const inBox = it.skipIf(!isClosed)

afterEach(() => {
  vi.unstubAllEnvs()
  expect(left()).toEqual([])
})

inBox('says of 200 commits what the check really said at those that it tried', async () => {
  const red = new Set([10, 11, 12, 13, 60, 61, 150, 199])
  const { path, ids } = history('long', 200, (i) => ({
    Makefile: 'check:\n\t@sh check.sh\n',
    'check.sh': 'grep -q good state || { echo "error: state is bad"; exit 1; }\n',
    state: red.has(i) ? `bad ${i}` : `good ${i}`,
  }))
  const before = photograph(path)
  const { commits, tried: all } = await tried(path)
  expect(photograph(path)).toEqual(before)
  expect([commits, all.length, all[0]!.outcome]).toEqual([200, 12, 'failed'])
  for (const one of all) {
    const isRed = red.has(ids.indexOf(one.commit))
    expect([one.outcome, one.line]).toEqual(isRed ? ['failed', 'error: state is bad'] : ['passed', ''])
  }
})

inBox('runs what stood in each commit, not what stands in the folder now', async () => {
  const { path } = history('scripts', 3, (i) => ({
    Makefile: i === 0 ? 'all:\n\ttrue\n' : `check:\n\ttest ${i} = 2\n`,
  }))
  writeFileSync(join(path, 'Makefile'), 'check:\n\tfalse\n')
  const { tried: all } = await tried(path)
  expect(all.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'absent'])
})

inBox('measures the command: no less than it took, and less than all that was done for it', async () => {
  // A timer of Node counts in whole milliseconds and may end at 399.x: the rest is waited for.
  const own = `node -e "const s = performance.now(); setTimeout(() => { while (performance.now() - s < 400); console.log('error: ' + Math.floor(performance.now() - s)); process.exit(1) }, 400)"`
  const startedMs = performance.now()
  const [head] = (await tried(making('slow', own))).tried
  const allMs = performance.now() - startedMs
  expect(head).toMatchObject({ outcome: 'failed', line: expect.stringMatching(/^error: \d+$/) as string })
  const ownMs = Number(head!.line.slice('error: '.length))
  expect(ownMs).toBeGreaterThanOrEqual(400)
  expect(head!.ms).toBeGreaterThanOrEqual(ownMs)
  expect(head!.ms).toBeLessThan(allMs)
})

inBox('ends a command at its bound, and what it has started with it', async () => {
  const path = making('endless', 'setsid sleep 4711 & sleep 4711')
  const { tried: all } = await tried(path, 'make check', [], { headMs: 700, pastMs: 1 })
  expect(all).toMatchObject([{ outcome: 'could_not', cause: 'slow', ms: null }])
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('sleep 4711')
})

inBox('leaves out the commit in which the time of all of them ran out', async () => {
  const { path } = history('late', 3, (i) => ({ Makefile: `check:\n\tsleep ${i === 2 ? 0 : 30}\n` }))
  const bounds = { headMs: 20_000, pastMs: 2000 }
  const { tried: all } = await tried(path, 'make check', [], bounds)
  expect(all.map(({ outcome }) => outcome)).toEqual(['passed'])
})

inBox.each([
  ['a program that is not there', 'nosuchprogram --check', 'program'],
  ['packages', 'echo "Error: Cannot find module \'left-pad\'"; exit 1', 'packages'],
  ['a signal', 'kill -9 $$$$', 'signal'],
])('claims nothing where it cannot run: %s', async (what, line, cause) => {
  const { tried: all } = await tried(making(`cannot ${what}`, line))
  expect(all).toMatchObject([{ outcome: 'could_not', cause }])
})

inBox('is a git repository of its own at the commit, clean and with its history', async () => {
  const path = history('git', 3, (i) => ({
    Makefile:
      'check:\n\ttest -z "$$(git status --porcelain)" && git log --oneline | wc -l | grep -q "$$(cat n)" && git diff --exit-code HEAD\n',
    n: `${i + 1}`,
  })).path
  expect((await tried(path)).tried.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed'])
})

inBox(
  'uses the packages that are installed, writes none, and leaves out commits that ask for others',
  async () => {
    const { path, ids } = history('packages', 40, (i) => ({
      'package.json': JSON.stringify({ scripts: { check: 'node check.js' } }),
      'package-lock.json': i < 30 ? '{"old":1}' : '{}',
      '.gitignore': 'node_modules\n',
      // An older kernel lets nothing be written there at all.
      'check.js': `require('dep'); try { require('fs').mkdirSync('node_modules/.cache') } catch {}
      if (${i} === 30) { console.log('error: red'); process.exit(1) }`,
    }))
    mkdirSync(join(path, 'node_modules/dep'), { recursive: true })
    writeFileSync(join(path, 'node_modules/dep/index.js'), '')
    const before = photograph(path)
    const { tried: all, commits, isCut } = await tried(path, 'npm run check')
    expect([commits, isCut]).toEqual([10, true])
    expect(all.map(({ commit, outcome, line }) => [ids.indexOf(commit), outcome, line])).toEqual(
      Array.from({ length: 10 }, (_, i) => [
        39 - i,
        i === 9 ? 'failed' : 'passed',
        i === 9 ? 'error: red' : '',
      ]),
    )
    expect(photograph(path)).toEqual(before)
    writeFileSync(join(path, 'package-lock.json'), '{"new":1}')
    const [head] = (await tried(path, 'npm run check')).tried
    expect(head).toMatchObject({ outcome: 'could_not', cause: 'packages' })
  },
)

inBox('starts no filter, hook or monitor that the person or the repository configured', async () => {
  const path = making('filters', 'false', { '.gitattributes': '* filter=x\n', big: 'pointer' })
  const started = join(tmpdir(), `threadbeat-test-started-${process.pid}`)
  const config = join(tmpdir(), `threadbeat-test-config-${process.pid}`)
  writeFileSync(
    config,
    `[filter "x"]\n\tsmudge = touch ${started}\n\trequired = true\n[core]\n\tfsmonitor = touch ${started}\n\thooksPath = /nowhere\n`,
  )
  vi.stubEnv('GIT_CONFIG_GLOBAL', config)
  execFileSync('git', ['config', 'filter.x.smudge', `touch ${started}`], { cwd: path })
  writeFileSync(join(path, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${started}\n`)
  chmodSync(join(path, '.git/hooks/post-checkout'), 0o755)
  expect((await tried(path)).tried).toMatchObject([
    {
      outcome: 'could_not',
      cause: 'filtered',
    },
  ])
  expect(readdirSync(tmpdir())).not.toContain(`threadbeat-test-started-${process.pid}`)
})

inBox('follows no link of a commit', async () => {
  const { path } = history('link', 1, () => ({ 'package.json': '{"scripts":{"check":"true"}}' }))
  mkdirSync(join(path, 'elsewhere'))
  symlinkSync(join(path, 'elsewhere'), join(path, 'node_modules'))
  execFileSync('git', ['add', 'node_modules'], { cwd: path })
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x'], { cwd: path })
  const before = photograph(path)
  expect((await tried(path, 'npm run check')).tried[0]).toMatchObject({ outcome: 'passed' })
  expect(photograph(path)).toEqual(before)
})

inBox.each(['objects', 'scratch', 'tree'])('a repository may be called %s', async (name) => {
  expect((await tried(making(name, 'true'))).tried).toMatchObject([{ outcome: 'passed' }])
})

it('stops when it is told to', async () => {
  const path = making('stopped', 'sleep 4713')
  const answer = await createBacktester([]).run(
    { repoPath: path, command: 'make check', marker: markerOf(), mayRun },
    AbortSignal.timeout(600),
  )
  expect(answer).toMatchObject({ ok: false })
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('sleep 4713')
})

inBox('works at a path that shells and git would read otherwise', async () => {
  const path = making(`a "b' \\c $d ü`, 'test -f Makefile && git status --porcelain')
  expect((await tried(path)).tried).toMatchObject([{ outcome: 'passed' }])
  expect(readFileSync(join(path, 'Makefile'), 'utf8')).toContain('check')
})
