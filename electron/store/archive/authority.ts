import { agentConfigSchema, TURNS, type AgentConfig } from '../../../shared/agents/agent-config.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import type { JobAction, JobSchedule } from '../../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import type { Authority } from '../../../shared/contract/authority.ts'
import { BUILT_IN_PROMPTS } from '../../../shared/attempts/built-in-prompts.ts'
import type { Database, Row } from '../connection/driver.ts'
import { parsed } from './contents.ts'

/**
 * All that a history executes, allows or sends, in the order of its threads; read as the engine reads it. The
 * database has the newest schema. Throws a sentence where an agent, a job or a webhook cannot be read.
 */
export function authorityOf(db: Database): readonly Authority[] {
  const threads = db
    .prepare('SELECT id, number, name, repo_path, trusted_at, agent FROM threads ORDER BY number')
    .all()
  return [...threads.flatMap((row) => ofThread(db, row)), ...webhooksOf(db)]
}

type Part = Pick<Authority, 'kind'> & Partial<Authority>
const EMPTY = { threadId: null, thread: null, what: '', argv: null, text: null, env: [], notes: [] } as const

function ofThread(db: Database, row: Row): readonly Authority[] {
  const of = {
    ...EMPTY,
    threadId: String(row['id']),
    thread: `${String(row['number'])} ${String(row['name'])}`,
  }
  const rows = (text: string): readonly Row[] => db.prepare(text).all(row['id']!)
  const parts: readonly Part[] = [
    agentPart(row, of.thread),
    ...rows('SELECT spec, pause FROM jobs WHERE thread_id = ? ORDER BY created_at, id').map((job) =>
      jobPart(job, of.thread),
    ),
    ...rows('SELECT text FROM approvals WHERE thread_id = ? ORDER BY text, hash').map(
      ({ text }): Part => ({
        kind: 'approval',
        text: String(text),
      }),
    ),
    ...rows(
      "SELECT rule, decision FROM permissions WHERE thread_id = ? AND decision IN ('once', 'always') ORDER BY rule",
    ).map(({ rule, decision }): Part => ({ kind: 'permission', what: String(decision), text: String(rule) })),
    ...rows('SELECT at FROM trial_consents WHERE thread_id = ?').map(
      (): Part => ({ kind: 'permission', what: 'to try suggestions' }),
    ),
    ...rows('SELECT 1 FROM threads WHERE id = ? AND shares_list = 1').map(
      (): Part => ({ kind: 'permission', what: 'to tell other machines its list' }),
    ),
    ...rows(ACTIONS_OF_THREAD).flatMap(({ actions }) => promptParts(parsed(String(actions)))),
  ]
  return parts.map((part) => ({ ...of, ...part }))
}

/** What the agent of a measured thread is asked at times: by its own list, its team's and its project's. */
const ACTIONS_OF_THREAD = `
  SELECT l.actions FROM metrics m JOIN action_lists l
    ON l.owner IN ('agent:' || m.thread_id, 'team:' || (m.spec ->> 'team'), 'project:' || (m.spec ->> 'team'))
  WHERE m.thread_id = ? ORDER BY l.owner`

/** Those that are not built in reach an agent as its person's own words. */
function promptParts(actions: unknown): readonly Part[] {
  const builtIn = new Set<string>(Object.values(BUILT_IN_PROMPTS))
  return (Array.isArray(actions) ? actions : []).flatMap((action: { name?: unknown; prompt?: unknown }) =>
    typeof action?.prompt !== 'string' || builtIn.has(action.prompt)
      ? []
      : [{ kind: 'prompt', what: JSON.stringify(action.name), text: action.prompt } as const],
  )
}

function agentPart(row: Row, thread: string): Part {
  const read = agentConfigSchema.safeParse(parsed(String(row['agent'])))
  if (!read.success) throw new Error(`the agent of ${thread} cannot be read`)
  const trust = row['trusted_at'] === null ? 'not trusted' : 'trusted'
  const notes = [`in ${JSON.stringify(row['repo_path'])}`, trust]
  return { kind: 'agent', ...agentWords(read.data), notes: [...rightNotes(read.data), ...notes] }
}

function agentWords(agent: AgentConfig): Partial<Authority> {
  switch (agent.kind) {
    case 'local':
      return { what: 'local checks' }
    case 'command':
      return { what: 'program', argv: agent.argv, env: Object.keys(agent.env) }
    case 'cli':
      return {
        what: PRESETS[agent.cli].name,
        argv: agent.program === undefined ? null : [agent.program],
        env: Object.keys(agent.env),
      }
  }
}

function rightNotes(agent: AgentConfig): readonly string[] {
  if (agent.kind === 'command') return agent.mayChange === true ? ['what its beats change is not told'] : []
  if (agent.kind === 'local') return []
  const { models, fallbackModels, profiles, bypassUntil } = agent
  return [
    ...TURNS.flatMap((turn) => {
      const words = [profiles[turn], models[turn]].filter((word) => word !== undefined)
      return words.length === 0 ? [] : [`${turn}: ${words.join(' on ')}`]
    }),
    ...(fallbackModels.length === 0 ? [] : [`else on ${fallbackModels.join(', ')}`]),
    ...(bypassUntil === null ? [] : [`its own checks are off until ${new Date(bypassUntil).toISOString()}`]),
  ]
}

function jobPart({ spec, pause }: Row, thread: string): Part {
  const read = jobSpecSchema.safeParse(parsed(String(spec)))
  const isPaused = pause !== null && parsed(String(pause)) !== null
  if (!read.success) throw new Error(`a job of ${thread} cannot be read`)
  const { name, action, schedule } = read.data
  return {
    kind: 'job',
    what: JSON.stringify(name),
    ...actionWords(action),
    notes: [scheduleWords(schedule), ...(isPaused ? ['paused'] : [])],
  }
}

function scheduleWords(schedule: JobSchedule): string {
  switch (schedule.kind) {
    case 'at':
      return `at ${new Date(schedule.at).toISOString()}`
    case 'every':
      return `every ${formatDuration(schedule.everyMs)}`
    case 'cron':
      return `cron ${schedule.expr}`
  }
}

function actionWords(action: JobAction): Partial<Authority> {
  switch (action.kind) {
    case 'command':
      return { argv: action.argv, env: Object.keys(action.env) }
    case 'agent':
      return { text: action.prompt }
    case 'event':
      return { text: action.text }
    case 'reflect':
      return { text: 'reflect' }
  }
}

const webhooksOf = (db: Database): readonly Authority[] =>
  db
    .prepare('SELECT target FROM webhook_targets ORDER BY id')
    .all()
    .map(({ target }) => {
      const read = parsed(String(target))
      if (typeof read !== 'object' || read === null) throw new Error('a webhook cannot be read')
      const { name, kind, url, enabled } = read as Readonly<Record<string, unknown>>
      return {
        ...EMPTY,
        kind: 'webhook',
        what: `${JSON.stringify(name)} (${String(kind)})`,
        // what stands behind the host is a credential
        text:
          typeof url === 'string' ? (/^[a-z]+:\/\/[^/?#]+/i.exec(url)?.[0] ?? 'an unreadable address') : null,
        notes: [
          ...(typeof url === 'string' ? [] : ['its address was left out']),
          ...(enabled === true ? [] : ['off']),
        ],
      }
    })
