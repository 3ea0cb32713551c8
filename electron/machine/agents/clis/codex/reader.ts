import { fault } from '../../../../../shared/base/faults.ts'
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
import { classify, failureInReply, type Told } from '../../failures/failure-text.ts'
import { moneyOf } from './cost.ts'
import { callOf, QUIET_ITEMS } from './items.ts'

export function reader(request: CliRequest, { calls }: ReaderContext): Reader {
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
    end(exit) {
      const zoned = { now: exit.now, timeZone: exit.timeZone }
      const end = (told: Told | { fault: Reading['fault']; resetsAt: null }): Reading => ({
        text: reply,
        fault: told.fault,
        sessionId,
        model: request.model,
        ...moneyOf(completed, request),
        refusals: [],
        resetsAt: told.resetsAt,
        // The server is required: without it there is no thread.
        toolsReached: request.toolsUrl === null ? null : toolsReached(told.fault, sessionId),
      })
      const ended = `Codex ended ${exit.code === null ? 'by a signal' : `with exit code ${exit.code}`}`
      if (failure !== null)
        return end(classify('Codex', { text: failure || notice || ended, status: statusIn(failure) }, zoned))
      if (exit.code !== 0)
        return end(
          classify('Codex', { text: lastError(exit.stderr) || notice || ended, status: null }, zoned),
        )
      if (completed === null || reply === null)
        return end({
          fault: fault(
            'agent.bad_output',
            completed === null
              ? 'Codex ended without saying that its turn is complete'
              : 'Codex ended without a message',
          ),
          resetsAt: null,
        })
      return end(failureInReply(reply, zoned) ?? { fault: null, resetsAt: null })
    },
  }
}

/** null: it did not come so far. */
function toolsReached(fault: Reading['fault'], sessionId: string | null): boolean | null {
  if (fault?.code === 'agent.tools_failed') return false
  return sessionId === null ? null : true
}

const statusIn = (message: string): number | null => {
  const found = /\bunexpected status (\d{3})\b|\blast status: (\d{3})\b/.exec(message)
  return found === null ? null : Number(found[1] ?? found[2])
}

/** stderr holds a log, too; the reason is its last line that says "Error:", else the last one. */
function lastError(stderr: string): string {
  const said = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^WARNING:/.test(line))
  return said.findLast((line) => /^Error:/.test(line)) ?? said.at(-1) ?? ''
}
