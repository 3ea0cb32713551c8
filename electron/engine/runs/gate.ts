import { zonedText } from '../../../shared/base/clock/time-text.ts'
import { GATES, type GateId } from '../../../shared/queue/gates.ts'
import type { SkipReason } from '../../../shared/queue/skip-reason.ts'
import { changedSince, classesNeeded, type GateMark } from '../../../shared/runs/change-gate.ts'
import { EXCHANGED_KEY } from '../../../shared/alerts/alert.ts'
import { playbookPrint } from '../../../shared/playbook/print.ts'
import { inTheWay } from '../../../shared/runs/in-the-way.ts'
import { goneKeys } from '../../../shared/runs/judge/standing.ts'
import type { BeatPlan } from '../../../shared/runs/plan.ts'
import { deliveryOf, gateModeOf } from '../../../shared/threads/thread.ts'
import { NOT_TRUSTED } from '../../../shared/views/thread-state.ts'
import { beatsResume, sessionOfBeat } from '../agents/sessions.ts'
import { unstampedOf } from '../playbook/run-edits.ts'
import type { AgentResult } from '../ports/agents.ts'
import type { StoredSession } from '../ports/records.ts'
import { askOf, isRunnerBusy } from '../queue/gate-facts.ts'
import { zoneOf } from '../schedule/pace.ts'
import { trustedPlace, type TrustedPlace } from '../threads/trusted-place.ts'
import { go, type Begun, type Ended, type Step } from './context.ts'
import { broken, ended, skipped } from './ended.ts'
import type { Planned } from './plan.ts'

/**
 * The first gate of every run, before anything of the repository is read; asked again before an agent is called,
 * since what the app did until then may have taken long.
 */
export async function admit<B extends Begun>(begun: B): Promise<Step<B>> {
  const place = await trustedPlace(begun.context, begun.thread)
  const end = await foreignEnd(begun, place)
  if (end !== null) return end
  return place.is === 'missing' ? ended(begun, { verdict: broken(place.fault) }) : go(begun)
}

/** After the call: what was printed and found there is another one's; what an agent used was used. */
export async function admitAnswer<B extends Begun & { readonly answer: { readonly result: AgentResult } }>(
  called: B,
): Promise<Step<B>> {
  const foreign = await foreignEnd(called, await trustedPlace(called.context, called.thread))
  if (foreign === null) return go(called)
  const { end } = foreign
  return { ...foreign, end: { ...end, turn: { ...end.turn, agent: called.answer.result.turn } } }
}

/** Of a run at whose place stands what nobody trusted; null: what was trusted, or nothing. */
async function foreignEnd(begun: Begun, place: TrustedPlace): Promise<Ended | null> {
  const { thread, context } = begun
  const { store, documents } = context
  // Somebody else may have seen it first, and taken the trust back.
  if (store.threads.get(thread.id)?.trustedAt == null) {
    const exchanged = store.threads.facts(thread.id).alerts.find(({ key }) => key === EXCHANGED_KEY)
    return blocked(begun, exchanged?.text ?? NOT_TRUSTED)
  }
  switch (place.is) {
    case 'trusted':
    case 'missing':
      return null
    case 'elsewhere':
      await documents.refresh(thread.id) // and with it the thread is missing
      return blocked(
        begun,
        `The folder now leads to ${place.realPath}, which nobody trusted. Locate the repository again.`,
      )
    case 'exchanged':
      await documents.refresh(thread.id) // and with it the trust is taken back
      return blocked(begun, place.text)
  }
}

const blocked = (begun: Begun, summary: string): Ended =>
  ended(begun, { verdict: { outcome: 'blocked', summary } })

export interface Gated extends Planned {
  readonly plan: BeatPlan
  readonly session: StoredSession | null // the one to go on with
  /** What stands behind the due tasks now; null: it was not looked at. */
  readonly mark: Omit<GateMark, 'quiet'> | null
}

