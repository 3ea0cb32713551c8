import { normaliseAlert } from '../../../../shared/alerts/news.ts'
import { STANDING_EVERY_MS } from '../../../../shared/runs/change-gate.ts'
import { LOCAL_CHECKS } from '../../../../shared/agents/agent-config.ts'
import { sentence } from '../../../../shared/runs/judge/verdict.ts'
import { agentNeed, linesForAgent, linesForApp, type AgentNeed } from '../../../../shared/runs/pair.ts'
import type { Task } from '../../../../shared/playbook/model.ts'
import { isScheduledOnly } from '../../../../shared/queue/queue.ts'
import type { TaskResult } from '../../../../shared/runs/run.ts'
import { lookBeforeTrial, writtenSince } from '../../playbook/trial.ts'
import type { AgentResult } from '../../ports/agents.ts'
import { callRunner } from './call-runner.ts'
import { go, type Step } from '../context.ts'
import type { Gated } from '../gate.ts'
import { listSpec } from './spec.ts'

/** What the app has worked of an agent's list. */
export interface Pair {
  readonly result: AgentResult
  /** Due lines that are left to the agent. */
  readonly left: readonly Task[]
  /** null: no agent is started. */
  readonly need: AgentNeed | null
  /** See writtenSince. */
  readonly written: string | null
}

export interface Checked extends Gated {
  /** null: all due lines are for the thread's runner. */
  readonly pair: Pair | null
}

/** The lines that the app knows, worked before any agent is started. */
export async function check(gated: Gated): Promise<Step<Checked>> {
  const { run, thread, doc, plan, facts, context } = gated
  if (!facts.isPair) return go({ ...gated, pair: null })
  const about = {
    plan,
    doc,
    hasFacts: facts.hasFacts,
    isScheduled: isScheduledOnly(run.reasons),
    isPermitted: context.store.permissions.rules(thread.id).once.length > 0,
    isStanding: standsForAgent(gated),
  }
  // Nothing of the list is due: an agent is asked about something else, or about a text that holds no tasks.
  if (plan.tasks.length === 0 && agentNeed({ ...about, results: [], left: [], isNews: () => true }) !== null)
    return go({ ...gated, pair: null })
  context.store.runs.plan(run.id, plan.tiers, null, null)
  const untried = await lookBeforeTrial(thread, plan, facts, context.ports)
  const lines = linesForApp(plan.tasks)
  const result = await callRunner(gated, { ...listSpec(gated, null, lines), agent: LOCAL_CHECKS }, false)
  const written = await writtenSince(thread, untried, context.ports)
  const left = linesForAgent(plan.tasks, result.tasks)
  const isNews = newsFor(gated)
  const need =
    result.status === 'completed' ? agentNeed({ ...about, results: result.tasks, left, isNews }) : null
  return go({ ...gated, pair: { result, left, need, written } })
}

/** What the app worked of the list: all but what it left to the agent. */
export const workedByApp = ({ result, left }: Pair): readonly TaskResult[] => {
  const keys = new Set<string>(left.map((task) => task.key))
  return result.tasks.filter(({ key }) => !keys.has(key))
}

/** Of agents' own alerts, and of what one was refused. */
const isAgents = (key: string | null): boolean =>
  key === null || key === 'permission' || key.startsWith('report:')

/** Looked at again once an hour, as long as nobody has acknowledged it. */
function standsForAgent({ run, thread, context }: Gated): boolean {
  const { threads, agents } = context.store
  const stands = threads
    .facts(thread.id)
    .alerts.some((alert) => isAgents(alert.key) && alert.acknowledgedAt === null)
  if (!stands) return false
  const since = run.startedAt - STANDING_EVERY_MS
  return !agents.spentSince(since).some((start) => start.threadId === thread.id)
}

function newsFor({ thread, context }: Gated): (finding: TaskResult) => boolean {
  const open = new Map(context.store.threads.facts(thread.id).alerts.map(({ key, text }) => [key, text]))
  return ({ key, note }) => {
    const standing = open.get(key)
    return standing === undefined || normaliseAlert(standing) !== normaliseAlert(sentence(note))
  }
}
