import { zonedText } from '../../../../shared/base/clock/time-text.ts'
import { GATES, type GateId } from '../../../../shared/queue/gates.ts'
import { inTheWay } from '../../../../shared/runs/in-the-way.ts'
import { beatsResume } from '../../agents/sessions.ts'
import { isRunnerBusy } from '../../queue/gate-facts.ts'
import { stops, type Gated, type Objection } from './gate.ts'

/** What only the start of an agent is kept from, in the order of the list; null: nothing. */
export async function objectionToAgent(gated: Gated): Promise<Objection | null> {
  if (gated.thread.agent.kind === 'local') return null
  for (const { id } of GATES) {
    const objection = stops(gated, id) ? await AGENT_GATES[id]?.(gated) : null
    if (objection != null) return objection
  }
  return null
}

const AGENT_GATES: Partial<Record<GateId, (beat: Gated) => Objection | null | Promise<Objection | null>>> = {
  runner: resting,
  way,
  budget,
  session: noSession,
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
