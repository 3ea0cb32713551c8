import { faultSentence, type Fault } from '../../../shared/base/faults.ts'
import type { SkipReason } from '../../../shared/queue/skip-reason.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { SKIP_WORD } from '../../../shared/views/words.ts'
import type { Ending } from '../ports/records.ts'

/** What an ending says of a run that had nothing to tell. */
export const BARE_ENDING: Omit<Ending, 'outcome' | 'summary' | 'failures' | 'durationMs'> = {
  skipReason: null,
  fault: null,
  tiers: [],
  stamps: [],
  tasks: [],
  output: '',
  prompt: null,
  exitCode: null,
  glance: null,
  raised: [],
  cleared: [],
  pause: null,
  nextDueAt: 'keep',
  backOffUntil: null,
  reply: '',
  news: null,
  turn: null,
  report: null,
  attachments: [],
  touched: null,
  proven: {},
  refused: [],
  session: 'keep',
  usedRules: [],
  knowledge: null,
  consumed: false,
  again: null,
  tried: [],
  timedDone: [],
}

export const stopped = { outcome: 'stopped' as const, summary: 'Stopped before it ended.' }

export const broken = (error: Fault): Pick<Ending, 'outcome' | 'fault' | 'summary'> => ({
  outcome: 'broken',
  fault: error,
  summary: faultSentence(error),
})

export const skipped = (
  reason: SkipReason,
  tiers: readonly Tier[],
): Pick<Ending, 'outcome' | 'skipReason' | 'summary' | 'tiers'> => ({
  outcome: 'skipped',
  skipReason: reason,
  summary: `Skipped: ${SKIP_WORD[reason]}.`,
  tiers,
})
