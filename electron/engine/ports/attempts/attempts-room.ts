import type { Action } from '../../../../shared/attempts/action.ts'
import type { ActionChange, Attempt, Intervention } from '../../../../shared/attempts/attempt.ts'
import type { Counters, OwedAction } from '../../../../shared/attempts/counters.ts'
import type { ActionProblem } from '../../../../shared/attempts/read-action.ts'
import type { Used } from '../../../../shared/attempts/limits.ts'
import type { Metric } from '../../../../shared/attempts/metric.ts'
import type { ItemId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'

/** The last good list of an owner. */
export interface KeptActions {
  readonly owner: string
  readonly actions: readonly Action[]
  readonly notices: readonly ActionProblem[]
  readonly print: string // of the file that it was read from or written to; '': it has none
}

/** Attempts, what is counted of them, and what agents were given. */
export interface AttemptsRoom {
  /** null: nothing was ever counted of this team. */
  counters(team: string): Counters | null
  keepCounters(team: string, counters: Counters): void
  /** It is being measured. */
  begin(key: string, threadId: ThreadId, at: Instant): void
  /** It could not be measured and is no attempt. */
  drop(key: string): void
  /** Those being measured, oldest first. */
  pending(): readonly { readonly key: string; readonly threadId: ThreadId }[]
  /** false: this key was counted already; nothing changed. Ends its being measured. */
  add(attempt: Omit<Attempt, 'number' | 'isStruck'>): boolean
  /** null: there is no such attempt. */
  get(number: number): Attempt | null
  strike(number: number, isStruck: boolean): void
  /** Usable real scores of the team's attempts above this number that are not struck, in settling order. */
  scores(team: string, after: number): readonly { readonly threadId: ThreadId; readonly score: number }[]
  isCounted(key: string): boolean
  /** Results that are no attempts, by their keys. */
  passOver(threadId: ThreadId, keys: readonly string[]): void
  isPassedOver(key: string): boolean
  /** The session of all attempts of this run, known once its turn is over. */
  noteSession(runKey: string, session: string): void
  /** Of this thread; null: none. */
  newest(threadId: ThreadId): Attempt | null
  /** The newest first, of this thread and team. */
  list(of: { readonly threadId?: ThreadId; readonly team?: string }, limit: number): readonly Attempt[]
  /** Oldest first: those that their agent was not told of. */
  untold(threadId: ThreadId): readonly Attempt[]
  noteTold(threadId: ThreadId): void
  /** Real attempts of the team that have a commit, the best first. */
  leading(
    team: string,
    since: Pick<Counters, 'direction' | 'from'>, // scores from before the direction turned cannot be compared
    limit: number,
  ): readonly Attempt[]
  /** The best real attempt of this thread that has a commit, and another than this; null: there is none. */
  bestBeside(attempt: Attempt, since: Pick<Counters, 'direction' | 'from'>): Attempt | null
  metric(threadId: ThreadId): Metric | null
  metrics(): readonly Metric[]
  saveMetric(metric: Metric): void
  /** Where limits of a metric that is saved now begin to count. */
  here(): Metric['since']
  /** What was used of its limits. */
  used(metric: Metric): Used
  /** false: there was none. */
  removeMetric(threadId: ThreadId): boolean
  /** The intervention that this item of the queue gives; null: it gives none. */
  interventionOf(itemId: ItemId): Intervention | null
  /** How many interventions followed one another since the last beat of this thread began; 0: none. */
  depthSinceBeat(threadId: ThreadId): number
  /** `actions`: as they were owed. */
  noteIntervention(
    intervention: Omit<Intervention, 'number' | 'isReturned'> & { readonly actions: readonly OwedAction[] },
  ): void
  /** It did not reach its agent, which was not told of those attempts either. Returns what it was to give. */
  returnIntervention(number: number): readonly OwedAction[]
  /** The newest first. */
  interventions(threadId: ThreadId, limit: number): readonly Intervention[]
  /** null: it has none of its own. */
  actions(owner: string): KeptActions | null
  /** null: it has none of its own from here on. The change goes on record. */
  keepActions(
    kept: KeptActions | { readonly owner: string; readonly actions: null },
    change: ActionChange,
  ): void
  /** The newest first. */
  changes(owner: string, limit: number): readonly ActionChange[]
}
