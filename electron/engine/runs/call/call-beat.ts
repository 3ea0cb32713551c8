import { NOTHING_WRITTEN } from '../../attempts/daily/keep-daily.ts'
import { call, type Answer, type Called } from './call.ts'
import type { Pair } from '../check.ts'
import { go, type Step } from '../context.ts'
import type { OpenedBeat } from '../open.ts'

/** Calls the runner of a beat, unless the app has worked all there is to do. */
export async function callBeat(beat: OpenedBeat): Promise<Step<OpenedBeat & Called>> {
  const { spec, pair } = beat
  if (spec === null) {
    await beat.context.wholeOutput?.end()
    return go({ ...beat, answer: withoutAgent(pair!) })
  }
  const called = await call({ ...beat, spec })
  return 'go' in called && pair !== null ? go({ ...called.go, answer: both(pair, called.go.answer) }) : called
}

const withoutAgent = ({ result }: Pair): Answer => ({
  result,
  isInterrupted: false,
  report: null,
  scores: [],
  written: NOTHING_WRITTEN,
  moves: [],
  touched: null,
  restraint: undefined,
  refused: [],
  attachments: [],
  usedRules: [],
})

/** What the app printed and saw comes before what its agent did. */
const both = ({ result: before }: Pair, answer: Answer): Answer => ({
  ...answer,
  result: {
    ...answer.result,
    output: [before.output, answer.result.output].filter((output) => output !== '').join('\n'),
    durationMs: before.durationMs + answer.result.durationMs,
  },
})
