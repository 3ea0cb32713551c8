import { oneLine } from '../../../../shared/base/one-line.ts'
import { askGh, type GhContext } from './gh.ts'
import { DAY } from '../../../../shared/base/time.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import { finding, nameList, passed, type Check, type CheckAnswer } from './check.ts'

interface PullRequest {
  readonly number: number
  readonly title: string
  readonly isDraft?: boolean
  readonly reviewDecision?: string | null
  readonly statusCheckRollup?: readonly CiCheck[] | null
}
interface CiCheck {
  readonly name?: string
  readonly context?: string
  readonly conclusion?: string | null // of a check run
  readonly state?: string | null // of a commit status
}
interface Issue {
  readonly number: number
  readonly createdAt: string
  readonly updatedAt: string
}

const RED = /^(?:FAILURE|ERROR|TIMED_OUT|STARTUP_FAILURE|ACTION_REQUIRED)$/i

export const pullRequestChecks: Check = async (context) => {
  const asked = await askGh<readonly PullRequest[]>(context, [
    'pr',
    'list',
    '--state',
    'open',
    '--limit',
    '50',
    '--json',
    'number,title,isDraft,statusCheckRollup',
  ])
  if (!('json' in asked)) return asked.answer
  if (asked.json.length === 0) return passed('no open pull requests')
  const red = asked.json
    .map((pr) => ({
      pr,
      failing: (pr.statusCheckRollup ?? [])
        .filter((check) => RED.test(check.conclusion ?? check.state ?? ''))
        .map((check) => check.name ?? check.context ?? 'check'),
    }))
    .filter(({ failing }) => failing.length > 0)
    .sort((a, b) => a.pr.number - b.pr.number)
  if (red.length === 0) return passed(`${plural(asked.json.length, 'open pull request')}, no red CI`)
  const named = red
    .slice(0, 20)
    .map(({ pr, failing }) => `#${pr.number} ${oneLine(pr.title)} (${nameList(failing, 5)})`)
  return finding(
    'warning',
    `CI is red on ${named.join('; ')}${red.length > 20 ? ` and ${red.length - 20} more` : ''}`,
  )
}

export const pullRequestStatus: Check = async (context) => {
  const asked = await askGh<readonly PullRequest[]>(context, [
    'pr',
    'list',
    '--state',
    'open',
    '--limit',
    '100',
    '--json',
    'number,title,isDraft,reviewDecision',
  ])
  if (!('json' in asked)) return asked.answer
  const drafts = asked.json.filter((pr) => pr.isDraft === true).length
  const waiting = asked.json.filter(
    (pr) => pr.reviewDecision === 'REVIEW_REQUIRED' && pr.isDraft !== true,
  ).length
  if (asked.json.length === 0) return passed('no open pull requests')
  const parts = [
    `${plural(asked.json.length, 'open pull request')}`,
    drafts > 0 ? plural(drafts, 'draft') : '',
    waiting > 0 ? `${waiting} waiting for review` : '',
  ]
  return passed(
    parts.filter((part) => part !== '').join(', '),
    asked.json.map((pr) => `#${pr.number} ${oneLine(pr.title)}`).join('\n'),
  )
}

export const issues: Check = async (context) => {
  const asked = await askGh<readonly Issue[]>(context, [
    'issue',
    'list',
    '--state',
    'open',
    '--limit',
    '200',
    '--json',
    'number,title,createdAt,updatedAt',
  ])
  if (!('json' in asked)) return asked.answer
  if (asked.json.length === 0) return passed('no open issues')
  const fresh = asked.json.filter((issue) => context.now - Date.parse(issue.createdAt) < DAY).length
  const ageing = asked.json.filter((issue) => context.now - Date.parse(issue.updatedAt) > 30 * DAY).length
  const parts = [
    plural(asked.json.length, 'open issue'),
    fresh > 0 ? `${fresh} new` : '',
    ageing > 0 ? `${ageing} untouched for 30 days` : '',
  ]
  return passed(parts.filter((part) => part !== '').join(', '))
}

const PRINT_LIMIT = { pullRequests: 100, issues: 500 }

/**
 * Open pull requests with their reviews and checks, and open issues, as one stable text: no order, no times
 * of checks, nothing that GitHub works out only when asked. null: they cannot be told now, or there are
 * more than were asked for.
 */
export async function hostingText(context: GhContext): Promise<string | null> {
  if (!context.facts.hasGh) return null
  const prs = await askGh<readonly Record<string, unknown>[]>(context, [
    'pr',
    'list',
    '--state',
    'open',
    '--limit',
    String(PRINT_LIMIT.pullRequests),
    '--json',
    'number,title,isDraft,reviewDecision,headRefOid,baseRefName,updatedAt,statusCheckRollup',
  ])
  const open = textOf(prs, PRINT_LIMIT.pullRequests, (pr) => ({
    ...pr,
    statusCheckRollup: checkTexts(pr['statusCheckRollup']),
  }))
  if (open === null) return null
  const listed = await askGh<readonly Record<string, unknown>[]>(context, [
    'issue',
    'list',
    '--state',
    'open',
    '--limit',
    String(PRINT_LIMIT.issues),
    '--json',
    'number,title,createdAt,updatedAt',
  ])
  const issueText = textOf(listed, PRINT_LIMIT.issues, (issue) => issue)
  return issueText === null ? null : `${open}\n${issueText}`
}

function textOf(
  asked: { json: readonly Record<string, unknown>[] } | { answer: CheckAnswer },
  limit: number,
  plain: (entry: Record<string, unknown>) => Record<string, unknown>,
): string | null {
  if (!('json' in asked)) return asked.answer.status === 'passed' ? asked.answer.note : null
  if (asked.json.length >= limit || !asked.json.every((entry) => typeof entry === 'object' && entry !== null))
    return null
  return asked.json
    .map((entry) => JSON.stringify(Object.entries(plain(entry)).sort(byName)))
    .sort()
    .join('\n')
}

const checkTexts = (rollup: unknown): readonly string[] =>
  (Array.isArray(rollup) ? rollup : [])
    .map((check: Record<string, unknown>) =>
      JSON.stringify(
        ['workflowName', 'name', 'context', 'status', 'conclusion', 'state'].map(
          (field) => check[field] ?? null,
        ),
      ),
    )
    .sort()
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