/** What the app and the agent alike are kept from. */
export async function gate(planned: Planned): Promise<Step<Gated>> {
  const { run, thread, context, facts } = planned
  if ('refuse' in facts.decision) return refused(planned, facts.decision.refuse)
  if ('skip' in facts.decision) {
    const { skip, tiers, because } = facts.decision
    return ended(planned, {
      verdict: skipped(skip, tiers, because),
      alerts: { cleared: goneCauses(planned) },
    })
  }
  const session = sessionOfBeat(run, thread, context)
  const gated: Gated = { ...planned, plan: facts.decision.run, session, mark: null }
  // Local checks read only, leave no trace, and get in nobody's way.
  if (thread.agent.kind === 'local') return go(gated)
  const hidden = stops(gated, 'shown') ? nobodySees(gated) : null
  return hidden === null ? changes(gated, stops(gated, 'changes')) : skip(gated, hidden)
}

/** Why an agent is not started, where this beat is asked for as it is. */
export interface Objection {
  readonly reason: SkipReason
  readonly why: string
}

/** What only the start of an agent is kept from, in the order of the list; null: nothing. */
export async function objectionToAgent(gated: Gated): Promise<Objection | null> {
  if (gated.thread.agent.kind === 'local') return null
  for (const { id } of GATES) {
    const objection = stops(gated, id) ? await AGENT_GATES[id]?.(gated) : null
    if (objection != null) return objection
  }
  return null
}

/** As the list has it, this gate concerns who asked for the beat. */
function stops({ run }: Gated, id: GateId): boolean {
  const ask = askOf({ kind: run.kind, from: run.sender, reasons: run.reasons }, null)
  return GATES.find((g) => g.id === id)?.start?.stops(ask) === true
}

/** A list in the middle of a merge. */
function refused(planned: Planned, text: string): Ended {
  const { run, thread, context } = planned
  context.ports.log('warn', 'doc.malformed', { threadId: thread.id, runId: run.id })
  return ended(planned, {
    verdict: { outcome: 'alert', summary: text },
    alerts: { raised: [{ key: 'doc', severity: 'warning', text }], cleared: ['broken'] },
  })
}

const goneCauses = ({ openKeys, doc }: Planned): readonly string[] => [
  'broken',
  'doc',
  ...goneKeys(openKeys, doc),
]

const AGENT_GATES: Partial<Record<GateId, (beat: Gated) => Objection | null | Promise<Objection | null>>> = {
  runner: resting,
  way,
  budget,
  session: noSession,
}

export const skip = (beat: Gated, { reason, why }: Objection): Ended =>
  ended(beat, { verdict: skipped(reason, beat.plan.tiers, why) })

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

/**
 * Somebody is at work in the repository: an agent that nobody asked for holds back. From an open session
 * and steady edits it keeps away once, not twice in a row.
 */
async function way({ thread, context }: Gated): Promise<Objection | null> {
  const { ports, store, settings } = context
  if (!settings.outOfTheWay) return null
  const wayFacts = await ports.repositories.wayFacts(thread.repoPath, ports.clock.now())
  if (!wayFacts.ok) return null // what is wrong with the repository is for the run itself to find
  const skippedBefore = store.threads.facts(thread.id).last?.skipReason === 'in_your_way'
  const because = inTheWay(wayFacts.value, { skippedBefore })
  return because === null ? null : { reason: 'in_your_way', why: because }
}

/** After its rest a runner is tried by one run at a time. */
function resting({ run, thread, context }: Gated): Objection | null {
  const { ports, store } = context
  const before = store.runs
    .running()
    .filter(({ id, startedAt }) => startedAt < run.startedAt || (startedAt === run.startedAt && id < run.id))
  const isBusy = isRunnerBusy(thread, before, store.threads.get)
  if (!context.resting.holds(thread.agent, isBusy, ports.clock.now())) return null
  const rest = context.resting.of(thread.agent)
  const until = rest === null ? '' : ` until ${zonedText(rest.until, ports.clock.timeZone, ports.clock)}`
  return { reason: 'runner_resting', why: `${rest?.name ?? 'its runner'} rests${until}.` }
}

/** The window and the command line have asked a person about it before. */
function budget({ run, thread, context }: Gated): Objection | null {
  const isUrgent = run.reasons.includes('urgent')
  const objection = context.budget.objection(thread, isUrgent, context.settings)
  return objection === null ? null : { reason: 'over_budget', why: `${objection}.` }
}

function noSession({ thread, session }: Gated): Objection | null {
  if (!beatsResume(thread) || session !== null) return null
  return { reason: 'no_session', why: 'no session to go on with. A message begins one.' }
}
