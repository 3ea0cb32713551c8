import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBacktester } from '../../machine/backtest/backtest.ts'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('suggest-try-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

const repo = (name: string): string => path.join(fleet.repos, name)
const git = (name: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: repo(name),
    encoding: 'utf8',
  })
/** A commit in which the linter says `says`. */
function commit(name: string, says: 'ok' | 'red'): void {
  const lint = says === 'ok' ? 'node -e 0' : 'node -e process.exit(1)'
  writeFileSync(path.join(repo(name), 'package.json'), JSON.stringify({ scripts: { lint }, version: says }))
  git(name, 'add', 'package.json')
  git(name, 'commit', '-qm', says)
}

const isClosed = (await createBacktester([]).protection()) === 'closed'

it.skipIf(!isClosed)(
  'tries a suggestion only where that was allowed, and shows what it would have found',
  async () => {
    commit('api', 'ok')
    commit('web', 'ok')
    commit('web', 'red')
    commit('web', 'ok')
    const list = path.join(repo('api'), 'HEARTBEAT.md')
    const text = readFileSync(list, 'utf8').replace(/(## Daily Tasks.*\n)/, '$1- [ ] Run `npm run lint`\n')
    writeFileSync(list, text)
    expect((await cli('suggest', 'try', 'web', 'lint')).out).toContain(
      'Nothing was tried: nobody lets suggestions be tried there.',
    )
    expect(await cli('suggest', 'allow', 'web')).toMatchObject({
      code: 1,
      out: expect.stringContaining('is run in throw-away copies of this one') as string,
      err: expect.stringContaining('Nothing was changed. Without a terminal: add --yes') as string,
    })
    expect((await cli('suggest', 'allow', 'web', '--yes')).out).toContain(
      'Suggestions for 3 web are tried from now on.',
    )
    expect((await cli('suggest', 'try', 'web', 'lint')).out).toContain(
      'Not tried: `npm run lint` is approved in none of the repositories that have it',
    )
    const [{ hash }] = (await json('approve', 'api', '--json')) as [{ hash: string }]
    await cli('approve', 'api', '--yes', hash)

    const before = git('web', 'status', '--porcelain=v2', '--branch')
    const tried = await cli('suggest', 'try', 'web', 'lint')
    expect(tried.out).toMatch(
      /^Run `npm run lint` \(quick\)\n {2}Would have failed on 1 of 3 commits tried of your last \d+ \(\d+ had no such script\), [\d.]+ s, so: Quick/,
    )
    expect(git('web', 'status', '--porcelain=v2', '--branch')).toBe(before)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`threadbeat-try-${process.pid}-`))).toEqual(
      [],
    )
    expect((await cli('suggest')).out).toContain('Would have failed on 1 of 3 commits tried')
    expect((await cli('suggest', 'accept', 'web', 'lint')).out).toContain('stands in the quick tasks of web')
    expect((await cli('suggest', 'allow', 'web', '--revoke')).out).toBe(
      'Suggestions for 3 web are not tried any more.\n',
    )
  },
)
