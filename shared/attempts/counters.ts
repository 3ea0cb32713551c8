import { SCOPES, type Action, type Scope } from './action.ts'
import { isProgress, thresholdOf, usableScore, type Direction, type MinGain } from './gain.ts'

export const ATTEMPT_CLASSES = ['real', 'tune', 'grader_error', 'meter_touched', 'killed'] as const
/**
 * real: counts in full. tune: exploratory. grader_error: the measuring broke. meter_touched: the run changed
 * the metric's own files, so its score is worth nothing. killed: the machine ended it.
 */
export type AttemptClass = (typeof ATTEMPT_CLASSES)[number]
/** The others count for intervals alone. */
const STALLING: readonly AttemptClass[] = ['real', 'meter_touched']

/** What is counted of an agent, or of a whole team. */
export interface Counter {
  readonly runs: number
  readonly best: number | null // null: no usable score yet
  /** The score of the last real step, which gains are measured from; null: none yet. */
  readonly step: number | null
  readonly stalled: number // runs in a row without progress
  /** Of stagnation actions: at which stall each came due, or was given, last. */
  readonly given: readonly { readonly name: string; readonly stalled: number }[]
}

/** null: none is usable. */
type Best = Pick<Counter, 'best' | 'step'>

/** What is due to an agent and was not given to it yet. */
export interface OwedAction {
  readonly agent: string
  readonly name: string
  readonly scope: Scope
  readonly prompt: string // as it was when it came due
  readonly trigger: Action['trigger']
  readonly place: number // in the list of actions, when it came due
}

/** All that decides about interventions of one team. Plain JSON: it is kept as it stands. */
export interface Counters {
  readonly direction: Direction
  readonly team: Counter
  readonly agents: Readonly<Record<string, Counter>>
  readonly owed: readonly OwedAction[] // oldest first
  /** Attempts up to this number were made in another direction and cannot be compared; absent: none. */
  readonly from?: number
}

export type AttemptEvent =
  | {
      readonly kind: 'settled'
      readonly agent: string
      readonly score: unknown // anything but a finite number is a failed run
      readonly class: AttemptClass
      readonly actions: readonly Action[] // in force for this agent, in their order
      readonly minGain: MinGain
      readonly noise: number | null // null: not measured
      /** Runs of the team that nobody saw settle, before this one. */
      readonly unseen: number
    }
  /** All that this agent is owed was given to it. */
  | { readonly kind: 'delivered'; readonly agent: string }
  /** What was given to this agent did not reach it. */
  | { readonly kind: 'returned'; readonly agent: string; readonly actions: readonly OwedAction[] }
  /** `from`: the newest attempt by then. */
  | { readonly kind: 'direction'; readonly direction: Direction; readonly from: number }
  /** A person struck a score, or took that back: what the scores that nobody struck come to. */
  | { readonly kind: 'best'; readonly agent: string; readonly own: Best; readonly team: Best }

const NEW_COUNTER: Counter = { runs: 0, best: null, step: null, stalled: 0, given: [] }
export const newCounters = (direction: Direction): Counters => ({
  direction,
  team: NEW_COUNTER,
  agents: {},
  owed: [],
})
export const counterOf = ({ agents }: Counters, agent: string): Counter =>
  Object.hasOwn(agents, agent) ? agents[agent]! : NEW_COUNTER
/** In the order in which it is given: the agent's own first, each scope as its list has it. */
export const owedTo = ({ owed }: Counters, agent: string): readonly OwedAction[] =>
  owed
    .filter((one) => one.agent === agent)
    .sort((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope) || a.place - b.place)

/** `fired`: names that came due by this run, or that were delivered, in the order of delivery. */
interface Reduced {
  readonly state: Counters
  readonly fired: readonly string[]
}

export function reduce(state: Counters, event: AttemptEvent): Reduced {
  switch (event.kind) {
    case 'settled':
      return settle(state, event)
    case 'delivered':
      return deliver(state, event.agent)
    case 'returned':
      return { state: takeBack(state, event), fired: [] }
    case 'direction':
      return { state: turn(state, event), fired: [] }
    case 'best':
      return { state: withBest(state, event), fired: [] }
  }
}

type Settled = Extract<AttemptEvent, { kind: 'settled' }>

function settle(state: Counters, event: Settled): Reduced {
  const { agent, actions, unseen } = event
  const before = { agent: counterOf(state, agent), team: state.team }
  const after = {
    agent: count(before.agent, event, state.direction, 1),
    team: count(before.team, event, state.direction, unseen + 1),
  }
  const due = actions.filter((action) =>
    isDue(action, before[action.scope], after[action.scope], STALLING.includes(event.class)),
  )
  const ofScope = (scope: Scope): readonly Action[] => due.filter((action) => action.scope === scope)
  const ordered = [...ofScope('agent'), ...ofScope('team')]
  const isNew = ({ name, scope }: Action): boolean =>
    !state.owed.some((one) => one.agent === agent && one.name === name && one.scope === scope)
  return {
    state: {
      ...state,
      agents: { ...state.agents, [agent]: noteGiven(after.agent, ofScope('agent')) },
      team: noteGiven(after.team, ofScope('team')),
      owed: [
        ...state.owed,
        ...ordered.filter(isNew).map((action) => owedAction(agent, action, actions.indexOf(action))),
      ],
    },
    fired: ordered.map(({ name }) => name),
  }
}

