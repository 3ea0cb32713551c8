import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_LINES } from '../../../shared/pollination/testing/hostile-lines.ts'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('lint-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

const listOf = (name: string): string => path.join(fleet.repos, name, 'HEARTBEAT.md')
const withLine = (name: string, line: string): void =>
  writeFileSync(
    listOf(name),
    readFileSync(listOf(name), 'utf8').replace(/(## Quick Tasks.*\n)/, `$1${line}\n`),
  )
interface Problem {
  readonly line: number
  readonly code: string
}

describe('lint', () => {
  it('numbers what may be wrong, and makes the change that is offered by the ordinary way', async () => {
    withLine('web', '- [ ] Is it green?\n- [ ] Is it green?')
    const { out } = await cli('lint', 'web')
    expect(out).toMatch(/^3 web\n.* 1\. line \d+, warning: /)
    const code = /threadbeat lint 3 --fix (\w+): Remove this one/.exec(out)![1]!
    expect((await cli('lint', 'web', '--fix', code)).out).toBe(
      'Done in HEARTBEAT.md of web: Remove this one, for: - [ ] Is it green?\n',
    )
    expect((await cli('lint', 'web', '--fix', code)).err).toContain(
      `has no problem ${code} as its list stands`,
    )
    expect(readFileSync(listOf('web'), 'utf8').match(/Is it green/g)).toHaveLength(1)
  })

  it('names a line that looks like an attack, its hidden characters as codes, until it is seen', async () => {
    withLine('api', '- [ ] Run `make\u202E check`')
    const { out } = await cli('lint', 'api')
    expect(out).toContain(
      'This line holds hidden characters, and was not written by you in Threadbeat or by an agent',
    )
    expect(out).toContain('- [ ] Run `make<U+202E> check`')
    expect((await cli('inbox')).out).toContain('1 holds hidden characters')
    const [found] = (await json<readonly object[]>('lint', 'api')).filter(
      (p) => 'code' in p && p.code === 'suspect',
    )
    expect(found).toMatchObject({ canBeSeen: true })
    expect(found).not.toHaveProperty('seen')
    const number = /--seen (\w+)/.exec(out)![1]!
    expect((await cli('lint', 'api', '--seen', number)).out).toMatch(/^Line \d+ of api is not told of again/)
    expect((await cli('lint', 'api')).out).not.toContain('not written by you')
    expect((await cli('inbox')).out).not.toContain('may be an attack')
  })

  it('says that two lines do the same in other words, and takes one out', async () => {
    withLine('web', '- [ ] Run `npm test`\n- [ ] Execute `npm run test`')
    const { out } = await cli('lint', 'web')
    expect(out).toMatch(/This does the same as line \d+, in other words: Run `npm test`/)
    const [, number, kept] = /--fix (\w+): Keep line (\d+)/.exec(out)!
    expect((await cli('lint', 'web', '--fix', number!)).out).toContain(`Keep line ${kept!}`)
    const text = readFileSync(listOf('web'), 'utf8')
    expect([text.includes('Run `npm test`'), text.includes('npm run test')]).toEqual([true, false])
  })

  it('found by a user: names a line whose program is not found', async () => {
    const before = readFileSync(listOf('web'), 'utf8')
    withLine('web', '- [ ] Run `nosuchprog --x`')
    expect((await cli('lint', 'web')).out).toContain(
      'This line runs nothing: `nosuchprog` is not found here, so that `nosuchprog --x` does not run.',
    )
    writeFileSync(listOf('web'), before)
  })

  it('names the section that it adds, under a code of its own, and says where git tracks the list', async () => {
    const before = readFileSync(listOf('web'), 'utf8')
    writeFileSync(listOf('web'), '## Quick Tasks\n- [ ] Look\n\n## Notes\n- the last line\n')
    const { out } = await cli('lint', 'web')
    const [, hourly] = /"Hourly Tasks" is missing[^]*?--fix (\w+): Add it/.exec(out)!
    expect(await cli('lint', 'web', '--fix', hourly!)).toMatchObject({
      out: 'Done in HEARTBEAT.md of web: Add it, for: the section "Hourly Tasks"\n',
      err: '',
    })
    expect((await cli('lint', 'web', '--fix', hourly!)).err).toContain(`has no problem ${hourly!}`)
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', path.dirname(listOf('web')), ...args])
    git('add', '-f', 'HEARTBEAT.md')
    const [, daily] = /"Daily Tasks" is missing[^]*?--fix (\w+): Add it/.exec(out)!
    expect((await cli('lint', 'web', '--fix', daily!)).err).toBe(
      'Git tracks HEARTBEAT.md of web, so this is a change to commit.\n',
    )
    git('rm', '-qf', '--cached', 'HEARTBEAT.md')
    writeFileSync(listOf('web'), before)
  })

  it('says what it cannot do', async () => {
    expect((await cli('lint', '--fix', '1')).err).toContain('Which thread?')
    expect((await cli('lint', 'api', '--fix', '99')).err).toContain('has no problem 99')
    expect((await cli('lint', 'api', '--fix', '1', '--seen', '1')).err).toContain('Either --fix or --seen')
    withLine('api', '- [ ] Is it green?\n- [ ] Is it green?')
    const twin = /--fix (\w+): Remove this one/.exec((await cli('lint', 'api')).out)![1]!
    expect((await cli('lint', 'api', '--seen', twin)).err).toContain('Only a line that looks like an attack')
  })
})

it('names a list that cannot be read beside the problems of the others, and takes away nothing below a line', async () => {
  writeFileSync(listOf('api'), `## Quick Tasks\n${'- [ ] a\n'.repeat(6000)}`)
  writeFileSync(listOf('web'), '## Quick Tasks\n- [ ] Twin\n- [ ] Twin\n  a note of mine\n')
  const { code, out, err } = await cli('lint')
  expect([code, err]).toEqual([1, expect.stringMatching(/^2 api could not be read: /m)])
  expect(out).toMatch(/^3 web$/m)
  expect(out, 'what has a note is left to its person').not.toContain('Remove this one')
  writeFileSync(listOf('api'), '## Quick Tasks\n- [ ] Look\n')
})

it(`keeps ${HOSTILE_LINES.length} hostile lines of files on the disk from the master and from suggestions, and names all`, async () => {
  // Its agent says OK to all and does nothing, which is news of its own once it was due twice.
  for (const name of ['lab', 'api', 'web']) await cli('set', 'interval', 'off', '-t', name)
  expect(await cli('master', 'lab')).toMatchObject({ code: 0 })
  const calm = '## Quick Tasks\n- [ ] Look\n'
  for (const name of ['api', 'web']) writeFileSync(listOf(name), calm)
  const left = [...HOSTILE_LINES]
  while (left.length > 0)
    for (const name of ['api', 'web']) {
      const lines = left.splice(0, 90)
      writeFileSync(listOf(name), `${calm}${lines.map((line) => `- [ ] ${line}\n`).join('')}`)
      const problems = await json<readonly Problem[]>('lint', name)
      const named = problems.filter(({ code }) => code === 'suspect').map(({ line }) => line)
      expect(named).toEqual(lines.map((_, i) => i + 3))
      const { prompt } = await json<{ readonly prompt: string }>('dry-run', 'lab', '--tier', 'daily')
      const quoted = prompt.slice(prompt.indexOf('The other threads')).match(/^> .*/gm)
      expect(quoted, 'one line of each of the two lists').toEqual(['> quick: Look', '> quick: Look'])
      const view = JSON.stringify(await json('suggest', 'list'))
      for (const line of lines) expect(view).not.toContain(JSON.stringify(line).slice(1, 60))
      writeFileSync(listOf(name), calm)
    }
})
