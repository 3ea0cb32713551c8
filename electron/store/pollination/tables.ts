import type { ThreadId } from '../../../shared/base/ids.ts'
import type { DecidedSuggestion } from '../../../shared/pollination/lines/decided.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { number, table, text, word } from '../connection/table.ts'

export const SUGGESTIONS = table('suggestions', {
  number: number(),
  threadId: word<ThreadId>(),
  pattern: text(),
  state: word<DecidedSuggestion['state']>(),
  tier: word<Tier>(),
  text: text(),
  because: text(),
  reason: text(),
  at: number(),
})
