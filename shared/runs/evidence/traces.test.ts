import { describe, expect, it } from 'vitest'
import { CHECK_IDS, checkOf, type CheckId } from '../check-id.ts'
import { bash, own, turnOf, traceOf } from '../testing/evidence-facts.ts'
import { TRACES } from './traces.ts'

const LINES: Readonly<Record<CheckId, string>> = {
  'git-status': 'Run `git status`; report uncommitted or untracked files',
  'urgent-flags': 'Check Urgent Flags above; report if anything is flagged',
  'git-fetch': 'Run `git fetch origin`; look for upstream changes',
  'upstream-commits': 'Run `git log HEAD..origin/main --oneline`; report new commits',
  'pr-checks': 'Run `gh pr list --state open`, then `gh pr checks` for each: CI on open pull requests',
  'merge-conflicts': 'Check for merge conflicts with `main`',
  'day-log': 'Run `git log --oneline --since="24 hours ago"`; summarise the day\'s commits',
  'pr-status': 'Check PR status (open, draft, review requested)',
  issues: 'Review open issues',
  'stale-branches': 'Flag branches without commits for more than 7 days',
  'daily-summary': 'Send the daily summary to the master thread (threadId 1) through `send_message`',
  'review-lists': 'Review all tier lists: prune what no longer fits, evolve the rest',
}
const shows = (call: string, check: CheckId): boolean =>
  traceOf(LINES[check], { turn: turnOf(/[ .]/.test(call) ? bash(call) : own(call)) }).status === 'passed'
const shownBy = (call: string): readonly CheckId[] => CHECK_IDS.filter((check) => shows(call, check))

describe('the trace of a built-in check', () => {
  it.each(CHECK_IDS)('%s is left by each of its calls', (check) => {
    expect(checkOf(LINES[check])).toBe(check)
    expect(TRACES[check].calls.filter((call) => !shows(call, check))).toEqual([])
  })

  it.each(CHECK_IDS.filter((check) => check !== 'urgent-flags' && check !== 'review-lists'))(
    '%s is its own: the first of its calls shows nothing else',
    (check) => expect(shownBy(TRACES[check].calls[0]!)).toEqual([check]),
  )

  it.each([
    ['git log --oneline -20', ['day-log']],
    ['git log -3 main', ['day-log']],
    ['git status --porcelain', ['git-status']],
    ['git diff --stat', []],
    ['git branch -D old', []],
    ['git branch --delete old', []],
    ['git merge --abort', []],
    ['git merge --continue', []],
    ['gh pr list --state open', ['pr-status']],
    ['gh api user', []],
    ['gh api repos/o/r/issues', ['issues']],
  ] as const)('%s shows %j', (call, checks) => expect(shownBy(call)).toEqual(checks))
})
