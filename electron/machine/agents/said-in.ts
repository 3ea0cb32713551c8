import type { CallLog } from './call-log.ts'
import { asList, asObject, asText, type Event } from './cli.ts'

/**
 * What a person who watches a run can read of an agent CLI's events; '' for those that are for programs
 * only.
 */
export function saidIn(event: Event): string {
  if (event['type'] === 'assistant')
    return asList(asObject(event['message'])['content'])
      .map(asObject)
      .flatMap((block) => (block['type'] === 'text' ? [asText(block['text']) ?? ''] : []))
      .join('\n')
  if (event['type'] === 'item.completed')
    return asObject(event['item'])['type'] === 'agent_message'
      ? (asText(asObject(event['item'])['text']) ?? '')
      : ''
  return event['type'] === 'assistant.message' ? (asText(asObject(event['data'])['content']) ?? '') : ''
}

/** Tells of each call as it begins, once: a long command is what somebody who watches wonders about. */
export function withBegins(calls: CallLog, say: ((text: string) => void) | undefined): CallLog {
  if (say === undefined) return calls
  return {
    ...calls,
    begin(id, call) {
      if (calls.open(id) === null)
        say(
          `▸ ${call.name} ${(call.shown ?? JSON.stringify(call.input) ?? '').split('\n', 1)[0]!.slice(0, 300)}\n`,
        )
      calls.begin(id, call)
    },
  }
}
