import { GATES, SCHEDULED_BEAT, type Ask, type Gate } from '../../shared/queue/gates.ts'

/** Whom a gate may be asked by, as ARCHITECTURE.md names them. */
const ASKS: readonly (readonly [string, Ask])[] = [
  ['a person', { ...SCHEDULED_BEAT, byPerson: true, isScheduled: false }],
  ['an urgent wake', { ...SCHEDULED_BEAT, isUrgent: true, isScheduled: false }],
  ['any other wake', { ...SCHEDULED_BEAT, isScheduled: false }],
  ['the clock', SCHEDULED_BEAT],
  ["others' message", { ...SCHEDULED_BEAT, kind: 'message', isScheduled: false, needsAgent: true }],
  ['a job with an agent', { ...SCHEDULED_BEAT, kind: 'job', needsAgent: true }],
]

function fateOf({ queue, start }: Gate, ask: Ask): string {
  if (queue?.stops(ask, { hasAppPart: false })) return 'waits'
  // Only a beat has a list, and comes to the gates of its start.
  if (ask.kind !== 'heartbeat' || !start?.stops(ask)) return ''
  return start.skip === null ? 'is unchanged' : 'is skipped'
}

/** The gates in their order, and what becomes of each wish where one is closed; empty: it passes. */
export const gatesTable = (): string =>
  [
    ['gate', ...ASKS.map(([name]) => name)],
    ['---', ...ASKS.map(() => '---')],
    ...GATES.map((gate) => [gate.id, ...ASKS.map(([, ask]) => fateOf(gate, ask))]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
