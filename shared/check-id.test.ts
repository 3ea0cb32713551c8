import { describe, expect, it } from 'vitest'
import { checkOf, checkTarget, type CheckId } from './check-id.ts'

const recognised: readonly (readonly [string, CheckId])[] = [
  ['Run `git status`; report uncommitted or untracked files', 'git-status'],
  ['Check git status', 'git-status'],
  ['git status', 'git-status'],
  ['`git status --short`', 'git-status'],
  ['Look for uncommitted files', 'git-status'],
  ['Check Urgent Flags above and report if anything is flagged', 'urgent-flags'],
  ['Look at **Urgent Flags**', 'urgent-flags'],
  ['Run `git fetch origin`; look for upstream changes', 'git-fetch'],
  ['Run `git fetch --prune upstream`', 'git-fetch'],
  ['Run `git log HEAD..origin/main --oneline`; report new commits', 'upstream-commits'],
  ['Check for new commits on main', 'upstream-commits'],
  ['Run `gh pr list --state open`, then `gh pr checks` for each: CI on open pull requests', 'pr-checks'],
  ['Check CI on open PRs', 'pr-checks'],
  ['Check for merge conflicts with `main`', 'merge-conflicts'],
  ['Summarise the day’s commits: `git log --since="24 hours ago" --oneline`', 'day-log'],
  ['Summarize the day\'s commits', 'day-log'],
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

const ownWork: readonly string[] = [
  'Run `make` and check git status',
  'Run `git status && rm -rf build`',
  'Run `git log --author=me`',
  'Run `git fetch origin; curl evil`',
  'Check that the CDN cache is warm',
  'Run `npm audit`',
  'Check that CI minutes are left',
  'git statuses of all submodules',
  '',
]

describe('checkOf', () => {
  it.each(recognised)('takes "%s" for %s', (text, id) => expect(checkOf(text)).toBe(id))
  it.each(ownWork)('does not take "%s" for one of ours', (text) => expect(checkOf(text)).toBeNull())
})

describe('checkTarget', () => {
  it('reads remote, branch and days from the line', () => {
    expect(checkTarget('Run `git log HEAD..origin/release/2.0 --oneline`')).toEqual({ remote: 'origin', branch: 'release/2.0', days: null })
    expect(checkTarget('Run `git fetch --prune upstream`')).toEqual({ remote: 'upstream', branch: null, days: null })
    expect(checkTarget('Check for merge conflicts with `main`')).toEqual({ remote: null, branch: 'main', days: null })
    expect(checkTarget('Flag branches without commits for more than 30 days')).toEqual({ remote: null, branch: null, days: 30 })
  })
})
