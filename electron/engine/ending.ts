import type { Ending } from './store-port.ts'

/** What an ending says of a run that had nothing to tell. */
export const BARE_ENDING: Omit<Ending, 'outcome' | 'summary' | 'failures' | 'durationMs'> = {
  skipReason: null, fault: null, tiers: [], stamps: [], tasks: [], output: '', prompt: null, exitCode: null, glance: null, raised: [], cleared: [], pause: null,
  nextDueAt: 'keep', backOffUntil: null, reply: '', news: null, turn: null, report: null, attachments: [], touched: null, proven: {}, refused: [], session: 'keep', usedRules: [], knowledge: null,
  consumed: false, again: null, tried: [], timedDone: [],
}
