import type { EventId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { EndedCommand, EventSource, SystemEvent } from '../../../shared/events/system-event.ts'
import {
  flag,
  jsonOrNull,
  number,
  printed,
  table,
  word,
  wordOrNull,
  type Selection,
} from '../connection/table.ts'

export const EVENTS = table('events', {
  seq: number(),
  id: word<EventId>(),
  threadId: word<ThreadId>(),
  source: word<EventSource>(),
  ambient: flag(),
  text: printed(),
  trusted: flag(),
  urgent: flag(),
  at: number(),
  lastAt: number(),
  count: number(),
  state: word<SystemEvent['state']>(),
  runId: wordOrNull<RunId>(),
  command: jsonOrNull<EndedCommand>(),
})
/** As the domain knows it; the number only orders them. */
export const EVENT: Selection<SystemEvent> = EVENTS.pick(
  'id',
  'threadId',
  'source',
  'ambient',
  'text',
  'trusted',
  'urgent',
  'at',
  'lastAt',
  'count',
  'state',
  'runId',
  'command',
)
