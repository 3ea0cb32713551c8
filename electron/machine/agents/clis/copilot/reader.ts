import { fault } from '../../../../../shared/base/faults.ts'
import { distinct } from '../../call-log.ts'
import {
  asAmount,
  asText,
  type CliRequest,
  type Exit,
  type Reader,
  type ReaderContext,
  type Reading,
} from '../../cli.ts'
import { classify, failureInReply, WELL, type Outcome } from '../../failures/failure-text.ts'
import { moneyOf, type Seen } from './cost.ts'
import { newStream, onEvent, type Stream } from './events.ts'
import { watchSpans } from './spans.ts'

export function reader(request: CliRequest, context: ReaderContext): Reader {
  const stream = newStream(request, context)
  const spans = watchSpans(request, context)
  return {
    push(event) {
      onEvent(stream, event)
      if (event['type'] === 'assistant.message') spans.answered()
    },
    settled: spans.settled,
    end(exit) {
      spans.stop()
      return { ...readingOf(stream, exit, spans.seen()), sessionId: stream.sessionId ?? spans.sessionId() }
    },
  }
}

function readingOf(s: Stream, exit: Exit, seen: Seen | null): Reading {
  const outcome = outcomeOf(s, exit)
  const model = s.model ?? s.request.model
  return {
    text: s.reply,
    fault: outcome.fault,
    sessionId: s.sessionId,
    model,
    ...moneyOf(exit.usageText, model, s.request, seen),
    refusals: distinct(s.denied),
    resetsAt: outcome.resetsAt,
    toolsReached: s.toolsReached,
  }
}

function outcomeOf({ error, result, reply }: Stream, exit: Exit): Outcome {
  if (error !== null) {
    const failure = { text: asText(error['message']) ?? '', status: asAmount(error['statusCode']) }
    return classify('Copilot', failure, exit)
  }
  if (exit.code !== 0 || (asAmount(result?.['exitCode']) ?? 0) !== 0)
    return classify('Copilot', { text: lastWords(exit), status: null }, exit)
  if (result === null) return badOutput('Copilot ended without a result')
  if (reply === null) return badOutput('Copilot ended without a message')
  return failureInReply(reply, exit) ?? WELL
}

const badOutput = (message: string): Outcome => ({
  fault: fault('agent.bad_output', message),
  resetsAt: null,
})

const lastWords = ({ stderr, code }: Exit): string =>
  stderr
    .trim()
    .split('\n')
    .find((line) => line.trim() !== '') ??
  `Copilot ended ${code === null ? 'by a signal' : `with exit code ${code}`}`
