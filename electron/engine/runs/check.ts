import { normaliseAlert } from '../../../shared/alerts/news.ts'
import { STANDING_EVERY_MS } from '../../../shared/runs/change-gate.ts'
import { LOCAL_CHECKS } from '../../../shared/agents/agent-config.ts'
import { alertKeyOf } from '../../../shared/runs/judge/judge-tasks.ts'
import { sentence } from '../../../shared/runs/judge/verdict.ts'
import { agentNeed, linesForAgent, linesForApp, type AgentNeed } from '../../../shared/runs/pair.ts'
import type { Task } from '../../../shared/playbook/model.ts'
import { isScheduledOnly } from '../../../shared/queue/queue.ts'
import { highest } from '../../../shared/schedule/tier.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import { rightsOf } from '../agents/rights.ts'
import { lookBeforeTrial, writtenSince } from '../playbook/trial.ts'
import type { AgentResult, AgentSpec } from '../ports/agents.ts'
import { callRunner } from './call/call-runner.ts'
import { go, type Step } from './context.ts'
import { ended, STOPPED } from './ended.ts'
import { objectionToAgent } from './gates/agent-gates.ts'
import { skip, type Gated, type Objection } from './gates/gate.ts'
import { listSpec } from './call/spec.ts'

/** What the app has worked of an agent's list. */
export interface Pair {
  readonly result: AgentResult
  /** Due lines that are left to the agent. */
  readonly left: readonly Task[]
  /** null: nothing is left for an agent. */
  readonly need: AgentNeed | null
  /** Why an agent that is needed is not started; null: nothing keeps it. */
  readonly held: Objection | null
  /** See writtenSince. */
  readonly written: string | null
}

export interface Checked extends Gated {
  /** null: all due lines are for the thread's runner. */
  readonly pair: Pair | null
}

/** The lines that the app knows, worked before any agent is started; then what keeps the agent from a start. */
export async function check(gated: Gated): Promise<Step<Checked>> {
  const isDoneLately = gated.plan.tasks.some(gated.facts.memory.isDoneLately)
  const foreseen = isDoneLately ? await objectionToAgent(gated) : null
  const pair = await pairOf(gated, foreseen !== null)
  if (pair !== null && pair.need === null) return go({ ...gated, pair })
  const isWithout = foreseen === null && !(await gated.context.takePlace())
  if (isWithout && gated.signal.aborted) return ended(gated, { verdict: STOPPED })
  const held = foreseen ?? (isWithout ? NO_PLACE : await objectionToAgent(gated))
  if (held === null) return go({ ...gated, pair })
  const isIdle = pair === null || (pair.result.status === 'completed' && workedByApp(pair).length === 0)
  return isIdle ? skip(gated, held) : go({ ...gated, pair: { ...pair, held } })
}

/** Others have begun while the app's lines waited for a network or a command. */
const NO_PLACE: Objection = {
  reason: 'no_place',
  why: 'other agents had all places; its lines wait for the next beat.',
}

/** `isHeld`: no agent will be started, so that lines which the app worked lately are not worked again. */
async function pairOf(gated: Gated, isHeld: boolean): Promise<Pair | null> {
  const { run, thread, doc, plan, facts, context } = gated
  if (!facts.isPair) return null
  const about = {
    plan,
    doc,
    hasFacts: facts.factsWorthRun > 0,
    isScheduled: isScheduledOnly(run.reasons),
    isPermitted: context.store.permissions.rules(thread.id).once.length > 0,
    isStanding: standsForAgent(gated),
  }
  // Nothing of the list is due: an agent is asked about something else, or about a text that holds no tasks.
  if (plan.tasks.length === 0 && agentNeed({ ...about, results: [], left: [], isNews: () => true }) !== null)
    return null
  const tasks = isHeld ? plan.tasks.filter((task) => !facts.memory.isDoneLately(task)) : plan.tasks
  const lines = linesForApp(tasks)
  if (isHeld && lines.length === 0) return null
  context.store.runs.plan(run.id, plan.tiers, null, null)
  const untried = await lookBeforeTrial(thread, plan, facts, context.ports)
  const spec: AgentSpec = { ...listSpec(gated, null, lines), agent: LOCAL_CHECKS, hasAgent: true }
  const result = await callRunner(gated, spec, false)
  const written = await writtenSince(thread, untried, context.ports)
  const left = linesForAgent(tasks, result.tasks, onlyLooks(gated))
  const isNews = newsFor(gated)
  const need =
    result.status === 'completed' ? agentNeed({ ...about, results: result.tasks, left, isNews }) : null
  return { result, left, need, held: null, written }
}

const onlyLooks = ({ run, thread, plan }: Gated): boolean =>
  rightsOf(run, thread, highest(plan.tiers), run.startedAt).profile === 'look'

/** What the app worked of the list: all but what it left to the agent. */
export const workedByApp = ({ result, left }: Pair): readonly TaskResult[] => {
  const keys = new Set<string>(left.map((task) => task.key))
  return result.tasks.filter(({ key }) => !keys.has(key))
}

/** Due lines that this beat works, by the app or its agent; not those that wait for an agent which is held. */
export function linesWorked({ plan, pair }: Pick<Checked, 'plan' | 'pair'>): readonly Task[] {
  if (pair === null || pair.held === null) return plan.tasks
  const keys = new Set<string>(workedByApp(pair).map(({ key }) => key))
  return plan.tasks.filter((task) => keys.has(task.key))
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
  return (finding) => {
    const standing = open.get(alertKeyOf(finding))
    return standing === undefined || normaliseAlert(standing) !== normaliseAlert(sentence(finding.note))
  }
}
