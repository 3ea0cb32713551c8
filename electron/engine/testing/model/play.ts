import type { EventId, ItemId, JobId, RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Run } from '../../../../shared/runs/run.ts'
import type { Scenario } from '../scenario.ts'

export const STARTS_A_DAY = 60

/** One random history on its way: what was done to the engine, and what it has shown of that. */
export interface Play {
  readonly s: Scenario
  readonly random: () => number
  readonly pick: <T>(list: readonly T[]) => T
  readonly threads: readonly ThreadId[]
  readonly jobs: readonly JobId[]
  limits: { readonly runs: number; readonly heartbeats: number }
  /** Messages that were accepted, by their item. */
  readonly accepted: Map<ItemId, string>
  /** Events that were accepted, with the runs whose prompts they stood in. */
  readonly facts: Map<
    EventId,
    { readonly threadId: ThreadId; readonly text: string; readonly runs: Set<RunId> }
  >
  readonly dropped: Set<EventId>
  readonly outcomes: Map<RunId, string> // as they were seen first
  /** What ran at the step before. */
  before: {
    readonly runs: number
    readonly heartbeats: number
    readonly local: number
    /** Under which; another object means that they were changed. */
    readonly limits: Play['limits'] | null
  }
}

export function allRuns(s: Scenario): readonly Run[] {
  const runs: Run[] = []
  for (let before: string | undefined; ; ) {
    const page = s.store.runs.page({ limit: 200, before })
    runs.push(...page.runs)
    if (page.next === null) return runs
    before = page.next
  }
}
