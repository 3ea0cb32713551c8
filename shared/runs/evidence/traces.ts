import type { CheckId } from '../check-id.ts'

interface Trace {
  /** The line of the template, for people. */
  readonly about: string
  /** Calls that show it, as an agent may write them; the rest are like them. */
  readonly calls: readonly string[]
  /** A command, or for the lines about the list and the summary a tool. */
  readonly shown: RegExp
}

/**
 * What shows that a built-in check was done. Generous, for there are many ways to look at a thing, but each has to look
 * at that thing: a list of commits tells neither conflicts nor stale branches.
 */
export const TRACES: Readonly<Record<CheckId, Trace>> = {
  'git-status': {
    about: 'uncommitted or untracked files',
    calls: ['git status', 'git ls-files --others --modified'],
    shown: /^git (?:status|ls-files .*(?:-\w*[om]|--others|--modified))/,
  },
  'urgent-flags': {
    about: 'Urgent Flags',
    calls: ['cat HEARTBEAT.md', 'heartbeat_read'],
    shown: /HEARTBEAT\.md/i,
  },
  'git-fetch': {
    about: 'fetching',
    calls: ['git fetch', 'git remote update'],
    shown: /^git (?:fetch|pull|remote update)\b/,
  },
  'upstream-commits': {
    about: 'new commits of the upstream',
    calls: ['git log HEAD..origin/main', 'git status -sb', 'git branch -vv'],
    shown:
      /^git (?:(?:log|rev-list|shortlog|cherry|diff|show-branch)\b.*(?:\.\.|@\{|\/|--all|--remotes)|status\b.*(?: -\w*b|--branch|v2)|branch\b.*-\w*vv|for-each-ref\b.*track)/,
  },
  'pr-checks': {
    about: 'CI of pull requests',
    calls: ['gh pr checks', 'gh pr view 7', 'gh run list', 'gh pr list --json statusCheckRollup'],
    shown:
      /^gh (?:pr (?:checks|view|status)|run (?:list|view|watch)|pr list\b.*statusCheckRollup|api\b.*(?:check-|status|actions|pulls|graphql))/,
  },
  'merge-conflicts': {
    about: 'merge conflicts',
    calls: [
      'git merge-tree main HEAD',
      'git merge-base main HEAD',
      'git ls-files -u',
      'git diff main...HEAD',
    ],
    shown:
      /^git (?:merge-tree|merge-base|merge(?! --(?:abort|quit|continue))|(?:diff|rev-list|log)\b.*\w\.\.\.|diff\b.*(?:--check|--diff-filter=\w*U)|ls-files\b.*(?:-\w*u|--unmerged))/,
  },
  'day-log': {
    about: 'the commits of the day',
    calls: ['git log --since="24 hours ago"'],
    shown: /^git (?:log|shortlog|rev-list)\b(?!.*\.\.)/,
  },
  'pr-status': {
    about: 'pull requests',
    calls: ['gh pr list', 'gh pr status'],
    shown: /^gh (?:pr (?:list|status|view)|search prs|status|api\b.*(?:pulls|graphql))/,
  },
  issues: {
    about: 'issues',
    calls: ['gh issue list'],
    shown: /^gh (?:issue (?:list|status|view)|search issues|status|api\b.*(?:issues|graphql))/,
  },
  'stale-branches': {
    about: 'stale branches',
    calls: ['git for-each-ref refs/heads', 'git branch', 'git log --branches'],
    shown:
      /^git (?:for-each-ref|show-branch|branch(?!.* (?:-[dDmMcC]|--(?:delete|move|copy))\b)|(?:log|reflog)\b.*--(?:all|branches|remotes))/,
  },
  'daily-summary': {
    about: 'the summary for the master thread',
    calls: ['send_message'],
    shown: /send_message/,
  },
  'review-lists': {
    about: 'the upkeep of the list',
    calls: ['cat HEARTBEAT.md', 'heartbeat_write'],
    shown: /HEARTBEAT\.md/i,
  },
}
