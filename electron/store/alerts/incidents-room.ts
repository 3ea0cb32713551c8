import type { IncidentId } from '../../../shared/base/ids.ts'
import { HOUR } from '../../../shared/base/time.ts'
import type { Incident } from '../../../shared/alerts/incident.ts'
import type { IncidentsRoom } from '../../engine/ports/store/incidents.ts'
import type { Connection } from '../connection/connection.ts'
import { BEAT_TROUBLES, INCIDENTS } from './tables.ts'

const INCIDENT = INCIDENTS.pick(
  'id',
  'class',
  'raisedAt',
  'resolvedAt',
  'acknowledgedAt',
  'cameBack',
  'members',
)
const UNTOLD = INCIDENTS.pick(
  'id',
  'class',
  'raisedAt',
  'resolvedAt',
  'acknowledgedAt',
  'cameBack',
  'members',
  'suppressedBy',
)
const BEAT = BEAT_TROUBLES.pick('threadId', 'at', 'trouble')

/** Longer than whoever looks for an incident looks back. */
const BEATS_KEPT_MS = HOUR
const INCIDENTS_KEPT_MS = 90 * 24 * HOUR

export function incidentsRoom({
  list,
  find,
  count,
  exists,
  run,
  insert,
  update,
  verb,
  ids,
}: Connection): IncidentsRoom {
  const incidentOf = (id: IncidentId): Incident => find(INCIDENT, 'WHERE id = ?', id)!
  return {
    noteBeat: (runId, { threadId, at, trouble }) =>
      verb(() => {
        // An hour of them at a time: rows at both ends of the table are two pages to write for each beat.
        if (count('SELECT at FROM beat_troubles ORDER BY seq LIMIT 1') < at - 2 * BEATS_KEPT_MS)
          run('DELETE FROM beat_troubles WHERE at < ?', at - BEATS_KEPT_MS)
        insert(BEAT_TROUBLES, { runId, threadId, at, trouble })
      }),
    isTroubledSince: (at) => exists('SELECT 1 FROM beat_troubles WHERE trouble IS NOT NULL AND at >= ?', at),
    beatsSince: (at) => list(BEAT, 'WHERE at >= ? ORDER BY at, run_id', at),
    list: (endedSince) =>
      list(INCIDENT, 'WHERE resolved_at IS NULL OR resolved_at >= ? ORDER BY raised_at DESC', endedSince),
    add: (cause, members, now) =>
      verb((touch) => {
        const id = ids<IncidentId>('inc')
        run('DELETE FROM incidents WHERE resolved_at < ?', now - INCIDENTS_KEPT_MS)
        insert(INCIDENTS, { id, class: cause, raisedAt: now, members })
        for (const member of members) touch(member.threadId)
        return incidentOf(id)
      }),
    change: (id, { told, ...change }) =>
      verb((touch) => {
        update(INCIDENTS, { id }, change)
        if (told !== undefined)
          update(
            INCIDENTS,
            { id },
            'at' in told
              ? { toldAt: told.at, suppressedBy: null }
              : { toldAt: null, suppressedBy: told.suppressedBy },
          )
        for (const member of incidentOf(id).members) touch(member.threadId)
      }),
    untold: () =>
      list(
        UNTOLD,
        `WHERE resolved_at IS NULL AND told_at IS NULL
          AND coalesce(suppressed_by, 'thread_muted') IN ('thread_muted', 'switched_off') ORDER BY raised_at`,
      ),
  }
}
