import { changedSince, classesNeeded, type GateMark } from '../../../shared/runs/change-gate.ts'
import { playbookPrint } from '../../../shared/playbook/print.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { inTheWay } from '../../../shared/runs/in-the-way.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import type { SkipReason } from '../../../shared/queue/skip-reason.ts'
import { deliveryOf, type Thread } from '../../../shared/threads/thread.ts'
import { resumesSession } from './agent-turn.ts'
import type { RunContext } from './execute-run.ts'
import type { ClaimedRun, StoredSession } from '../ports/records.ts'

// Gates between a plan and the start of its runner, in the order in which they are asked: by switches,
// unchanged, in your way, over budget, no session. A person who asked by hand passes all of them.

interface Gate {
  /** When everything was last seen as it is now; null: the runner must look. */
  readonly unchangedSince: number | null
  /** What stands behind the tasks now, for the run that looks at them; null: not asked. */
  readonly mark: Omit<GateMark, 'quiet'> | null
}

/**
 * Whether anything a due task depends on has changed; only a beat that nobody and nothing asked for may be
 * saved.
 */
export async function changeGate(
  run: ClaimedRun,
  thread: Thread,
  plan: BeatPlan & { readonly mustLook: boolean },
  doc: HeartbeatDoc,
  { ports, store }: RunContext,
): Promise<Gate> {
  if (
    thread.agent.kind === 'local' ||
    thread.gate === 'always' ||
    (plan.tasks.length === 0 && doc.flags.length === 0) ||
    doc.loose
  )
    return { unchangedSince: null, mark: null }
  // The remote is asked as often as the tasks that need it are due.
  const prints = await ports.repositories.prints(thread.repoPath, classesNeeded(plan.tasks), true)
  const playbook = playbookPrint(doc)
  const marks = store.agents.gateMarks(thread.id)
  const because = changedSince({
    tasks: plan.tasks,
    tiers: plan.tiers,
    marks,
    prints,
    playbook,
    now: run.startedAt,
  })
  const since = Math.min(...plan.tiers.map((t) => marks[t]?.provenAt ?? 0))
  // Putting (never) back by hand asks for the tier.
  const asked = plan.tiers.some((t) => doc.stamps[t].never && thread.tiers[t].mirrored)
  const free = !plan.mustLook && !asked && plan.work.length === 0
  return {
    unchangedSince: free && because === null ? since : null,
    mark: { prints, playbook, provenAt: run.startedAt },
  }
}

interface Objection {
  readonly reason: SkipReason
  readonly summary: string
}

/** No agent is started for what nobody would see. */
export function switchObjection(run: ClaimedRun, thread: Thread, { settings }: RunContext): Objection | null {
  const { showOk, showAlerts, indicator } = deliveryOf(thread, settings)
  if (thread.agent.kind === 'local' || run.reasons.includes('manual') || showOk || showAlerts || indicator)
    return null
  return {
    reason: 'by_switches',
    summary:
      'Skipped: nothing of this thread is shown (quiet beats, alerts and indicator are all off), so ' +
      'no agent was started.',
  }
}

/**
 * Somebody is at work in the repository: an agent that nobody asked for holds back. From an open session
 * and steady edits it keeps away once, not twice in a row. Local checks read only, leave no trace, and get
 * in nobody's way.
 */
export async function wayObjection(
  run: ClaimedRun,
  thread: Thread,
  { ports, store, settings }: RunContext,
): Promise<Objection | null> {
  const isAsked = run.reasons.some((r) => r === 'manual' || r === 'urgent' || r === 'added')
  if (!settings.outOfTheWay || isAsked || thread.agent.kind === 'local') return null
  const facts = await ports.repositories.wayFacts(thread.repoPath, ports.clock.now())
  if (!facts.ok) return null // what is wrong with the repository is for the run itself to find
  const skippedBefore = store.threads.facts(thread.id).last?.skipReason === 'in_your_way'
  const because = inTheWay(facts.value, { skippedBefore })
  return because === null ? null : { reason: 'in_your_way', summary: `Skipped: ${because}` }
}

/**
 * What a person asked for runs on: the window and the command line have asked them about the budget before.
 */
export function startObjection(
  run: ClaimedRun,
  thread: Thread,
  session: StoredSession | null,
  { budget, settings }: RunContext,
): Objection | null {
  if (thread.agent.kind === 'local' || run.reasons.includes('manual')) return null
  const objection = budget.objection(thread, run.reasons.includes('urgent'), settings)
  if (objection !== null) return { reason: 'over_budget', summary: `Skipped: ${objection}.` }
  if (resumesSession(thread) && session === null)
    return { reason: 'no_session', summary: 'Skipped: no session to go on with. A message begins one.' }
  return null
}
