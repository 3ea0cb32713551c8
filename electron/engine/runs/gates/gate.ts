import { zonedText } from '../../../../shared/base/clock/time-text.ts'
import { GATES, type GateId } from '../../../../shared/queue/gates.ts'
import type { SkipReason } from '../../../../shared/queue/skip-reason.ts'
import { changedSince, classesNeeded, type GateMark } from '../../../../shared/runs/change-gate.ts'
import { playbookPrint } from '../../../../shared/playbook/print.ts'
import { goneKeys } from '../../../../shared/runs/judge/standing.ts'
import type { BeatPlan } from '../../../../shared/runs/plan.ts'
import { deliveryOf, gateModeOf } from '../../../../shared/threads/thread.ts'
import { sessionOfBeat } from '../../agents/sessions.ts'
import { unstampedOf } from '../../playbook/run-edits.ts'
import type { StoredSession } from '../../ports/records.ts'
import { askOf } from '../../queue/gate-facts.ts'
import { zoneOf } from '../../schedule/pace.ts'
import { go, type Ended, type Step } from '../context.ts'
import { ended, skipped } from '../ended.ts'
import type { Decided } from '../plan.ts'

export interface Gated extends Decided {
  readonly plan: BeatPlan
  readonly session: StoredSession | null // the one to go on with
  /** What stands behind the due tasks now; null: it was not looked at. */
  readonly mark: Omit<GateMark, 'quiet'> | null
}

/** What the app and the agent alike are kept from. */
export async function gate(decided: Decided): Promise<Step<Gated>> {
  const { run, thread, context, facts } = decided
  if ('refuse' in facts.decision) return refused(decided, facts.decision.refuse)
  if ('skip' in facts.decision) {
    const { skip, tiers, because } = facts.decision
    return ended(decided, {
      verdict: skipped(skip, tiers, because),
      alerts: { cleared: goneCauses(decided) },
    })
  }
  const session = sessionOfBeat(run, thread, context)
  const gated: Gated = { ...decided, plan: facts.decision.run, session, mark: null }
  // Local checks read only, leave no trace, and get in nobody's way.
  if (thread.agent.kind === 'local') return go(gated)
  const hidden = stops(gated, 'shown') ? nobodySees(gated) : null
  return hidden === null ? changes(gated, stops(gated, 'changes')) : skip(gated, hidden)
}

/** A list in the middle of a merge. */
function refused(decided: Decided, text: string): Ended {
  const { run, thread, context } = decided
  context.ports.log('warn', 'doc.malformed', { threadId: thread.id, runId: run.id })
  return ended(decided, {
    verdict: { outcome: 'alert', summary: text },
    alerts: { raised: [{ key: 'doc', severity: 'warning', text }], cleared: ['broken'] },
  })
}

const goneCauses = ({ openKeys, doc }: Decided): readonly string[] => [
  'broken',
  'doc',
  ...goneKeys(openKeys, doc),
]

/** No agent is started for what nobody would see. */
function nobodySees({ thread, context }: Gated): Objection | null {
  const { showOk, showAlerts, indicator } = deliveryOf(thread, context.settings)
  if (showOk || showAlerts || indicator) return null
  const why =
    'nothing of this thread is shown (quiet beats, alerts and indicator are all off), so no agent was started.'
  return { reason: 'by_switches', why }
}

/**
 * Nothing that a due task depends on has changed. Every beat looks, so that its run can prove what it saw;
 * only one that nobody and nothing asked for is saved by it.
 */
async function changes(beat: Gated, isSpared: boolean): Promise<Step<Gated>> {
  const { run, thread, doc, plan, context } = beat
  const hasLines = plan.tasks.length > 0 || doc.flags.length > 0
  if (gateModeOf(thread) !== 'changes' || !hasLines || doc.loose) return go(beat)
  // The remote is asked as often as the tasks that need it are due.
  const { repositories } = context.ports
  const prints = await repositories.prints(thread.repoPath, classesNeeded(plan.tasks), true)
  const playbook = playbookPrint(doc)
  const marks = context.store.agents.gateMarks(thread.id)
  const { tasks, tiers } = plan
  const change = changedSince({ tasks, tiers, marks, prints, playbook, now: run.startedAt })
  if (change === null && isSpared && !mustLook(beat))
    return unchanged(beat, Math.min(...tiers.map((tier) => marks[tier]?.provenAt ?? 0)))
  return go({ ...beat, mark: { prints, playbook, provenAt: run.startedAt } })
}

/** Something came with the time: facts, or what stands in the list and asks by itself. */
function mustLook({ thread, doc, plan, facts }: Gated): boolean {
  // Putting (never) back by hand asks for the tier.
  const isTierAsked = unstampedOf(doc, plan.tiers).some((tier) => thread.tiers[tier].mirrored)
  const isTaskAsked = plan.tasks.some((task) => task.timed.length > 0 || facts.memory.isNew(task))
  return facts.factsWorthRun > 0 || isTaskAsked || isTierAsked || plan.work.length > 0
}

function unchanged(beat: Gated, since: number): Ended {
  const { run, thread, plan, context } = beat
  const timeZone = zoneOf(thread, context.ports)
  const summary = `Nothing changed since ${zonedText(since, timeZone, context.ports.clock)}, so no agent was started.`
  const edits = plan.tiers.map((tier) => ({ do: 'stamp', tier, at: run.startedAt, timeZone }) as const)
  return ended(
    beat,
    {
      verdict: { outcome: 'unchanged', summary, tiers: plan.tiers },
      alerts: { cleared: goneCauses(beat) },
      marks: { stamps: plan.tiers, unstamped: unstampedOf(beat.doc, plan.tiers) },
    },
    { mirror: { edits, stamps: plan.tiers } },
  )
}

/** Why an agent is not started, where this beat is asked for as it is. */
export interface Objection {
  readonly reason: SkipReason
  readonly why: string
}

export const skip = (beat: Gated, { reason, why }: Objection): Ended =>
  ended(beat, { verdict: skipped(reason, beat.plan.tiers, why) })

/** As the list has it, this gate concerns who asked for the beat. */
export function stops({ run }: Gated, id: GateId): boolean {
  const ask = askOf({ kind: run.kind, from: run.sender, reasons: run.reasons }, null)
  return GATES.find((g) => g.id === id)?.start?.stops(ask) === true
}
