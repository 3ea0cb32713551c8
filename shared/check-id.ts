import { firstCodeSpan } from './code-span.ts'

/** The built-in checks. Each line of our own template maps to one; the ids are stable, the wording of a line may change lightly. */
export const CHECK_IDS = [
  'git-status', 'urgent-flags',
  'git-fetch', 'upstream-commits', 'pr-checks', 'merge-conflicts',
  'day-log', 'pr-status', 'issues', 'stale-branches', 'daily-summary', 'review-lists',
] as const
export type CheckId = (typeof CHECK_IDS)[number]

interface CheckRule {
  readonly id: CheckId
  /** The line's first code span, when it is a git or gh command; options that do not change what is asked are allowed. */
  readonly command?: RegExp
  /** The whole line with a command: tells two lines apart that start with the same command. */
  readonly about?: RegExp
  /** The line without its leading verb, in plain lower-case words; used when its first span is no git or gh command. */
  readonly words: RegExp
}

/** First match wins, so the narrower of two look-alikes stands first. */
const RULES: readonly CheckRule[] = [
  {
    id: 'git-status',
    command: /^git status(?: (?:-s|-b|-sb|--short|--branch|--porcelain(?:=v[12])?))*$/,
    words: /^(?:git status\b|(?:uncommitted|untracked|dirty)\b.*\b(?:files?|changes?|work)\b)/,
  },
  { id: 'urgent-flags', words: /^urgent flags?\b/ },
  { id: 'git-fetch', command: /^git fetch(?: (?:-p|-q|--prune|--quiet|--all|[\w./-]+))*$/, words: /^git fetch\b/ },
  {
    id: 'upstream-commits',
    command: /^git log (?:(?:--oneline|--no-merges) )*(?:HEAD)?\.\.(?:@\{u(?:pstream)?\}|[\w./-]+)(?: --oneline| --no-merges)*$/,
    words: /^(?:new|upstream|incoming) (?:upstream |incoming )?commits\b/,
  },
  {
    id: 'pr-checks',
    command: /^gh pr (?:checks|list(?: (?:-s|--state)[ =]open)?)$/,
    about: /\bci\b|\bchecks\b/,
    words: /^(?:ci|checks)\b.*\b(?:prs?|pull requests?)\b/,
  },
  { id: 'merge-conflicts', words: /^merge conflicts?\b/ },
  {
    id: 'day-log',
    command: /^git log (?:--oneline )?--since=["']?(?:24 hours?(?: ago)?|1 day(?: ago)?|24\.hours?(?:\.ago)?|yesterday)["']?(?: --oneline| --all| --no-merges)*$/,
    words: /^(?:the |to)?day['’]?s commits\b|^commits (?:of|from|in) (?:the (?:last )?(?:day|24 hours)|today)\b/,
  },
  {
    id: 'pr-status',
    command: /^gh pr (?:status|list(?: (?:-s|--state)[ =]open)?)$/,
    words: /^(?:prs?|pull requests?)(?: status)?\b/,
  },
  { id: 'issues', command: /^gh issue (?:list(?: (?:-s|--state)[ =]open)?|status)$/, words: /^(?:new or ageing |new or aging |open |new )?issues\b/ },
  { id: 'stale-branches', words: /^(?:stale branches\b|branches\b.*\b(?:without commits|no commits|inactive|stale|older than)\b)/ },
  { id: 'daily-summary', words: /^(?:the |a )?daily (?:summary|report)\b.*\b(?:master|thread)\b/ },
  { id: 'review-lists', words: /^(?:all )?(?:the )?(?:tier|task)s? lists?\b|^(?:this|the) (?:heartbeat\.md|checklist|playbook)\b/ },
]

const VERB = /^(?:(?:please|then|also|run|execute|check|look at|look for|look into|inspect|see|review|watch|verify|report|list|flag|scan|summari[sz]e|send|read|find|count|show|for|on|if there are|any) )*/

/**
 * The built-in check that a task line asks for; null: none, the line is a command of its own or needs an agent.
 * A line whose first span is another git or gh command than ours is never taken for ours.
 */
export function checkOf(taskText: string): CheckId | null {
  const plain = plainWords(taskText)
  const span = firstCodeSpan(taskText)?.text.trim().replace(/\s+/g, ' ')
  if (span !== undefined && /^(?:git|gh)\s/.test(span)) {
    return RULES.find((r) => r.command?.test(span) && (r.about?.test(plain) ?? true))?.id ?? null
  }
  const asked = plain.replace(VERB, '')
  return RULES.find((r) => r.words.test(asked))?.id ?? null
}

/** What the line names beside the check. null: it names none, the repository's own default is meant. */
export interface CheckTarget {
  readonly remote: string | null
  readonly branch: string | null // without the remote's name
  /** Days without a commit after which a branch is stale; null: not said. */
  readonly days: number | null
}

export function checkTarget(taskText: string): CheckTarget {
  const fetched = /\bgit fetch (?:-\S+ )*([\w.-]+)/.exec(taskText)?.[1] ?? null
  const ref = /\.\.([\w.-]+)\/([\w./-]+)/.exec(taskText) // HEAD..origin/main
  const against = /\bconflicts?\s+(?:with|against)\s+`?(?!the\b|its\b|each\b)(?:(origin|upstream)\/)?([\w./-]+)/i.exec(taskText)
  const days = /\b(\d{1,4})\s+days?\b/i.exec(taskText)?.[1]
  return {
    remote: fetched ?? ref?.[1] ?? against?.[1] ?? null,
    branch: ref?.[2] ?? against?.[2] ?? null,
    days: days === undefined ? null : Number(days),
  }
}

/** Lower case, no markup, no @times, single spaces. */
const plainWords = (text: string): string =>
  text.toLowerCase().replace(/(?:^|\s)@\d{1,2}:\d{2}(?=\s|$)/g, ' ').replace(/[`*_~]/g, '').replace(/\s+/g, ' ').trim()
