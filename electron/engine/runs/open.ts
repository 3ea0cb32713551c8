import { workKey } from '../../../shared/runs/judge/standing.ts'
import { highest, type Tier } from '../../../shared/schedule/tier.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { ok } from '../../../shared/base/result.ts'
import { applyFitting, rewrite } from '../playbook/edit-heartbeat.ts'
import { openingEdits } from '../playbook/run-edits.ts'
import { lookBeforeTrial } from '../playbook/trial.ts'
import { taken } from '../playbook/work-claims.ts'
import type { AgentSpec } from '../ports/agents.ts'
import type { RepositoryLook } from '../ports/repositories.ts'
import { go, stillOn, type Begun, type Step } from './context.ts'
import { broken, ended } from './ending.ts'
import type { Gated } from './gate.ts'
import { prepareTurn, usdLeftOf, type PreparedTurn, type TurnRequest } from './turn.ts'

/** A run whose runner may be called now. */
export interface Opened extends Begun {
  readonly turn: PreparedTurn | null // null: local checks, or a job's command
  readonly spec: AgentSpec
}

export interface OpenedBeat extends Gated, Opened {
  /** HEARTBEAT.md as the run found it, its own claims included. */
  readonly openingText: string
  /** The repository before new commands run for the first time; null: none of them does. */
  readonly untried: RepositoryLook | null
}

/** The last gates: tools that cannot be reached, and a list that cannot be written. */
export async function openBeat(gated: Gated): Promise<Step<OpenedBeat>> {
  const { run, thread, isTracked, plan, session, facts, context } = gated
  const { ports, store } = context
  const { tiers } = plan
  const request = { kind: highest(tiers), isTracked, session, usdLeft: usdLeftOf(run, thread, context) }
  const turn = facts.runner === 'local' ? null : await prepareTurn(gated, request)
  // Without its tools an agent can neither report nor tick a look-only list: it would be paid for nothing.
  if (thread.agent.kind === 'cli' && turn?.fault != null)
    return ended(gated, { verdict: broken(turn.fault, tiers) })
  stillOn(gated)
  const edits = isTracked ? [] : openingEdits(run, plan, thread, ports)
  const opening = await rewrite<never>(ports.files, thread.repoPath, (doc) => {
    stillOn(gated)
    const after = applyFitting(doc, edits)
    store.work.claim(thread.id, run.id, taken(doc, after))
    return ok(after)
  })
  if (!opening.ok) return ended(gated, { verdict: broken(opening.error, tiers) })
  const untried = await lookBeforeTrial(thread, plan, facts.memory, ports)
  return go({ ...gated, turn, openingText: opening.value.text, untried, spec: beatSpec(gated, turn) })
}

function beatSpec(gated: Gated, turn: PreparedTurn | null): AgentSpec {
  const { run, thread, plan, doc, facts, context } = gated
  const { ports, store, settings, onProgress } = context
  const isLookOnly = turn?.start.profile === 'look'
  const reach = { tools: turn?.spec.tools != null, lookOnly: isLookOnly }
  const prompt = turn === null ? null : facts.prompt(plan, reach)
  store.runs.plan(run.id, plan.tiers, prompt, turn?.start ?? null)
  const total = plan.tasks.length
  ports.log('debug', 'run.planned', {
    threadId: thread.id,
    runId: run.id,
    tiers: plan.tiers,
    tasks: total,
    argv: thread.agent.kind === 'command' ? thread.agent.argv : thread.agent.kind,
  })
  const tier = highest(plan.tiers)
  const limits: Record<Tier, number> = {
    quick: settings.quickLimitMs,
    hourly: settings.hourlyLimitMs,
    daily: settings.dailyLimitMs,
  }
  return {
    ...bareSpec(gated, prompt, limits[tier]),
    ...turn?.spec,
    tasks: [...plan.tasks, ...plan.work.map((w) => ({ key: workKey(w), tier, text: w.title }))],
    flags: doc.flags.map((flag) => flag.text),
    // Asked at the moment of use: an approval or the trust may have been taken back since the run began.
    approved: ({ hash }) =>
      store.threads.get(thread.id)?.trustedAt != null && store.permissions.approvals(thread.id).has(hash),
    taskTimeoutMs: Math.min(limits[tier], 5 * MINUTE),
    onProgress: (progress) => onProgress(progress.total === 0 ? { ...progress, total } : progress),
  }
}

/** A run that asks its agent one thing: a message, or a job with a prompt. */
export interface Question extends Begun {
  readonly prompt: string
  readonly request: Omit<TurnRequest, 'isTracked'>
}

export interface OpenedQuestion extends Question, Opened {
  readonly turn: PreparedTurn
}

export async function openQuestion(question: Question): Promise<Step<OpenedQuestion>> {
  const { run, thread, prompt, request, context } = question
  const tracked = await context.ports.repositories.isTracked(thread.repoPath)
  const turn = await prepareTurn(question, { ...request, isTracked: tracked.ok && tracked.value })
  context.store.runs.plan(run.id, [], prompt, turn.start)
  const spec = { ...bareSpec(question, prompt, context.settings.dailyLimitMs), ...turn.spec }
  return go({ ...question, turn, spec })
}

/** A call that works no list. */
export const bareSpec = (
  { run, thread, context }: Begun,
  prompt: string | null,
  limitMs: number,
): AgentSpec => ({
  runId: run.id,
  marker: run.marker,
  repoPath: thread.repoPath,
  agent: thread.agent,
  prompt,
  tasks: [],
  flags: [],
  approved: () => false,
  turn: null,
  tools: null,
  deadlineMs: limitMs,
  taskTimeoutMs: limitMs,
  onProgress: context.onProgress,
  onOutput: context.onOutput,
  onNetwork: context.onNetwork,
  onStart: (argv) => context.ports.log('debug', 'run.arguments', { runId: run.id, argv }),
  onProcess: () => {},
})
