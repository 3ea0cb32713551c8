import type { Instant } from '../base/time.ts'
import type { SkipReason } from './skip-reason.ts'
import type { Hold, ItemKind } from './queue.ts'

/**
 * What stands between a wish and its start, as one list in the order in which the queue asks (ARCHITECTURE, Gates). The
 * queue, the start of a beat, the forecast, Why in the window and on the command line, and the page itself read it. What
 * `tiers` and `tasks` say, planBeat decides.
 */
export type GateId =
  | 'agent'
  | 'trust'
  | 'runner'
  | 'on'
  | 'pause'
  | 'power'
  | 'quiet-hours'
  | 'active-hours'
  | 'tiers'
  | 'tasks'
  | 'shown'
  | 'changes'
  | 'way'
  | 'budget'
  | 'session'

/** A wish to start something, as far as gates ask who it is. */
export interface Ask {
  readonly kind: ItemKind
  /** Their own message, or a beat by hand. */
  readonly byPerson: boolean
  readonly isUrgent: boolean
  /** Nobody asked and nothing happened: only the time came. */
  readonly isScheduled: boolean
  /** Its due time has come, whatever else asks for it. */
  readonly isDue: boolean
  /** The first beat of a thread that was just added. */
  readonly isFirst: boolean
  /** Nothing but an agent can do it: a message, or a job that prompts one. */
  readonly needsAgent: boolean
}

/** What the gates of the queue look at. Functions: their answers cost, and most wishes end before them. */
export interface QueueFacts {
  readonly hasAgent: boolean
  /** Its beats begin with lines that the app works itself, for which no agent is started. */
  readonly hasAppPart: boolean
  readonly isTrusted: boolean
  readonly isResting: () => boolean
  readonly isOn: boolean
  readonly isPaused: () => boolean
  readonly isPowerHeld: () => boolean
  readonly quietUntil: () => Instant | null
  readonly isActive: () => boolean
  readonly isOverBudget: () => boolean
}

export interface Gate {
  readonly id: GateId
  /** As Why names it; null: Why does not show it. */
  readonly label: string | null
  /** Work waits here in the queue; null: nothing waits here. */
  readonly queue: {
    readonly hold: Hold
    readonly stops: (ask: Ask, facts: Pick<QueueFacts, 'hasAppPart'>) => boolean
    readonly isClosed: (facts: QueueFacts) => boolean
    /** Closed now, it is taken as closed for what is due later as well. */
    readonly isForeseen: boolean
  } | null
  /** A beat that has reached its start ends here; null: none does. `skip` null: it ends as unchanged. */
  readonly start: {
    readonly skip: SkipReason | null
    readonly stops: (ask: Ask) => boolean
  } | null
}

const notAPerson = (ask: Ask): boolean => !ask.byPerson
const notUrgent = (ask: Ask): boolean => !ask.byPerson && !ask.isUrgent
const beat = (ask: Ask): boolean => ask.kind === 'heartbeat'

/** The app works its part at the due time, whatever keeps the agent: that is decided when its start is due. */
const beginsWithApp = (ask: Ask, { hasAppPart }: Pick<QueueFacts, 'hasAppPart'>): boolean =>
  beat(ask) && ask.isDue && hasAppPart

/** What only the clock asks for. */
export const SCHEDULED_BEAT: Ask = {
  kind: 'heartbeat',
  byPerson: false,
  isUrgent: false,
  isScheduled: true,
  isDue: true,
  isFirst: false,
  needsAgent: false,
}

