import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('attempts-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

it('a metric is saved only after its command was shown, and its heartbeat is set by words that are checked', async () => {
  const repo = path.join(fleet.repos, 'api')
  writeFileSync(path.join(repo, 'bench.sh'), '#!/bin/sh\necho 5\n')
  chmodSync(path.join(repo, 'bench.sh'), 0o755)
  execFileSync('git', ['add', '-A'], { cwd: repo })
  expect((await cli('heartbeat', 'api')).err).toContain('The work of "api" is not measured')
  const set = ['metric', 'set', 'api', './bench.sh', '--name', 'cycles', '--better', 'lower']
  expect(await cli(...set)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/arguments: \["\.\/bench\.sh"\][^]*bench\.sh[^]*echo 5/) as string,
    err: expect.stringContaining('Nothing was changed. Without a terminal: add --yes') as string,
  })
  expect(await json('metric')).toEqual([])
  expect((await cli(...set, '--yes')).out).toContain(
    'cycles: lower is better, by ./bench.sh; noise not measured yet',
  )
  expect(await json('metric')).toMatchObject([
    { team: 'cycles', isApproved: true, minGain: { kind: 'auto' } },
  ])

  expect((await cli('heartbeat', 'api')).out).toContain('pivot: after 5 runs of the agent without progress')
  expect((await cli('heartbeat', 'set', 'api', 'pivot', '--every', '3')).out).toContain('pivot: after 3 runs')
  for (const [args, error] of [
    [['pivto', '--every', '3'], 'needs a prompt'],
    [['reflect', '--every', '11'], 'is protected'],
    [['pivot', '--every', '0'], 'a whole number of runs from 1, not 0'],
    [['pivot', '--every', '1.5'], '--every is a whole number'],
    [['pivot', '--when', 'plateau'], '--when is interval or stagnation'],
  ] as const)
    expect((await cli('heartbeat', 'set', 'api', ...args)).err).toContain(error)
  expect((await cli('heartbeat', 'remove', 'api', 'reflect')).err).toContain('cannot be removed')
  expect((await cli('heartbeat', 'api')).out).toContain('person: set {"name":"pivot","every":3}')
  expect((await cli('heartbeat', 'reset', 'api')).out).toContain('pivot: after 5 runs')
  expect((await cli('attempts', 'api')).out).toBe(
    'This thread has no agent: local checks make no attempts.\nNo run was measured yet.\n',
  )
  expect((await cli(...set, '--yes', '--min-gain', 'much')).err).toContain('--min-gain is auto')
  expect((await cli(...set, '--yes', '--file', 'none.py')).err).toContain(
    'none.py is no file of the repository',
  )
  expect(
    (await cli('metric', 'set', 'web', '--name', 'cycles', '--better', 'higher', '--yes')).err,
  ).toContain(
    'In the team "cycles" lower is better, as the thread "api" has it; a team has one direction. Nothing was saved.',
  )
  const name = ['metric', 'set', 'api', '--yes']
  expect((await cli(...name, '--target', '4', '--max-runs', '7')).out).toMatch(
    /target none -> 4[^]*runs none -> 7[^]*by \.\/bench\.sh/,
  )
  expect(await json('metric'), 'what is not given stays').toMatchObject([
    { team: 'cycles', command: './bench.sh', limits: { target: 4, runs: 7 } },
  ])
  const dropped = await cli(...name, '--target', 'none', '--max-usd', '5')
  expect(dropped.out).toMatch(/target 4 -> none[^]*dollars none -> 5[^]*Its limits count from now on/)
  expect(dropped.err).toContain('is not known, so the limit of $5 is never reached.')
  expect((await cli('metric')).out).toContain('the limit of $5 is never reached')
  const grace = await cli(...name, '--grace', '6m')
  expect(grace.out).not.toContain('count from now on')
  expect(grace.err).toContain('This thread has no agent: local checks make no attempts.')
  expect((await cli(...name, '--better', 'higher')).out).toContain(
    'best and runs without progress begin anew',
  )
  expect((await cli('metric', 'remove', 'api')).out).toContain('is not measured any more')
})

it('a command is tried before it is set: one that prints no number is told with what it printed, and nothing changes', async () => {
  // A command is not tried while a beat runs: it has had its first one, and gets no other by itself.
  await cli('set', 'interval', 'off', '-t', 'web')
  await cli('beat', 'web', '--wait')
  const repo = path.join(fleet.repos, 'web')
  const script = (file: string, text: string): void => {
    writeFileSync(path.join(repo, file), `#!/bin/sh\n${text}\n`)
    chmodSync(path.join(repo, file), 0o755)
  }
  script('bench.sh', 'echo cycles 42')
  script('broken.sh', 'echo building; echo no compiler; exit 3')
  script('silent.sh', 'true')
  const set = (command: string, ...more: string[]) => cli('metric', 'set', 'web', command, '--yes', ...more)
  const isNew = ['--name', 'speed', '--better', 'higher']
  expect((await set('./bench.sh')).err).toContain('needs --name and --better')
  const first = await set('./broken.sh', ...isNew)
  expect(first.code).toBe(1)
  expect(first.err).toMatch(/\.\/broken\.sh gave no number: [^]*no compiler[^]*Nothing was changed; --no-try/)
  expect(await json('metric')).toEqual([])
  expect((await set('./bench.sh', ...isNew)).out).toContain('Tried: 42. It is no attempt.')
  expect((await set('./silent.sh')).err).toMatch(/silent\.sh gave no number: [^]*It printed nothing\./)
  expect(await json('metric')).toMatchObject([{ command: './bench.sh', isApproved: true }])
  expect((await cli('metric', 'try', 'web')).out).toContain('42. It is no attempt.')
  expect((await cli('attempts', 'web')).out).toContain('No run was measured yet.')
  script('bench.sh', 'echo broken')
  expect((await set('./bench.sh')).err, 'what it runs was changed').toContain('bench.sh gave no number')
  const untried = await set('./silent.sh', '--no-try')
  expect(untried.out).toMatch(
    /command \.\/bench\.sh -> \.\/silent\.sh[^]*Not tried: [^]*threadbeat metric try \d/,
  )
  script('silent.sh', 'rm -rf elsewhere')
  expect((await cli('metric', 'try', 'web')).err).toContain('not approved as it is now')
  expect((await set('none', '--folder', 'out')).out).toMatch(
    /command \.\/silent\.sh -> none[^]*folder none -> out/,
  )
  expect((await cli('metric', 'try', 'web')).err).toContain('there is nothing to try')
  expect((await cli('metric', 'remove', 'web')).code).toBe(0)
})

it('a command that leaves changes behind is told of as it is tried, unless it may', async () => {
  const repo = path.join(fleet.repos, 'lab')
  writeFileSync(path.join(repo, 'bench.sh'), '#!/bin/sh\ndate >> bench.out\necho 7\n')
  chmodSync(path.join(repo, 'bench.sh'), 0o755)
  const set = ['metric', 'set', 'lab', './bench.sh', '--yes']
  const first = await cli(...set, '--name', 'size', '--better', 'lower')
  expect(first.out).toContain('Tried: 7.')
  expect(first.err).toMatch(/^While it ran, the repository changed: .*bench\.out.*--may-change yes\.$/m)
  expect((await cli(...set, '--may-change', 'perhaps')).err).toContain(
    '--may-change is yes or no, got "perhaps"',
  )
  expect((await cli(...set, '--may-change', 'yes')).out).toContain('may change the repository no -> yes')
  expect((await cli('metric', 'try', 'lab')).err).not.toContain('While it ran')
})
