import { highest, type Tier } from '../../../../shared/schedule/tier.ts'
import { MINUTE } from '../../../../shared/base/time.ts'
import type { AgentSpec, DueTask } from '../../ports/agents.ts'
import { outOfPlace } from '../../threads/trusted-place.ts'
import type { Begun } from '../context.ts'
import type { Gated } from '../gates/gate.ts'

/** A call that works these lines. */
export function listSpec(gated: Gated, prompt: string | null, lines: readonly DueTask[]): AgentSpec {
  const { run, thread, plan, doc, context } = gated
  const { ports, store, settings } = context
  ports.log('debug', 'run.planned', {
    threadId: thread.id,
    runId: run.id,
    tiers: plan.tiers,
    tasks: lines.length,
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
    tasks: lines.map(({ key, tier: of, text }) => ({ key, tier: of, text })),
    flags: doc.flags.map((flag) => flag.text),
    // Asked at the moment of use: an approval or the trust may have been taken back since the run began.
    approved: ({ hash }) =>
      store.threads.get(thread.id)?.trustedAt != null && store.permissions.approvals(thread.id).has(hash),
    wasApproved: (command) =>
      [...store.permissions.approvals(thread.id).values()].some(({ text }) => text === command),
    taskTimeoutMs: Math.min(limits[tier], 5 * MINUTE),
  }
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
  outOfPlace: () => outOfPlace(context, thread),
  turn: null,
  tools: null,
  deadlineMs: limitMs,
  taskTimeoutMs: limitMs,
  onProgress: context.onProgress,
  onOutput: context.onOutput,
  onBytes: context.wholeOutput?.push,
  onLongWait: context.onLongWait,
  onStart: (argv) => context.ports.log('debug', 'run.arguments', { runId: run.id, argv }),
  onProcess: () => {},
})
