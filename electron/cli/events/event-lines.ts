import { plural } from '../../../shared/base/amounts.ts'
import { eventProblem, MAX_EVENTS_AT_ONCE } from '../../../shared/events/system-event.ts'
import type { Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { requireApp } from '../kit/running-app.ts'
import { plain } from '../kit/text.ts'
import { offWords, type EventSource } from './event-ticket.ts'
import { ownMarker } from './own-marker.ts'

interface LineOptions {
  readonly wake: 'now' | 'next'
  readonly urgent: boolean
  readonly trusted: boolean
  readonly source: EventSource
  readonly json?: true
}

/**
 * Each line of stdin as an event of its own. What is written while a message is under way goes with the
 * next one: a program that says much costs no message for each line.
 */
export async function eventLines(cx: Context, name: string, o: LineOptions): Promise<void> {
  const client = await requireApp(cx, 'so no line can be told')
  const thread = findThread((await client.snapshot()).threads, name)
  const counts = { queued: 0, folded: 0, off: 0 }
  for await (const texts of stdinLines()) {
    const problem = texts.map(eventProblem).find((p) => p !== null)
    if (problem !== undefined)
      throw usageError(`A line was not told, nor what came with it and after it: ${problem}.`)
    for (let from = 0; from < texts.length; from += MAX_EVENTS_AT_ONCE) {
      const events = texts.slice(from, from + MAX_EVENTS_AT_ONCE).map((text) => ({
        to: thread.id,
        text,
        source: o.source,
        wake: o.wake,
        urgent: o.urgent,
        trusted: o.trusted,
        ...ownMarker(),
      }))
      for (const ticket of await client.events.addAll({ events })) counts[ticket.state]++
    }
  }
  if (counts.off > 0 && o.source === 'cli') cx.exitWith(1)
  if (o.json === true) return cx.out.json({ ...counts, number: thread.number, name: thread.name })
  if (counts.off > 0) return cx.out.line(offWords(thread, o.source))
  const again = counts.folded > 0 ? `, ${counts.folded} more that say the same as the one before` : ''
  cx.out.line(
    `Noted for ${thread.number} ${plain(thread.name)}: ${plural(counts.queued, 'fact', 'facts')}${again}.`,
  )
}

/** The lines that came together, none of them empty. */
async function* stdinLines(): AsyncIterable<readonly string[]> {
  const trimmed = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => line.trim()).filter((line) => line !== '')
  let rest = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield trimmed(lines)
  }
  yield trimmed([rest])
}
