import type { SystemEvent } from '../../../shared/events/system-event.ts'
import { iso, shownLine } from '../kit/text.ts'

/** "text (3 times)" on one line. */
export const eventLine = (event: Pick<SystemEvent, 'text' | 'count' | 'trusted'>): string =>
  `${shownLine(event.text)}${event.count > 1 ? ` (${event.count} times)` : ''}${event.trusted ? '' : ' (untrusted)'}`

export const eventJson = (e: SystemEvent) => ({
  event: e.id,
  source: e.source,
  text: e.text,
  trusted: e.trusted,
  ambient: e.ambient,
  urgent: e.urgent,
  firstAt: iso(e.at),
  lastAt: iso(e.lastAt),
  count: e.count,
  state: e.state,
  run: e.runId,
})
