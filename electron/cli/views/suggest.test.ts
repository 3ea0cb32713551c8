import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('suggest-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

describe('suggest', () => {
  it('lists what others run, writes what is accepted, and keeps what was decided', async () => {
    expect((await cli('suggest')).out).toMatch(/^No list of \d+ threads lacks a check/)
    expect((await cli('suggest', 'log')).out).toMatch(/^Nothing is decided as things stand/)
    expect(await cli('suggest', 'accept', 'lab', 'lint')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        '"lint" is not suggested to lab now, so nothing was written. Nothing is suggested to it.',
      ) as string,
    })
    expect(await cli('suggest', 'accept', 'lab', 'lint', '--tier', 'weekly')).toMatchObject({
      err: expect.stringContaining('--tier must be one of quick, hourly, daily, got "weekly"') as string,
    })
    expect(await json('suggest', 'list')).toMatchObject({ suggestions: [] })
  })

  it('names a script of the repository itself, found in its last commit', async () => {
    for (const name of ['api', 'web']) {
      const repo = path.join(fleet.repos, name)
      writeFileSync(path.join(repo, 'package.json'), '{"scripts":{"lint":"eslint ."}}')
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: repo })
      git('add', 'package.json')
      git('commit', '-qm', 'lint')
    }
    const list = (name: string) => path.join(fleet.repos, name, 'HEARTBEAT.md')
    writeFileSync(
      list('api'),
      readFileSync(list('api'), 'utf8').replace(/(## Daily Tasks.*\n)/, '$1- [ ] Run `npm run lint`\n'),
    )
    const { out } = await cli('suggest')
    expect(out).toContain('3 web: Run `npm run lint` (daily), as lint')
    expect(out).toContain('1 of 1 thread like it has this in its list (2 api)')
    const before = readFileSync(list('web'), 'utf8')
    const dry = await cli('suggest', 'accept', 'web', 'lint', '--tier', 'quick', '--dry-run')
    expect(dry.out).toMatch(/^ {2}\S.*\n(?:.*\n)*\+ - \[ \] Run `npm run lint`\n/)
    expect(dry.err).toContain('Nothing was written.')
    expect(readFileSync(list('web'), 'utf8')).toBe(before)
    expect((await cli('suggest', 'accept', 'web', 'types', '--dry-run')).err).toContain(
      '"types" is not suggested to web now',
    )
    expect((await cli('suggest', 'accept', 'web', 'lint')).out).toContain(
      'Suggestion 1 accepted: Run `npm run lint` stands in the daily tasks of web',
    )
    expect(readFileSync(list('web'), 'utf8')).toContain('- [ ] Run `npm run lint`')
    expect((await cli('suggest', 'log')).out).toMatch(/^1 .*web +accepted +Run `npm run lint`/)
    expect((await cli('suggest', 'log', 'WEB', 'lint')).out).toMatch(/^1 .*web +accepted/)
    expect((await cli('suggest', 'log', 'web declined')).out).toBe('Nothing that was decided has this.\n')
  })

  it('takes a decision back', async () => {
    const list = path.join(fleet.repos, 'web', 'HEARTBEAT.md')
    const before = readFileSync(list, 'utf8')
    expect((await cli('suggest', 'undo', '1')).out).toBe(
      'Suggestion 1 is undone: Run `npm run lint` is taken out of the list of web, and may be suggested to web again.\n',
    )
    expect(readFileSync(list, 'utf8')).toBe(before.replace('- [ ] Run `npm run lint`\n', ''))
    expect((await cli('suggest', 'undo', '1')).err).toContain('Suggestion 1 is open; only what was accepted')
    await cli('suggest', 'decline', 'web', 'lint', 'no', '--in', 'thread')
    expect((await cli('suggest', 'undo', '1')).out).toBe(
      'Suggestion 1 is undone: it may be suggested to web again.\n',
    )
    expect((await cli('suggest', 'rules')).out).toBe('No rule keeps a suggestion away.\n')
    expect((await cli('suggest', 'undo', 'x')).err).toContain('got "x"')
    await cli('suggest', 'accept', 'web', 'lint')
  })

  it('suggests nothing to a thread that ignores it, and says so', async () => {
    expect((await cli('set', 'suggestions', '--thread', 'web')).out).toMatch(/^suggestions +person\n$/)
    expect((await cli('set', 'suggestions', 'agent', '--thread', 'web')).err).toContain(
      '"web" has local checks, which cannot decide about suggestions: a person does.',
    )
    expect((await cli('set', 'suggestions', 'ignore', '--thread', 'web')).out).toBe(
      '3 web: suggestions is ignore\n',
    )
    expect((await cli('suggest')).err).toContain('Nothing is suggested to 3 web, as you set it.')
    expect(await json('set', '--thread', 'web', '--json')).toMatchObject({ suggestions: 'ignore' })
    await cli('set', 'suggestions', 'person', '--thread', 'web')
  })

  it('says who has what', async () => {
    const { out } = await cli('suggest', 'who', 'lint')
    expect(out).toMatch(/^lint: in 2 of \d+ lists\n {2}has it: 2 api, 3 web\n {2}has not: /)
    expect((await cli('suggest', 'who')).out).toMatch(/^git-status: in \d+ of \d+ lists/m)
    expect((await cli('suggest', 'who', 'x')).err).toContain('no list has a check "x"; there are: ')
  })

  it('keeps a check away by a rule, shows it and removes it', async () => {
    expect((await cli('suggest', 'rules')).out).toBe('No rule keeps a suggestion away.\n')
    expect((await cli('suggest', 'decline', 'lab', 'lint', 'no', '--in', 'mars')).err).toContain(
      '--in must be one of thread, libraries, typescript, javascript, python, go, rust, everywhere, got "mars"',
    )
    const lab = path.join(fleet.repos, 'lab')
    writeFileSync(path.join(lab, 'package.json'), '{"scripts":{"lint":"eslint ."}}')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: lab })
    git('add', 'package.json')
    git('commit', '-qm', 'lint')
    expect((await cli('suggest')).out).toContain('lab: Run `npm run lint`')
    expect((await cli('suggest', 'decline', 'lab', 'lint', 'biome does it', '--in', 'everywhere')).out).toBe(
      'Run `npm run lint` is kept away from any repository by a rule: threadbeat suggest rules\n',
    )
    expect((await cli('suggest', 'rules')).out).toMatch(
      /^\d+ +A linter reads the code +not in any repository +biome does it\n$/,
    )
    const [{ id }] = (await json('suggest', 'rules')) as [{ id: number }]
    expect(await json('suggest', 'rules')).toMatchObject([{ scope: 'everywhere', pattern: 'lint' }])
    expect((await cli('suggest', 'rules', '--remove', 'x')).err).toContain('got "x"')
    expect((await cli('suggest', 'rules', '--remove', String(id))).out).toBe(`Rule ${id} is removed.\n`)
    await cli('suggest', 'decline', 'lab', 'lint', 'not now')
    const [{ number }] = (await json('suggest', 'log')) as [{ number: number }]
    expect((await cli('suggest', 'rule', String(number), '--in', 'mars')).err).toContain('got "mars"')
    expect((await cli('suggest', 'rule', String(number), '--in', 'javascript')).out).toBe(
      'Run `npm run lint` is kept away from JavaScript repositories by a rule: threadbeat suggest rules\n',
    )
    expect((await cli('suggest', 'rules')).out).toContain('not now')
  })
})
