import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../electron/cli/kit/socket-client.ts'
import { openDatabase } from '../../../electron/store/connection/open.ts'
import { writeManyRuns } from '../../../electron/store/testing/many-rows.ts'
import { DAY } from '../../../shared/base/time.ts'
import { MAX_EVENTS_AT_ONCE } from '../../../shared/events/system-event.ts'

/** A year of runs behind the day that the threads already have. Returns how many there are then. */
export function fillHistory(dataDir: string, wanted: number): number {
  const opened = openDatabase(path.join(dataDir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const count = (): number => Number(db.prepare('SELECT count(*) AS n FROM runs').get()!['n'])
  const ids = db
    .prepare('SELECT id FROM threads ORDER BY number')
    .all()
    .map((row) => String(row['id']))
  const more = wanted - count()
  if (more > 0)
    writeManyRuns(db, { runs: more, threads: ids, newestAt: Date.now() - 2 * DAY, spanMs: 360 * DAY })
  const all = count()
  db.close()
  return all
}

/**
 * Facts for the threads in turn, as fast as asked for, until it is ended; what is due while a message is
 * under way goes with the next. Returns how many were taken.
 */
export function storm(
  client: Client,
  ids: readonly string[],
  perSecond: number,
): { end: () => Promise<number> } {
  let isOn = true
  const sender = (async (): Promise<number> => {
    let sent = 0
    for (const began = performance.now(); isOn; await pause(2)) {
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond) - sent
      if (due === 0) continue
      const events = Array.from({ length: Math.min(due, MAX_EVENTS_AT_ONCE) }, (_, i) => ({
        to: ids[((sent + i) * 7) % ids.length] as never,
        text: `fact ${sent + i}`,
        source: 'cli' as const,
        wake: 'next' as const,
        trusted: true,
      }))
      sent += (await client.events.addAll({ events })).length
    }
    return sent
  })()
  return {
    end: () => {
      isOn = false
      return sender
    },
  }
}
