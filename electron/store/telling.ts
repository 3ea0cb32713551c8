import type { Suppression } from '../../shared/alerts/alert.ts'
import type { IncidentId, ThreadId } from '../../shared/base/ids.ts'
import type { Incident, IncidentClass } from '../../shared/alerts/incident.ts'
import { HOUR } from '../../shared/base/time.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'
import { json, toAlert } from './rows.ts'

type TellingVerbs = Pick<
  Verbs,
  | 'takeReminders'
  | 'heldByFlapping'
  | 'takeHeld'
  | 'muteThread'
  | 'threadMutedUntil'
  | 'lastToldAt'
  | 'dayFigures'
  | 'standingNotices'
  | 'noteBeat'
  | 'beatsSince'
  | 'incidents'
  | 'addIncident'
  | 'changeIncident'
  | 'untoldIncidents'
  | 'unfold'
>

const REMINDED_AFTER_MS = [HOUR, 4 * HOUR] as const
const BEATS_KEPT_MS = HOUR
const INCIDENTS_KEPT_MS = 90 * 24 * HOUR

const toIncident = (row: Row): Incident => ({
  id: row['id'] as IncidentId,
  class: row['class'] as IncidentClass,
  raisedAt: Number(row['raised_at']),
  resolvedAt: row['resolved_at'] === null ? null : Number(row['resolved_at']),
  acknowledgedAt: row['acknowledged_at'] === null ? null : Number(row['acknowledged_at']),
  cameBack: Number(row['came_back']),
  members: json<Incident['members']>(row['members']),
})

