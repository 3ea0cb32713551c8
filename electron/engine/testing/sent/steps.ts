import fc from 'fast-check'
import type { AgentConfig } from '../../../../shared/agents/agent-config.ts'
import { HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { SOURCE_SWITCHES, type EventSource } from '../../../../shared/events/system-event.ts'
import { CLAUDE } from '../with-agent.ts'
import type { Scripted } from '../world/world.ts'

export const RUNNERS: Readonly<Record<string, AgentConfig>> = {
  local: { kind: 'local' },
  command: { kind: 'command', argv: ['agent'], env: {} },
  agent: CLAUDE,
}
const SENT_FROM = ['command', 'cli', 'webhook', 'inbox'] as const satisfies readonly EventSource[]

/** How the runners of a history answer. */
export const ANSWERS: Readonly<Record<string, Scripted>> = {
  well: { text: 'HEARTBEAT_OK' },
  finding: { text: 'The build is red.', silent: true },
  broken: { status: 'failed', fault: { code: 'agent.exit_nonzero', message: 'exit 1' } },
  'never ending': { hangs: true },
  slow: { text: 'HEARTBEAT_OK', takesMs: 2 * MINUTE },
}

const which = fc.nat(1)
/** What may happen next in a history. */
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      which,
      from: fc.constantFrom(...SENT_FROM),
      urgent: fc.boolean(),
      wake: fc.constantFrom('now' as const, 'next' as const),
      again: fc.boolean(), // the text before, once more
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flood' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('job' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('runner' as const),
      which,
      to: fc.constantFrom(...Object.keys(RUNNERS)),
      withBeat: fc.boolean(), // between a beat's claim and its start
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('beat' as const),
      which,
      answer: fc.constantFrom(...Object.keys(ANSWERS)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      ms: fc.constantFrom(SECOND, MINUTE, 10 * MINUTE, HOUR, 5 * HOUR),
    }),
  },
  ...(
    [
      'stop',
      'pause',
      'resume',
      'off',
      'on',
      'dismiss',
      'acknowledge',
      'resolve',
      'message',
      'remove',
    ] as const
  ).map((name) => ({ weight: 1, arbitrary: fc.record({ do: fc.constant(name), which }) })),
  { weight: 2, arbitrary: fc.constant({ do: 'restart' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('banners' as const), work: fc.boolean(), shown: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('source' as const),
      which,
      source: fc.constantFrom(...SENT_FROM, 'job' as const),
      to: fc.constantFrom(...SOURCE_SWITCHES),
    }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const fact = { do: 'send', which: 0, from: 'cli', urgent: false, wake: 'next', again: false } as const
const toAgent = { do: 'runner', which: 0, to: 'agent', withBeat: false } as const
const beatThat = (answer: string) => ({ do: 'beat', which: 0, answer }) as const

/** A history for each way that a fact may go, by its name; chance need not come to all of them. */
export const WAYS: Readonly<Record<string, readonly Step[]>> = {
  told: [fact],
  waiting: [toAgent, fact],
  consumed: [toAgent, fact, beatThat('well')],
  shown: [toAgent, fact, beatThat('never ending')],
  expired: [toAgent, fact, { do: 'dismiss', which: 0 }],
  gone: [toAgent, fact, { do: 'flood', which: 0 }],
}
