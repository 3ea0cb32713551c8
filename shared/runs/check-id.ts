import { codeSpans, outsideSpans } from '../playbook/code-span.ts'
import type { TaskResult, TaskStatus } from './run.ts'

/**
 * The built-in checks. Each line of our own template maps to one; the ids are stable, the wording of a line
 * may change lightly.
 */
export const CHECK_IDS = [
  'git-status',
  'urgent-flags',
  'git-fetch',
  'upstream-commits',
  'pr-checks',
  'merge-conflicts',
  'day-log',
  'pr-status',
  'issues',
  'stale-branches',
  'daily-summary',
  'review-lists',
] as const
export type CheckId = (typeof CHECK_IDS)[number]

/** A line of the template that asks for more than a look: the app knows it and leaves it to an agent. */
export const isForAgent = (check: CheckId): boolean => check === 'daily-summary' || check === 'review-lists'

interface CheckRule {
  readonly id: CheckId
  /**
   * The line's first code span, when it is a git or gh command; options that do not change what is asked
   * are allowed.
   */
  readonly command?: RegExp
  /** The whole line with a command: tells two lines apart that start with the same command. */
  readonly about?: RegExp
  /**
   * How the line begins without its leading verb, in plain lower-case words; used when its first span is no
   * git or gh command.
   */
  readonly words: RegExp
  /** Beside COMMON, all that such a line may speak of. */
  readonly says: RegExp
  /** May stand in the line once: what it names. A second branch or number would be left unlooked at. */
  readonly once?: RegExp
}

const START = String.raw`(?<=^|[\s,;:(\x60])`
const END = String.raw`(?=$|[\s,;:)!\x60]|\.(?:\s|$))`
/** Words that ask for nothing by themselves. */
const COMMON =
  'please|and|or|then|also|the|an?|any|anything|is|are|there|if|of|on|in|for|with|run|check|look ' +
  'for|report|this repo(?:sitory)?'
