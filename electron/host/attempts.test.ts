import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY } from '../../shared/base/time.ts'
import { metricLine, newMetric } from '../../shared/attempts/metric.ts'
import { listCommands } from '../machine/agents/local/approval/approval-hash.ts'
import { commitDifference } from '../machine/git/facts/commit-difference.ts'
import { commitSize } from '../machine/git/facts/commit-size.ts'
import { realEngine } from './testing/real-engine.ts'

const root = mkdtempSync(path.join(tmpdir(), 'threadbeat-attempts-'))
const repo = path.join(root, 'repo')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const script = (file: string, text: string): void => {
  writeFileSync(path.join(repo, file), `#!/bin/sh\n${text}`)
  chmodSync(path.join(repo, file), 0o755)
}
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: repo, encoding: 'utf8' })

/** Makes the score better by ten at each beat, and keeps what it is told at the others. */
const AGENT = `prompt=$(cat)
case "$prompt" in
HEARTBEAT*)
  n=$(cat score); echo $((n - 10)) > score
  git -c user.name=a -c user.email=a@b commit -qam better ;;
*) printf '%s' "$prompt" > "$OUT" ;;
esac
echo HEARTBEAT_OK
`

beforeAll(() => {
  mkdirSync(repo)
  git('init', '-q', '-b', 'main')
  writeFileSync(path.join(repo, 'score'), '100\n')
  script('bench.sh', 'echo "cycles: $(cat score)"\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  writeFileSync(path.join(root, 'agent.sh'), AGENT)
})

it('measures real runs by a real command, gives real prompts, and no best to a run that edits the command', async () => {
  const world = await realEngine(path.join(root, 'data'))
  const { store } = world
  const id = await world.add(repo)
  writeFileSync(path.join(repo, 'HEARTBEAT.md'), '## Quick Tasks\n- [ ] Make it faster\n')
  const told = path.join(root, 'told')
  // Its own beats come later than anything here.
  store.threads.change(id, {
    intervalMs: 30 * DAY,
    agent: {
      kind: 'command',
      argv: ['/bin/sh', path.join(root, 'agent.sh')],
      env: { OUT: told },
      mayChange: true,
    },
  })
  const metric = newMetric(id, {
    team: 'cycles',
    command: './bench.sh',
    direction: 'lower',
    timeoutMs: 20_000,
  })
  store.attempts.saveMetric(metric)
  const task = { key: 'metric', tier: 'quick', text: metricLine('./bench.sh') } as const
  for (const request of await listCommands(repo, [task])) store.permissions.approve(id, request, 1)

  await world.beat(id, 'quick')
  await world.idle()
  const head = git('rev-parse', 'HEAD').trim()
  expect(store.attempts.list({ threadId: id }, 9)).toMatchObject([
    { score: 90, standing: 'best', commit: head, feedback: 'Measured 2 times: 90, 90.' },
  ])
  expect(execFileSync('cat', [told], { encoding: 'utf8' })).toMatch(
    /^You are the agent of thread \d, "api"[^]*\nRun 1: score 90 \(lower is better\)\.[^]*## reflect/,
  )
  expect(await commitSize(repo, head)).toBe(2)
  expect(await commitSize(repo, 'f'.repeat(40))).toBeNull()
  const before = git('rev-parse', 'HEAD~1').trim()
  expect(await commitDifference(repo, before, head)).toMatch(/\| +\d+ [^]*\n@@ [^]*\n\+/)
  expect(await commitDifference(repo, head, head)).toBe('')
  for (const other of ['f'.repeat(40), 'HEAD', '--output=x'])
    expect(await commitDifference(repo, head, other)).toBeNull()

  script('bench.sh', 'echo 1\n')
  await world.beat(id, 'quick')
  await world.idle()
  expect(store.attempts.list({ threadId: id }, 1)).toMatchObject([
    {
      score: null,
      class: 'meter_touched',
      standing: 'not counted',
      feedback: expect.stringContaining('was changed') as string,
    },
  ])
  expect(store.attempts.counters('cycles')?.agents[id]).toMatchObject({ best: 90, stalled: 1 })
  await world.stop()
})