const owedAction = (agent: string, { name, scope, prompt, trigger }: Action, place: number): OwedAction => ({
  agent,
  name,
  scope,
  prompt,
  trigger,
  place,
})

function count(
  counter: Counter,
  { score, class: of, minGain, noise }: Pick<Settled, 'score' | 'class' | 'minGain' | 'noise'>,
  direction: Direction,
  runs: number,
): Counter {
  const counted = { ...counter, runs: counter.runs + runs }
  if (!STALLING.includes(of)) return counted
  const usable = of === 'real' ? usableScore(score) : null
  if (usable === null) return { ...counted, stalled: counter.stalled + 1 }
  const { best, step } = counter
  const isBest = best === null || isProgress(usable, best, direction, noise ?? 0)
  const isStep = step === null || isProgress(usable, step, direction, thresholdOf(minGain, noise, step))
  // Small gains may have brought the best far beyond the last step: past that step alone is not past the best.
  return isBest && isStep
    ? { ...counted, best: usable, step: usable, stalled: 0, given: [] }
    : { ...counted, best: isBest ? usable : best, stalled: counter.stalled + 1 }
}

/** A multiple that was jumped over is due once. */
function isDue(
  { name, trigger, every }: Action,
  before: Counter,
  after: Counter,
  isStalling: boolean,
): boolean {
  if (trigger === 'interval') return Math.floor(after.runs / every) > Math.floor(before.runs / every)
  if (!isStalling || after.stalled < every) return false
  const given = after.given.find((one) => one.name === name)
  return given === undefined || after.stalled - given.stalled >= every
}

/** The next one of a stagnation action is counted from here. */
function noteGiven(counter: Counter, actions: readonly Pick<OwedAction, 'name' | 'trigger'>[]): Counter {
  const names = actions.filter(({ trigger }) => trigger === 'stagnation').map(({ name }) => name)
  if (names.length === 0) return counter
  const kept = counter.given.filter(({ name }) => !names.includes(name))
  const { stalled } = counter
  return { ...counter, given: [...kept, ...names.map((name) => ({ name, stalled }))] }
}

function deliver(state: Counters, agent: string): Reduced {
  const given = owedTo(state, agent)
  if (given.length === 0) return { state, fired: [] }
  const of = (scope: Scope): readonly OwedAction[] => given.filter((one) => one.scope === scope)
  return {
    state: {
      ...state,
      agents: { ...state.agents, [agent]: noteGiven(counterOf(state, agent), of('agent')) },
      team: noteGiven(state.team, of('team')),
      owed: state.owed.filter((one) => one.agent !== agent),
    },
    fired: given.map(({ name }) => name),
  }
}

/** It is owed from before what came due since, and once. */
function takeBack(
  state: Counters,
  { agent, actions }: Extract<AttemptEvent, { kind: 'returned' }>,
): Counters {
  const isNamed = ({ name, scope }: OwedAction): boolean =>
    actions.some((one) => one.name === name && one.scope === scope)
  return {
    ...state,
    owed: [...actions, ...state.owed.filter((one) => one.agent !== agent || !isNamed(one))],
  }
}

/** A real score, with the rule by which it is judged. */
export interface RealScore {
  readonly score: number
  readonly minGain: MinGain
  readonly noise: number | null // null: not measured
}

/** What real scores come to, in settling order, as if only they had settled. */
export function replayed(scores: readonly RealScore[], direction: Direction): Best {
  const { best, step } = scores.reduce<Counter>(
    (counter, { score, ...rule }) => count(counter, { ...rule, score, class: 'real' }, direction, 1),
    NEW_COUNTER,
  )
  return { best, step }
}

/** What was counted as a stall stays one. */
function withBest(state: Counters, { agent, own, team }: Extract<AttemptEvent, { kind: 'best' }>): Counters {
  const at = (counter: Counter, { best, step }: Best): Counter =>
    counter.best === best ? counter : { ...counter, best, step }
  return {
    ...state,
    team: at(state.team, team),
    agents: { ...state.agents, [agent]: at(counterOf(state, agent), own) },
  }
}

/** Old and new numbers cannot be compared: bests and stalls begin anew. Runs stay counted, what is owed is owed. */
function turn(state: Counters, { direction, from }: Extract<AttemptEvent, { kind: 'direction' }>): Counters {
  if (direction === state.direction) return state
  const anew = (counter: Counter): Counter => ({ ...NEW_COUNTER, runs: counter.runs })
  return {
    ...state,
    direction,
    from,
    team: anew(state.team),
    agents: Object.fromEntries(Object.entries(state.agents).map(([id, counter]) => [id, anew(counter)])),
  }
}
