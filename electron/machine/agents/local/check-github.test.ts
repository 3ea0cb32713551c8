import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../../shared/base/time.ts'
import { withGhStandIn, type GhRecording } from '../testing/gh-stand-in.ts'
import { folder, count, make, git, TASK, check } from '../testing/local-run.ts'

describe('the built-in checks of GitHub', () => {
  let end = (): void => undefined
  afterEach(() => end())
  async function onGitHub(
    recording: GhRecording,
    text: string,
  ): Promise<readonly [string, string | null, string]> {
    const path = await make('clean')
    git(path, 'config', 'remote.origin.url', 'git@github.com:someone/something.git')
    end = withGhStandIn(join(folder, `gh-${count}`), recording)
    return await check(path, text)
  }
  const red = {
    number: 12,
    title: 'Rework\nthe parser',
    statusCheckRollup: [
      { name: 'test', conclusion: 'FAILURE' },
      { name: 'build', conclusion: 'SUCCESS' },
      { context: 'lint', state: 'ERROR' },
    ],
  }
  const green = {
    number: 3,
    title: 'Small fix',
    isDraft: true,
    statusCheckRollup: [
      { name: 'test', conclusion: 'SUCCESS' },
      { name: 'slow', conclusion: '' },
    ],
  }
  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

  it.each<[string, GhRecording, string, readonly [string, string | null, string]]>([
    [
      'warns of red CI',
      { signedIn: true, pullRequests: [red, green] },
      TASK.checks,
      ['finding', 'warning', 'CI is red on #12 Rework the parser (lint, test)'],
    ],
    [
      'is quiet about green CI',
      { signedIn: true, pullRequests: [green] },
      TASK.checks,
      ['passed', null, '1 open pull request, no red CI'],
    ],
    [
      'does not take a branch without pull request for red',
      { signedIn: true, fails: 'no pull requests found for branch main' },
      TASK.checks,
      ['passed', null, 'no open pull requests'],
    ],
    [
      'does not claim to have looked when signed out',
      { signedIn: false },
      TASK.checks,
      ['untouched', null, 'gh is not signed in: not checked'],
    ],
    [
      'does not claim to have looked when GitHub fails',
      { signedIn: true, fails: 'HTTP 502' },
      TASK.issues,
      ['untouched', null, 'GitHub could not be asked: not checked'],
    ],
    [
      'counts open pull requests',
      { signedIn: true, pullRequests: [{ ...red, reviewDecision: 'REVIEW_REQUIRED' }, green] },
      TASK.prs,
      ['passed', null, '2 open pull requests, 1 draft, 1 waiting for review'],
    ],
    [
      'counts issues',
      {
        signedIn: true,
        issues: [
          { number: 1, createdAt: ago(HOUR), updatedAt: ago(HOUR) },
          { number: 2, createdAt: ago(90 * DAY), updatedAt: ago(60 * DAY) },
        ],
      },
      TASK.issues,
      ['passed', null, '2 open issues, 1 new, 1 untouched for 30 days'],
    ],
    [
      'knows issues that are switched off',
      { signedIn: true, fails: 'the x/y repository has disabled issues' },
      TASK.issues,
      ['passed', null, 'issues are switched off'],
    ],
  ])('%s', async (_, recording, text, expected) => expect(await onGitHub(recording, text)).toEqual(expected))

  it('says so when gh is not there', async () => {
    const path = await make('clean')
    git(path, 'config', 'remote.origin.url', 'https://github.com/someone/something')
    const before = process.env['PATH']
    end = () => void (process.env['PATH'] = before)
    process.env['PATH'] = '/usr/bin:/bin'
    const expected =
      existsSync('/usr/bin/gh') || existsSync('/bin/gh')
        ? expect.stringMatching(/not signed in/)
        : 'gh is not installed: not checked'
    expect((await check(path, TASK.prs))[2]).toEqual(expected)
  })
})
