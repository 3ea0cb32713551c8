import { faultSentence, type Fault } from '../../../shared/base/faults.ts'
import type { SkipReason } from '../../../shared/queue/skip-reason.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { SKIP_WORD } from '../../../shared/views/words.ts'
import type { RunEnd, RunVerdict } from '../ports/run-record.ts'
import type { Begun, Ended } from './context.ts'

/** An end from what there is to say of it; the rest says that nothing happened. */
export interface EndParts {
  readonly verdict: Partial<RunVerdict> & Pick<RunVerdict, 'outcome' | 'summary'>
  readonly turn?: Partial<RunEnd['turn']>
  readonly conversation?: Partial<RunEnd['conversation']>
  readonly alerts?: Partial<RunEnd['alerts']>
  readonly marks?: Partial<RunEnd['marks']>
}

export const ended = (
  begun: Begun,
  parts: EndParts,
  after: Partial<Pick<Ended, 'mirror' | 'jobText' | 'passedOn' | 'isAnswered' | 'daily'>> = {},
): Ended => ({
  begun,
  end: runEnd(parts),
  mirror: null,
  jobText: '',
  passedOn: null,
  isAnswered: false,
  daily: null,
  ...after,
})

export const runEnd = (parts: EndParts): RunEnd => ({
  verdict: { ...BARE.verdict, ...parts.verdict },
  turn: { ...BARE.turn, ...parts.turn },
  conversation: { ...BARE.conversation, ...parts.conversation },
  alerts: { ...BARE.alerts, ...parts.alerts },
  marks: { ...BARE.marks, ...parts.marks },
})

const BARE = {
  verdict: { skipReason: null, fault: null, tiers: [] },
  turn: {
    prompt: null,
    output: '',
    exitCode: null,
    tasks: [],
    glance: null,
    agent: null,
    report: null,
    attachments: [],
    touched: null,
    refused: [],
    usedRules: [],
  },
  conversation: { reply: '', news: null, knowledge: null, session: 'keep' },
  alerts: { raised: [], cleared: [] },
  marks: { stamps: [], unstamped: [], proven: {}, tried: [], done: [], consumed: false },
} satisfies Omit<RunEnd, 'verdict'> & { readonly verdict: Omit<RunVerdict, 'outcome' | 'summary'> }

export const STOPPED = { outcome: 'stopped', summary: 'Stopped before it ended.' } as const

export const broken = (
  error: Fault,
  tiers: readonly Tier[] = [],
): Pick<RunVerdict, 'outcome' | 'fault' | 'summary' | 'tiers'> => ({
  outcome: 'broken',
  fault: error,
  summary: faultSentence(error),
  tiers,
})

export const skipped = (
  reason: SkipReason,
  tiers: readonly Tier[] = [],
  why = `${SKIP_WORD[reason]}.`,
): Pick<RunVerdict, 'outcome' | 'skipReason' | 'summary' | 'tiers'> => ({
  outcome: 'skipped',
  skipReason: reason,
  summary: `Skipped: ${why}`,
  tiers,
})
