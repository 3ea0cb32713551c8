import { runnerName } from '../../../shared/agents/presets.ts'
import { timeOfDayText, zonedText, type TimeStyle } from '../../../shared/base/clock/time-text.ts'
import { agentGateAhead, gateAhead, type Ask } from '../../../shared/queue/gates.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { beatsRestUntil } from '../../../shared/queue/quiet-hours.ts'
import { isSnoozed, TIERS } from '../../../shared/schedule/tier.ts'
import { deliveryOf, gateModeOf, isDormant, type Thread } from '../../../shared/threads/thread.ts'
import { becauseOf, type GateFacts } from '../../../shared/views/gate-words.ts'
import { queueFacts } from '../queue/gate-facts.ts'
import { zoneOf } from '../schedule/pace.ts'
import type { ForesightSources } from './foresight-sources.ts'

/**
 * How a thread stands at every gate now. `inTheWay`: who is at work in its repository, which only Why looks
 * for; null: nobody, or nobody looked.
 */
export function gateReport(
  thread: Thread,
  inTheWay: string | null,
  { ports, engine, documents }: ForesightSources,
): GateFacts {
  const now = ports.clock.now()
  const settings = engine.settings()
  const power = engine.power()
  const rest = engine.resting.of(thread.agent)
  const isResting = rest !== null && rest.until > now
  const shown = deliveryOf(thread, settings)
  const doc = documents.facts(thread.id)
  const snoozed = TIERS.filter((tier) => isSnoozed(thread.tiers[tier], now))
  const facts = queueFacts(thread, false, () => false, now, {
    ports,
    budget: engine.budget,
    resting: engine.resting,
    settings: engine.settings,
    pause: engine.pause,
    power: () => power.policy,
  })
  return {
    ...facts,
    isResting: () => isResting,
    runner: runnerName(thread.agent),
    rest: isResting ? rest : null,
    dormantSince: isDormant(thread, settings.dormantAfterMs, now) ? thread.activeAt : null,
    pauseReason: (thread.pause ?? engine.pause())?.reason ?? null,
    powerReason: power.because,
    quietHours: quietHoursOf(settings),
    activeHours: hoursInWords(thread, ports.clock.style),
    scheduleProblem: thread.scheduleProblem,
    snoozed: snoozed.map((tier) => ({ tier, until: thread.tiers[tier].snoozedUntil ?? now })),
    areAllSnoozed: snoozed.length === TIERS.length,
    tasks: doc === null ? null : sum(Object.values(doc.tasks)) + doc.flags.length + doc.pendingWork,
    ignoresList: thread.config?.values.playbook === 'ignore',
    isHidden: facts.hasAgent && !shown.showOk && !shown.showAlerts && !shown.indicator,
    looks: looksOf(thread),
    inTheWay,
    looksForWork: settings.outOfTheWay,
    overBudget: engine.budget.objection(thread, false, settings),
    local: (at) => zonedText(at, zoneOf(thread, ports), ports.clock),
    here: (at) => zonedText(at, ports.clock.timeZone, ports.clock),
  }
}

/**
 * The same for a time ahead: a pause and a rest that are over by then hold nothing, and quiet hours that have
 * begun by then do.
 */
export function gateReportAt(
  thread: Thread,
  at: Instant,
  facts: GateFacts,
  { ports, engine }: ForesightSources,
): GateFacts {
  const pause = thread.pause ?? engine.pause()
  const isPaused = pause !== null && (pause.until === null || pause.until > at)
  const isResting = facts.rest !== null && facts.rest.until > at
  const quietUntil = beatsRestUntil(engine.settings(), at, ports.clock.timeZone)
  return { ...facts, isPaused: () => isPaused, isResting: () => isResting, quietUntil: () => quietUntil }
}

/** Why what is due ahead would not start, as things stand; null: it would. */
export function heldAhead(ask: Ask, facts: GateFacts): string | null {
  const gate = gateAhead(ask, facts)
  return gate === null ? null : becauseOf(gate, facts)
}

/** Why a beat that is due would start no agent, although it starts; null: it would. */
export function agentHeldAhead(ask: Ask, facts: GateFacts): string | null {
  const gate = agentGateAhead(ask, facts)
  return gate === null ? null : becauseOf(gate, facts)
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

function hoursInWords({ activeHours }: Thread, style: TimeStyle): GateFacts['activeHours'] {
  if (activeHours === null) return null
  const { start, end, timeZone } = activeHours
  return { start: timeOfDayText(start, style), end: timeOfDayText(end, style), timeZone }
}

function quietHoursOf({
  quietHours,
  quietPausesBeats,
}: {
  readonly quietHours: unknown
  readonly quietPausesBeats: boolean
}): GateFacts['quietHours'] {
  if (quietHours === null) return 'none'
  return quietPausesBeats ? 'rest' : 'silence'
}

function looksOf(thread: Thread): GateFacts['looks'] {
  if (thread.agent.kind === 'local') return 'locally'
  const looks = { needed: 'on-need', changes: 'on-change', always: 'always' } as const
  return looks[gateModeOf(thread)]
}
