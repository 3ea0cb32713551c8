import type { Action } from '../../../shared/attempts/action.ts'
import { standingOf, type Attempt, type NewAttempt } from '../../../shared/attempts/attempt.ts'
import {
  counterOf,
  newCounters,
  owedTo,
  reduce,
  replayed,
  type Counters,
  type RealScore,
  type OwedAction,
} from '../../../shared/attempts/counters.ts'
import { usableScore, type Direction, type MinGain } from '../../../shared/attempts/gain.ts'
import { interventionPrompt, lateFor } from '../../../shared/attempts/intervention-prompt.ts'
import { USUAL_METRIC } from '../../../shared/attempts/metric.ts'
import { noiseFloor } from '../../../shared/attempts/noise.ts'
import type { ItemId, ThreadId } from '../../../shared/base/ids.ts'
import type { Clock } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Actions, Member } from './actions.ts'
import { NO_PAGES, type KnownPages } from '../../../shared/knowledge/pages-block.ts'
import { createDeadEnds } from './dead-ends.ts'

/** How the attempts of a team are judged. */
export interface TeamRule {
  readonly direction: Direction
  readonly minGain: MinGain
  readonly noise: number | null // null: not measured
}

/** A result on its way into the ledger. */
export interface Result extends Omit<NewAttempt, 'threadId' | 'team' | 'score'> {
  readonly member: Member
  readonly score: unknown // anything but a finite number is a failed run
  readonly rule: TeamRule
}

/** What one agent is to be given now. */
interface Delivery {
  readonly prompt: string
  readonly names: readonly string[] // in the order in which they stand in the prompt
  /** Its session that is resumed; null: none is known, and a new one begins. */
  readonly session: string | null
}

type Best = Parameters<typeof interventionPrompt>[2]['best']

export interface Ledger {
  /** Is being measured. */
  begin(key: string, member: Member): void
  /**
   * In settling order, all or none; those counted before are left out. Returns what was counted, in one transaction with
   * what `also` does with it.
   */
  settle(
    results: readonly Result[],
    how?: {
      readonly unseen?: number // runs of the team that nobody saw settle, before these
      readonly also?: (counted: readonly Attempt[]) => void
    },
  ): readonly Attempt[]
  counters(team: string): Counters
  owed(member: Member): readonly OwedAction[]
  /**
   * Everything that the agent is owed, as one prompt; null: nothing. Counts as given unless it is taken back, in
   * one transaction with what `also` does.
   */
  handOver(
    member: Member,
    how: {
      readonly session: string | null
      readonly best: Best
      readonly pages?: KnownPages
      /** Of the message that gives it; absent: it is given another way. */
      readonly itemId?: ItemId
      readonly depth?: number // interventions in a row, this one included
      readonly isForced?: boolean // the turn was interrupted for it
      readonly also?: (delivery: Delivery) => void
    },
  ): Delivery | null
  /** What this message was to give did not reach its agent: it is owed again. Nothing where it gives none. */
  takeBack(itemId: ItemId): void
  turn(team: string, direction: Direction): void
  /** A person does not believe this score, or believes it again; null: there is no such attempt. */
  strike(number: number, isStruck: boolean): Attempt | null
}

interface LedgerParts {
  readonly store: Pick<Store, 'attempts' | 'deadEnds' | 'together'>
  readonly clock: Pick<Clock, 'now'>
  readonly actions: Pick<Actions, 'of'>
}

