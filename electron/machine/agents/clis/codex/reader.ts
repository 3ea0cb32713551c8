import {
  asAmount,
  asObject,
  asText,
  type CliRequest,
  type Event,
  type Reader,
  type ReaderContext,
  type Reading,
} from '../../cli.ts'
import { moneyOf } from './cost.ts'
import { callOf, QUIET_ITEMS } from './items.ts'
import { outcomeOf } from './outcome.ts'
import { watchRecord } from './watch-record.ts'

export function reader(request: CliRequest, context: ReaderContext): Reader {
  const { calls } = context
  const watched = watchRecord(request, context)
  let sessionId: string | null = null
  let reply: string | null = null
  let completed: Event | null = null
  let failure: string | null = null
  let notice: string | null = null

  const onItem = (item: Event, isEnd: boolean): void => {
    const id = asText(item['id']) ?? ''
    const kind = asText(item['type'])
    if (kind === 'agent_message') reply = asText(item['text']) ?? reply
    if (kind === null || id === '' || QUIET_ITEMS.has(kind)) return
    calls.begin(id, callOf(kind, item))
    if (isEnd)
      calls.end(id, {
        ok: item['status'] === 'completed' && (item['error'] ?? null) === null,
        exitCode: asAmount(item['exit_code']),
      })
  }

  return {
    push(event) {
      switch (event['type']) {
        case 'thread.started':
          sessionId = asText(event['thread_id']) ?? sessionId
          if (sessionId !== null) watched.begin(sessionId)
          return
        case 'item.started':
        case 'item.updated':
        case 'item.completed':
          return onItem(asObject(event['item']), event['type'] === 'item.completed')
        case 'turn.completed':
          completed = event
          return
        case 'turn.failed':
          failure = asText(asObject(event['error'])['message']) ?? failure ?? ''
          return
        case 'error':
          notice = asText(event['message']) ?? notice
      }
    },
    settled: watched.settled,
    end(exit) {
      watched.stop()
      const outcome = outcomeOf({ reply, isComplete: completed !== null, failure, notice }, exit)
      return {
        text: reply,
        fault: outcome.fault,
        sessionId,
        model: request.model,
        ...moneyOf(asObject(completed?.['usage'] ?? watched.usage()), request),
        refusals: watched.refusals(),
        unseenRefusals: watched.unseen(),
        resetsAt: outcome.resetsAt,
        // The server is required: without it there is no thread.
        toolsReached: request.toolsUrl === null ? null : toolsReached(outcome.fault, sessionId),
      }
    },
  }
}

/** null: it did not come so far. */
function toolsReached(fault: Reading['fault'], sessionId: string | null): boolean | null {
  if (fault?.code === 'agent.tools_failed') return false
  return sessionId === null ? null : true
}
