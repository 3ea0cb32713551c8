import type { Action } from '../../../shared/attempts/action.ts'
import type { ActionChange, Standing } from '../../../shared/attempts/attempt.ts'
import type { DailyState } from '../../../shared/attempts/daily/daily-state.ts'
import type { AttemptClass, Counters, OwedAction } from '../../../shared/attempts/counters.ts'
import type { ActionProblem } from '../../../shared/attempts/read-action.ts'
import type { Voice } from '../../../shared/attempts/dead-ends/dead-end.ts'
import type { Metric, MetricSpec } from '../../../shared/attempts/metric.ts'
import type { Noise } from '../../../shared/attempts/noise.ts'
import type { ItemId, ThreadId } from '../../../shared/base/ids.ts'
import {
  flag,
  json,
  jsonOrNull,
  number,
  numberOrNull,
  printed,
  table,
  text,
  textOrNull,
  word,
  wordOrNull,
} from '../connection/table.ts'

export const ATTEMPTS = table('attempts', {
  number: number(),
  key: text(),
  threadId: word<ThreadId>(),
  team: text(),
  run: number(),
  score: numberOrNull(),
  class: word<AttemptClass>(),
  standing: word<Standing>(),
  title: printed(),
  feedback: printed(),
  commit: textOrNull('commit_id'),
  session: textOrNull(),
  told: flag(),
  isStruck: flag('struck'),
  at: number(),
})
export const ATTEMPTS_PENDING = table('attempts_pending', {
  key: text(),
  threadId: word<ThreadId>(),
  at: number(),
})
export const ATTEMPT_COUNTERS = table('attempt_counters', { team: text(), counters: json<Counters>() })
export const ACTION_LISTS = table('action_lists', {
  owner: text(),
  actions: json<readonly Action[]>(),
  notices: json<readonly ActionProblem[]>(),
  print: text(),
})
export const ACTION_CHANGES = table('action_changes', {
  number: number(),
  owner: text(),
  by: word<ActionChange['by']>(),
  what: text(),
  at: number(),
})
export const INTERVENTIONS = table('interventions', {
  number: number(),
  threadId: word<ThreadId>(),
  team: text(),
  names: json<readonly string[]>(),
  attempt: number(),
  session: textOrNull(),
  at: number(),
  itemId: wordOrNull<ItemId>(),
  depth: number(),
  isForced: flag('forced'),
  actions: json<readonly OwedAction[]>(),
  isReturned: flag('returned'),
})
export const RESULTS_PASSED_OVER = table('results_passed_over', {
  key: text(),
  threadId: word<ThreadId>(),
})
export const METRICS = table('metrics', {
  threadId: word<ThreadId>(),
  spec: json<MetricSpec>(),
  noise: jsonOrNull<Noise>(),
  digests: json<Metric['digests']>(),
  since: json<Metric['since']>(),
  reached: json<Metric['reached']>(),
})
export const DAILY = table('daily_interventions', {
  threadId: word<ThreadId>(),
  state: json<Partial<DailyState>>(), // of an older app: without what that did not know
})
export const DEAD_ENDS = table('dead_ends', {
  number: number(),
  team: text(),
  print: text(),
  claim: printed(),
})
export const DEAD_END_VOICES = table('dead_end_voices', {
  number: number(),
  deadEnd: number(),
  by: wordOrNull<ThreadId>('voter'),
  kind: word<Voice['kind']>(),
  evidence: json<readonly number[]>(),
  at: number(),
  run: number(),
})