const says = (phrases: string): RegExp => new RegExp(`${START}(?:${COMMON}|${phrases})${END}`, 'g')
/** What is left of a line of which every word is known. Two full stops are a folder. */
const NOTHING = /^(?:[\s,;:()!`–—-]|(?<!\.)\.(?!\.))*$/

/** First match wins, so the narrower of two look-alikes stands first. */
const RULES: readonly CheckRule[] = [
  {
    id: 'git-status',
    command: /^git status(?: (?:-s|-b|-sb|--short|--branch|--porcelain(?:=v[12])?))*$/,
    words: /^(?:git status\b|(?:uncommitted|untracked|dirty)\b.*\b(?:files?|changes?|work)\b)/,
    says: says(
      'git status|(?:uncommitted|untracked|dirty) ' +
        'work|uncommitted|untracked|dirty|modified|(?:un)?staged|files?|changes?|working ' +
        '(?:tree|directory|copy)',
    ),
  },
  { id: 'urgent-flags', words: /^urgent flags?\b/, says: says('urgent flags?|flags?|flagged|raised|above') },
  {
    id: 'git-fetch',
    command: /^git fetch(?: (?:-p|-q|--prune|--quiet|\w[\w./-]*))*$/,
    words: /^git fetch(?: (?:origin|upstream))?(?=[,;:.]|$)/,
    says: says('git fetch|origin|upstream|remote|new|commits?|changes?'),
  },
  {
    id: 'upstream-commits',
    command:
      /^git log (?:(?:--oneline|--no-merges) )*(?:HEAD)?\.\.(?:@\{u(?:pstream)?\}|\w[\w./-]*)(?: --oneline| --no-merges)*$/,
    words: /^(?:new|upstream|incoming) (?:upstream |incoming )?commits\b/,
    says: says('new|upstream|incoming|commits?|origin|remote|main|master|trunk|default branch'),
  },
  {
    id: 'pr-checks',
    command: /^gh pr (?:checks|list(?: (?:-s|--state)[ =]open)?)$/,
    about: /\bci\b|\bchecks\b/,
    words: /^(?:ci|checks)\b.*\b(?:prs?|pull requests?)\b/,
    says: says('ci|checks|prs?|pull requests?|open|each|failing|failed|red|status'),
  },
  {
    id: 'merge-conflicts',
    words: /^merge conflicts?\b/,
    says: says('merge conflicts?'),
    once: new RegExp(
      String.raw` (?:with|against) (?:\x60\w[\w./-]*\x60|(?:origin\/|upstream\/)?(?:main|master|trunk|develop)|the default branch)${END}`,
    ),
  },
  {
    id: 'day-log',
    command:
      /^git log (?:--oneline )?--since=["']?(?:24 hours?(?: ago)?|1 day(?: ago)?|24\.hours?(?:\.ago)?|yesterday)["']?(?: --oneline| --all| --no-merges)*$/,
    words:
      /^(?:the |to)?day['’]?s commits\b|^commits (?:of|from|in) (?:the (?:last )?(?:day|24 hours)|today)\b/,
    says: says("(?:to)?day['’]?s commits|commits|from|today|last|day|24 hours|summari[sz]e"),
  },
  {
    id: 'pr-status',
    command: /^gh pr (?:status|list(?: (?:-s|--state)[ =]open)?)$/,
    words: /^(?:prs?|pull requests?)(?: status)?\b/,
    says: says('prs?|pull requests?|status|open|drafts?|review request(?:s|ed)'),
  },
  {
    id: 'issues',
    command: /^gh issue (?:list(?: (?:-s|--state)[ =]open)?|status)$/,
    words: /^(?:review )?(?:new or ageing |new or aging |open |new )?issues\b/,
    says: says('issues|items|new|open|ag(?:e)?ing'),
    once: /^review /,
  },
  {
    id: 'stale-branches',
    words: /^(?:stale branches\b|branches\b.*\b(?:without commits|no commits|inactive|stale|older than)\b)/,
    says: says('branches|stale|inactive|without commits|no commits|older than|more than'),
    once: new RegExp(String.raw` \d{1,4} days?${END}`),
  },
  {
    id: 'daily-summary',
    words: /^(?:send )?(?:the |a )?daily (?:summary|report)\b.*\b(?:master|thread)\b/,
    says: says('send|daily (?:summary|report)|to|master|thread|through|via|sendmessage'),
    once: new RegExp(String.raw` \(?thread(?:id)? \d+${END}`),
  },
  {
    id: 'review-lists',
    words:
      /^(?:review )?(?:(?:all )?(?:the )?(?:tier|task)s? lists?\b|(?:this|the) (?:heartbeat\.md|checklist|playbook)\b)/,
    says: says(
      String.raw`review|all|(?:tier|task)s? lists?|this|heartbeat\.md|checklist|playbook|prune what no longer fits|evolve the rest`,
    ),
  },
]

/** "Review" and "verify" ask for a judgement, which no look of ours gives. */
const VERB =
  /^(?:(?:please|then|also|run|execute|check|look at|look for|watch|report|list|flag|summari[sz]e|find|count|show|see|for|on|if there are|any) )*/

/**
 * The built-in check that a task line asks for; null: none, the line is a command of its own or needs an
 * agent. Only a line that asks for this check and nothing else is ours: what goes beyond it ("… in Sentry",
 * "… and the disk space") would be called passed by a look that never saw it. A line whose first span is
 * another git or gh command is never taken for ours.
 */
export function checkOf(taskText: string): CheckId | null {
  const plain = plainWords(taskText)
  const spans = codeSpans(taskText).map((s) => s.text.trim().replace(/\s+/g, ' '))
  const [span] = spans
  if (span !== undefined && /^(?:git|gh)\s/.test(span)) {
    const beside = plainWords(outsideSpans(taskText)).replace(VERB, '')
    // gh asks about one place; each git command may name another.
    const isOurs = (r: CheckRule): boolean =>
      spans.every((s) => r.command?.test(s)) &&
      (spans.length === 1 || span.startsWith('gh ')) &&
      (r.about?.test(plain) ?? true)
    return RULES.find((r) => isOurs(r) && saysNoMore(r, beside))?.id ?? null
  }
  const asked = plain.replace(VERB, '')
  return RULES.find((r) => r.words.test(asked) && saysNoMore(r, asked))?.id ?? null
}

const saysNoMore = (rule: CheckRule, text: string): boolean =>
  NOTHING.test((rule.once === undefined ? text : text.replace(rule.once, ' ')).replace(rule.says, ''))

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
  const against =
    /\bconflicts?\s+(?:with|against)\s+`?(?!the\b|its\b|each\b)(?:(origin|upstream)\/)?([\w./-]+)/i.exec(
      taskText,
    )
  const days = /\b(\d{1,4})\s+days?\b/i.exec(taskText)?.[1]
  return {
    remote: fetched ?? ref?.[1] ?? against?.[1] ?? null,
    branch: ref?.[2] ?? against?.[2] ?? null,
    days: days === undefined ? null : Number(days),
  }
}

/** Lower case, no markup but that of code, no @times, single spaces. */
const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(?:^|\s)@\d{1,2}:\d{2}(?=\s|$)/g, ' ')
    .replace(/[*_~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** How a result is shown: that the flags were looked at is no good news while one stands among the results. */
export function shownStatus(
  { status, text }: Pick<TaskResult, 'status' | 'text'>,
  all: readonly Pick<TaskResult, 'key'>[],
): TaskStatus {
  const hasFlags = all.some(({ key }) => key.startsWith('flag:'))
  return status === 'passed' && hasFlags && checkOf(text) === 'urgent-flags' ? 'finding' : status
}
