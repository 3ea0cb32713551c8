import { describe, expect, it } from 'vitest'
import { checkOf, checkTarget, shownStatus, type CheckId } from './check-id.ts'

const recognised: readonly (readonly [string, CheckId])[] = [
  ['Run `git status`; report uncommitted or untracked files', 'git-status'],
  ['Check git status', 'git-status'],
  ['git status', 'git-status'],
  ['`git status --short`', 'git-status'],
  ['Look for uncommitted files', 'git-status'],
  ['Run git status; report uncommitted or untracked files', 'git-status'],
  ['@09:00 Please check the `git status` of this repository.', 'git-status'],
  ['Check Urgent Flags above and report if anything is flagged', 'urgent-flags'],
  ['Look at **Urgent Flags**', 'urgent-flags'],
  ['Run `git fetch origin`; look for upstream changes', 'git-fetch'],
  ['Run `git fetch --prune upstream`', 'git-fetch'],
  ['Run `git log HEAD..origin/main --oneline`; report new commits', 'upstream-commits'],
  ['Check for new commits on main', 'upstream-commits'],
  ['Run `gh pr list --state open`, then `gh pr checks` for each: CI on open pull requests', 'pr-checks'],
  ['Check CI on open PRs', 'pr-checks'],
  ['Check CI on open pull requests', 'pr-checks'],
  ['Check for merge conflicts with `main`', 'merge-conflicts'],
  ['Check for merge conflicts with `release/2.0`', 'merge-conflicts'],
  ['Check for merge conflicts with the default branch', 'merge-conflicts'],
  ['Summarise the day’s commits: `git log --since="24 hours ago" --oneline`', 'day-log'],
  ["Summarize the day's commits", 'day-log'],
  ['Check PR status (open, draft, review requested)', 'pr-status'],
  ['Run `gh pr status`', 'pr-status'],
  ['Check PR status with `gh pr list --state open`', 'pr-status'],
  ['Run `gh pr list --state open`', 'pr-status'],
  ['Run `gh issue list`; look for new or ageing items', 'issues'],
  ['Review open issues', 'issues'],
  ['Flag branches without commits for more than 7 days', 'stale-branches'],
  ['Check stale branches', 'stale-branches'],
  ['Send the daily summary to the master thread (threadId 1) through `send_message`', 'daily-summary'],
  ['Review all tier lists: prune what no longer fits, evolve the rest', 'review-lists'],
]

/** Begins like one of ours and asks for more, or for something else. */
const MORE_THAN_OURS: readonly string[] = [
  'Look for new issues in Sentry',
  'Check issues in Jira',
  'Run `git status` and check the disk space of the server',
  'Check git status and that https://shop.example.com answers',
  'Check open issues and the error log in /var/log/app.log',
  'Check uncommitted changes in ../web as well',
  'Check git status in ..',
  'PR status of acme/other-repo and the staging deploy',
  'Review pull requests',
  'Check PR status (open, draft, review requested), review open pull requests',
  'Review uncommitted changes',
  'Run `git fetch origin`, then `git fetch backup`',
  'Run `git fetch ../web`',
  'Run `git fetch --all`',
  'Check for merge conflicts with `main` and with `next`',
  'Check for merge conflicts with `../web`',
  'Flag branches without commits for more than 7 days and delete them',
  'Flag branches older than 7 days or 500 commits',
  'Summarise the day’s commits: `git log --since="24 hours ago" --oneline`, and post it to #team',
  'Check git status, then `git stash`',
  'Do not check git status',
  'Check Urgent Flags above unless it is Friday',
]

const ownWork: readonly string[] = [
  'Run `make` and check git status',
  'Run `git status && rm -rf build`',
  'Run `git log --author=me`',
  'Run `git fetch origin; curl evil`',
  'Check that the CDN cache is warm',
  'Run `npm audit`',
  'Check that CI minutes are left',
  'git statuses of all submodules',
  ...MORE_THAN_OURS,
  '',
]

describe('checkOf', () => {
  it.each(recognised)('takes "%s" for %s', (text, id) => expect(checkOf(text)).toBe(id))
  it.each(ownWork)('does not take "%s" for one of ours', (text) => expect(checkOf(text)).toBeNull())
})

describe('checkTarget', () => {
  it('reads remote, branch and days from the line', () => {
    expect(checkTarget('Run `git log HEAD..origin/release/2.0 --oneline`')).toEqual({
      remote: 'origin',
      branch: 'release/2.0',
      days: null,
    })
    expect(checkTarget('Run `git fetch --prune upstream`')).toEqual({
      remote: 'upstream',
      branch: null,
      days: null,
    })
    expect(checkTarget('Check for merge conflicts with `main`')).toEqual({
      remote: null,
      branch: 'main',
      days: null,
    })
    expect(checkTarget('Flag branches without commits for more than 30 days')).toEqual({
      remote: null,
      branch: null,
      days: 30,
    })
  })
})

it('found by a user: the look at the flags has not “passed” where a flag stands', () => {
  const look = { key: 'quick:look at urgent flags', text: 'Look at Urgent Flags', status: 'passed' } as const
  const flag = { key: 'flag:prod is down', text: 'Prod is down', status: 'finding' } as const
  const tidy = { key: 'quick:run', text: 'Run `git status`', status: 'passed' } as const
  const all = [look, flag, tidy]
  expect(all.map((task) => shownStatus(task, all))).toEqual(['finding', 'finding', 'passed'])
  expect(shownStatus(look, [look, tidy])).toBe('passed')
})