/** What decides whether a person is told, and of what at once. */
export function tellingVerbs({ sql, verb, ids }: Connection): TellingVerbs {
  const incidentOf = (id: IncidentId): Incident =>
    toIncident(sql('SELECT * FROM incidents WHERE id = ?').get(id) as Row)
  return {
    takeReminders: (now, mayTell) => {
      // What a mute or a silent desktop kept back was told to nobody: it counts from when it was raised.
      const open = sql(
        `SELECT *, coalesce(delivered_at, raised_at) AS since FROM alerts WHERE severity = 'urgent' AND resolved_at IS NULL AND acknowledged_at IS NULL AND coalesce(snoozed_until, 0) <= ?1
         AND (delivered_at IS NOT NULL OR suppressed_by IN ('muted', 'thread_muted', 'undeliverable')) AND reminded < ?2`,
      ).all(now, REMINDED_AFTER_MS.length)
      // After an absence both may be due: one sentence is enough.
      const due = open.flatMap((row) => {
        const reached = REMINDED_AFTER_MS.filter((ms) => now - Number(row['since']) >= ms).length
        return reached > Number(row['reminded']) && mayTell(toAlert(row)) ? [{ row, reached }] : []
      })
      if (due.length === 0) return []
      return verb(() =>
        due.map(({ row, reached }) => {
          sql('UPDATE alerts SET reminded = ? WHERE id = ?').run(reached, String(row['id']))
          return toAlert(row)
        }),
      )
    },
    heldByFlapping: () =>
      sql(
        `SELECT * FROM alerts WHERE suppressed_by = 'flapping' AND resolved_at IS NULL AND ` +
          'acknowledged_at IS NULL AND delivered_at IS NULL ORDER BY raised_at',
      )
        .all()
        .map(toAlert),
    takeHeld: (now) => {
      if (
        sql(
          `SELECT 1 FROM alerts WHERE suppressed_by = 'quiet' UNION ALL SELECT 1 FROM incidents WHERE ` +
            `suppressed_by = 'quiet' LIMIT 1`,
        ).get() === undefined
      )
        return 0
      return verb((touch) => {
        const held = sql(
          'SELECT thread_id, resolved_at IS NULL AND acknowledged_at IS NULL AND ' +
            `coalesce(snoozed_until, 0) <= ? AS open FROM alerts WHERE suppressed_by = 'quiet'`,
        ).all(now)
        const incidents = sql(
          `SELECT count(*) AS n FROM incidents WHERE suppressed_by = 'quiet' AND resolved_at IS NULL`,
        ).get()
        // The sentence is how an urgent one was told: its reminders count from here.
        sql(
          `UPDATE alerts SET suppressed_by = 'summed_up', delivered_at = CASE WHEN severity = ` +
            `'urgent' AND resolved_at IS NULL THEN ? ELSE delivered_at END WHERE suppressed_by = 'quiet'`,
        ).run(now)
        sql(`UPDATE incidents SET suppressed_by = 'summed_up' WHERE suppressed_by = 'quiet'`).run()
        for (const row of held) touch(row['thread_id'] as ThreadId)
        return held.filter((row) => row['open'] === 1).length + Number(incidents?.['n'])
      })
    },
    muteThread: (id, until) =>
      verb((touch) => {
        if (until === null) sql('DELETE FROM thread_mutes WHERE thread_id = ?').run(id)
        else
          sql('INSERT INTO thread_mutes VALUES (?, ?) ON CONFLICT DO UPDATE SET until = excluded.until').run(
            id,
            until,
          )
        touch(id)
      }),
    threadMutedUntil: (id, now) => {
      const until = sql('SELECT until FROM thread_mutes WHERE thread_id = ? AND until > ?').get(id, now)?.[
        'until'
      ]
      return until == null ? null : Number(until)
    },
    lastToldAt: (id) => {
      const at = sql('SELECT max(delivered_at) AS at FROM alerts WHERE thread_id = ?').get(id)?.['at']
      return at == null ? null : Number(at)
    },
    dayFigures: (from, to) => ({
      beats: Number(
        sql(
          'SELECT count(*) AS n FROM runs WHERE started_at >= ? AND started_at < ? AND kind = ' +
            `'heartbeat' AND outcome IS NOT NULL`,
        ).get(from, to)?.['n'],
      ),
      alerts: Number(
        sql(
          `SELECT count(*) AS n FROM alerts WHERE raised_at >= ? AND raised_at < ? AND severity != 'notice'`,
        ).get(from, to)?.['n'],
      ),
      missed: Number(
        sql(
          `SELECT coalesce(sum(count), 0) AS n FROM slots WHERE due_at >= ? AND due_at < ? AND fate = 'missed'`,
        ).get(from, to)?.['n'],
      ),
    }),

    standingNotices: (id) =>
      sql(
        'SELECT key, text FROM alerts WHERE thread_id = ? AND resolved_at IS NULL AND severity = ' +
          `'notice' AND key IS NOT NULL`,
      )
        .all(id)
        .map((r) => ({ key: String(r['key']), text: String(r['text']) })),
    noteBeat: (runId, { threadId, at, trouble }) =>
      verb(() => {
        sql('DELETE FROM beat_troubles WHERE at < ?').run(at - BEATS_KEPT_MS)
        sql('INSERT OR REPLACE INTO beat_troubles VALUES (?, ?, ?, ?)').run(runId, threadId, at, trouble)
      }),
    beatsSince: (at) =>
      sql('SELECT * FROM beat_troubles WHERE at >= ? ORDER BY at')
        .all(at)
        .map((r) => ({
          threadId: r['thread_id'] as ThreadId,
          at: Number(r['at']),
          trouble: r['trouble'] as IncidentClass | null,
        })),
    incidents: (endedSince) =>
      sql('SELECT * FROM incidents WHERE resolved_at IS NULL OR resolved_at >= ? ORDER BY raised_at DESC')
        .all(endedSince)
        .map(toIncident),
    addIncident: (cause, members, now) =>
      verb((touch) => {
        const id = ids<IncidentId>('inc')
        sql('DELETE FROM incidents WHERE resolved_at < ?').run(now - INCIDENTS_KEPT_MS)
        sql('INSERT INTO incidents (id, class, raised_at, members) VALUES (?, ?, ?, ?)').run(
          id,
          cause,
          now,
          JSON.stringify(members),
        )
        for (const m of members) touch(m.threadId)
        return incidentOf(id)
      }),
    changeIncident: (id, { members, resolvedAt, acknowledgedAt, cameBack, told }) =>
      verb((touch) => {
        if (members !== undefined)
          sql('UPDATE incidents SET members = ? WHERE id = ?').run(JSON.stringify(members), id)
        if (resolvedAt !== undefined)
          sql('UPDATE incidents SET resolved_at = ? WHERE id = ?').run(resolvedAt, id)
        if (acknowledgedAt !== undefined)
          sql('UPDATE incidents SET acknowledged_at = ? WHERE id = ?').run(acknowledgedAt, id)
        if (cameBack !== undefined) sql('UPDATE incidents SET came_back = ? WHERE id = ?').run(cameBack, id)
        if (told !== undefined)
          sql('UPDATE incidents SET told_at = ?, suppressed_by = ? WHERE id = ?').run(
            'at' in told ? told.at : null,
            'suppressedBy' in told ? (told.suppressedBy satisfies Suppression) : null,
            id,
          )
        for (const m of incidentOf(id).members) touch(m.threadId)
      }),
    untoldIncidents: () =>
      sql(
        'SELECT * FROM incidents WHERE resolved_at IS NULL AND told_at IS NULL AND ' +
          `coalesce(suppressed_by, 'thread_muted') IN ('thread_muted', 'switched_off') ORDER ` +
          'BY raised_at',
      )
        .all()
        .map((row) => ({ ...toIncident(row), suppressedBy: row['suppressed_by'] as Suppression | null })),
    unfold: (threadIds) =>
      verb((touch) => {
        for (const id of threadIds) {
          const { changes } = sql(
            'UPDATE alerts SET suppressed_by = NULL WHERE thread_id = ? AND suppressed_by = ' +
              `'incident' AND resolved_at IS NULL AND acknowledged_at IS NULL AND delivered_at IS NULL`,
          ).run(id)
          if (Number(changes) > 0) touch(id)
        }
      }),
  }
}