export const GATES: readonly Gate[] = [
  {
    id: 'agent',
    label: null,
    queue: {
      hold: 'no_agent',
      stops: (ask) => ask.needsAgent,
      isClosed: (f) => !f.hasAgent,
      isForeseen: true,
    },
    start: null,
  },
  {
    id: 'trust',
    label: 'Trust',
    // A beat by hand starts, and ends by saying so.
    queue: {
      hold: 'untrusted',
      stops: (ask) => !(beat(ask) && ask.byPerson),
      isClosed: (f) => !f.isTrusted,
      isForeseen: true,
    },
    start: null,
  },
  {
    id: 'runner',
    label: 'Runner',
    queue: {
      hold: 'runner_resting',
      // A person's own message, or beat, tries once all the same.
      stops: (ask, facts) =>
        notAPerson(ask) && (ask.kind !== 'job' || ask.needsAgent) && !beginsWithApp(ask, facts),
      isClosed: (f) => f.isResting(),
      isForeseen: true,
    },
    start: { skip: 'runner_resting', stops: notAPerson },
  },
  {
    id: 'on',
    label: 'On',
    // A job has times of its own, and a thread that is off has no due times ahead.
    queue: {
      hold: 'off',
      stops: (ask) => !ask.byPerson && ask.kind !== 'job',
      isClosed: (f) => !f.isOn,
      isForeseen: false,
    },
    start: null,
  },
  {
    id: 'pause',
    label: 'Pause',
    queue: { hold: 'paused', stops: notAPerson, isClosed: (f) => f.isPaused(), isForeseen: true },
    start: null,
  },
  {
    id: 'power',
    label: 'Power',
    queue: { hold: 'power', stops: notUrgent, isClosed: (f) => f.isPowerHeld(), isForeseen: true },
    start: null,
  },
  {
    id: 'quiet-hours',
    label: 'Quiet hours',
    queue: {
      hold: 'quiet_hours',
      stops: (ask) => beat(ask) && notUrgent(ask),
      isClosed: (f) => f.quietUntil() !== null,
      isForeseen: true,
    },
    start: null,
  },
  {
    id: 'active-hours',
    label: 'Active hours',
    // Due times keep to the hours by themselves.
    queue: {
      hold: 'outside_active_hours',
      stops: (ask) => !ask.byPerson && (ask.kind === 'message' || (beat(ask) && !ask.isUrgent)),
      isClosed: (f) => !f.isActive(),
      isForeseen: false,
    },
    start: null,
  },
  { id: 'tiers', label: 'Tiers', queue: null, start: { skip: 'paused', stops: (ask) => ask.isScheduled } },
  {
    id: 'tasks',
    label: 'Tasks',
    queue: null,
    // An agent makes sense of whatever woke it; local checks need a line, whoever asks (planBeat).
    start: { skip: 'nothing_due', stops: (ask) => ask.isScheduled },
  },
  { id: 'shown', label: 'Shown', queue: null, start: { skip: 'by_switches', stops: notAPerson } },
  { id: 'changes', label: 'Changes', queue: null, start: { skip: null, stops: (ask) => ask.isScheduled } },
  {
    id: 'way',
    label: 'You at work',
    queue: null,
    start: { skip: 'in_your_way', stops: (ask) => notUrgent(ask) && !ask.isFirst },
  },
  {
    id: 'budget',
    label: 'Budget',
    // A wake waits for it; a beat that only the clock asked for is skipped when it starts.
    queue: {
      hold: 'over_budget',
      stops: (ask, facts) =>
        !ask.byPerson && (beat(ask) ? !ask.isScheduled && !beginsWithApp(ask, facts) : ask.needsAgent),
      isClosed: (f) => f.isOverBudget(),
      isForeseen: true,
    },
    start: { skip: 'over_budget', stops: notAPerson },
  },
  { id: 'session', label: null, queue: null, start: { skip: 'no_session', stops: notAPerson } },
]

/** What this work waits for; null: nothing. None of the gates loses a wake. */
export function holdAtGates(ask: Ask, facts: QueueFacts): Hold | null {
  for (const { queue } of GATES)
    if (queue !== null && queue.stops(ask, facts) && queue.isClosed(facts)) return queue.hold
  return null
}

/** Where a due time ahead would be held or skipped whole, as things stand; null: nowhere. */
export function gateAhead(ask: Ask, facts: QueueFacts): GateId | null {
  const closed = GATES.find(
    ({ queue, start }) =>
      queue !== null &&
      queue.isForeseen &&
      (queue.stops(ask, facts) || (start?.stops(ask) === true && !beginsWithApp(ask, facts))) &&
      queue.isClosed(facts),
  )
  return closed?.id ?? null
}

/** What would keep only the agent of a beat from a start, as things stand; null: nothing. */
export function agentGateAhead(ask: Ask, facts: QueueFacts): GateId | null {
  if (!beginsWithApp(ask, facts)) return null
  const closed = GATES.find(
    ({ queue, start }) =>
      queue !== null && queue.isForeseen && start?.stops(ask) === true && queue.isClosed(facts),
  )
  return closed?.id ?? null
}

/** Until a gate opens, and not for its turn or its moment alone. */
export const isHeldAtGate = (hold: Hold): boolean => GATES.some(({ queue }) => queue?.hold === hold)
