import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Backtest } from '../../../shared/pollination/backtest/tried.ts'
import type { SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import type { RuleScope } from '../../../shared/pollination/rules.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { json, jsonOrNull, number, numberOrNull, table, text, word, wordOrNull } from '../connection/table.ts'

export const SUGGESTIONS = table('suggestions', {
  number: number(),
  threadId: wordOrNull<ThreadId>(),
  threadNumber: number(),
  threadName: text(),
  pattern: text(),
  state: word<SuggestionRecord['state']>(),
  tier: word<Tier>(),
  text: text(),
  because: text(),
  sources: json<SuggestionRecord['sources']>(),
  reason: text(),
  by: word<SuggestionRecord['by']>(),
  origin: word<SuggestionRecord['origin']>(),
  offered: jsonOrNull<NonNullable<SuggestionRecord['offered']>>(),
  replaces: jsonOrNull<NonNullable<SuggestionRecord['replaces']>>(),
  proposed: jsonOrNull<NonNullable<SuggestionRecord['proposed']>>(),
  proposedAt: number(),
  at: number(),
})
export const SUGGESTION_RULES = table('suggestion_rules', {
  id: number(),
  pattern: text(),
  scope: word<RuleScope>(),
  threadId: wordOrNull<ThreadId>(),
  reason: text(),
  suggestion: numberOrNull(),
  at: number(),
})
export const SUGGESTIONS_TOLD = table('suggestions_told', {
  threadId: word<ThreadId>(),
  number: number(),
  at: number(),
})
export const TRIAL_CONSENTS = table('trial_consents', { threadId: word<ThreadId>(), at: number() })
export const BACKTESTS = table('backtests', {
  threadId: word<ThreadId>(),
  pattern: text(),
  print: text(),
  at: number(),
  backtest: jsonOrNull<Backtest>(),
  problem: text(),
})