export function createLedger({ store, clock, actions }: LedgerParts): Ledger {
  const { attempts } = store
  const deadEnds = createDeadEnds({ store, clock })
  const counters = (team: string): Counters => attempts.counters(team) ?? newCounters('higher')
  return {
    begin: (key, { threadId }) => attempts.begin(key, threadId, clock.now()),
    settle(results, { unseen = 0, also } = {}) {
      // Files are looked at before, so that nothing waits for them inside of the transaction.
      const inForce = new Map(results.map(({ member }) => [member.threadId, actions.of(member).actions]))
      return store.together(() => {
        let unseenLeft = unseen
        const counted = results.flatMap((result) => {
          if (attempts.isCounted(result.key)) return []
          const attempt = settleOne(store, result, inForce.get(result.member.threadId)!, unseenLeft)
          unseenLeft = 0
          return [attempt]
        })
        also?.(counted)
        return counted
      })
    },
    counters,
    owed: ({ team, threadId }) => owedTo(counters(team), threadId),
    handOver: (
      member,
      { session, best, pages = NO_PAGES, itemId = null, depth = 1, isForced = false, also },
    ) =>
      store.together(() => {
        const { team, threadId } = member
        const before = counters(team)
        const owed = owedTo(before, threadId)
        if (owed.length === 0) return null
        const told = attempts.untold(threadId)
        const { state, fired } = reduce(before, { kind: 'delivered', agent: threadId })
        const delivery = {
          prompt: interventionPrompt(told, owed, {
            direction: before.direction,
            best,
            pages,
            isForced,
            late: lateFor(before, threadId),
            deadEnds: deadEnds.forAgents(team),
          }),
          names: fired,
          session,
        }
        attempts.keepCounters(team, state)
        attempts.noteTold(threadId)
        const attempt = told.at(-1)?.number ?? 0
        attempts.noteIntervention({
          threadId,
          team,
          names: fired,
          attempt,
          session,
          at: clock.now(),
          itemId,
          depth,
          isForced,
          actions: owed,
        })
        also?.(delivery)
        return delivery
      }),
    takeBack: (itemId) => store.together(() => takeBack(store, itemId)),
    strike: (number, isStruck) => store.together(() => strike(store, number, isStruck)),
    turn: (team, direction) =>
      store.together(() => {
        attempts.keepCounters(team, turned(attempts, counters(team), direction))
      }),
  }
}

function settleOne(
  { attempts }: LedgerParts['store'],
  { member: { team, threadId }, rule, score, ...result }: Result,
  actions: readonly Action[],
  unseen: number,
): Attempt {
  const { direction } = rule
  const before = turned(attempts, attempts.counters(team) ?? newCounters(direction), direction)
  const event = {
    ...rule,
    kind: 'settled',
    agent: threadId,
    score,
    class: result.class,
    actions,
    unseen,
  } as const
  const { state } = reduce(before, event)
  const usable = usableScore(score)
  const after = counterOf(state, threadId)
  const judged = { score: usable, class: result.class }
  const standing = standingOf(judged, counterOf(before, threadId), after, direction)
  attempts.add({ ...result, score: usable, threadId, team, run: after.runs, standing })
  attempts.keepCounters(team, state)
  return attempts.newest(threadId)!
}

function takeBack({ attempts }: LedgerParts['store'], itemId: ItemId): void {
  const intervention = attempts.interventionOf(itemId)
  if (intervention === null || intervention.isReturned) return
  const { number, team, threadId } = intervention
  const before = attempts.counters(team) ?? newCounters('higher')
  const actions = attempts.returnIntervention(number)
  attempts.keepCounters(team, reduce(before, { kind: 'returned', agent: threadId, actions }).state)
}

const turned = (attempts: Store['attempts'], state: Counters, direction: Direction): Counters =>
  state.direction === direction
    ? state
    : reduce(state, { kind: 'direction', direction, from: attempts.here().attempt }).state

function strike({ attempts }: LedgerParts['store'], number: number, isStruck: boolean): Attempt | null {
  const attempt = attempts.get(number)
  if (attempt === null) return null
  const { team, threadId } = attempt
  attempts.strike(number, isStruck)
  const before = attempts.counters(team) ?? newCounters('higher')
  const scores = attempts
    .scores(team, before.from ?? 0)
    .map((one) => ({ ...one, ...ruleOf(one.threadId, attempts) }))
  const { state } = reduce(before, {
    kind: 'best',
    agent: threadId,
    own: replayed(
      scores.filter((one) => one.threadId === threadId),
      before.direction,
    ),
    team: replayed(scores, before.direction),
  })
  attempts.keepCounters(team, state)
  return attempts.get(number)
}

/** As a thread is measured now. */
function ruleOf(id: ThreadId, { metric }: Pick<Store['attempts'], 'metric'>): Omit<RealScore, 'score'> {
  const { minGain, noise } = metric(id) ?? { ...USUAL_METRIC, noise: null }
  return { minGain, noise: noiseFloor(noise) }
}
