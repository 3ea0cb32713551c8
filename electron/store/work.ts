import {
  classOf,
  isScheduledOnly,
  QUEUE_CLASSES,
  type QueueItem,
  type WakeReason,
} from '../../shared/queue/queue.ts'
import type { ItemId, JobId, RunId, ThreadId } from '../../shared/base/ids.ts'
import { highest, type Tier } from '../../shared/schedule/tier.ts'
import type { Instant } from '../../shared/base/time.ts'
import { askedBy, mergeReasons } from '../../shared/queue/wake.ts'
import type { Beat, Enqueued } from '../engine/ports/records.ts'
import type { Store } from '../engine/ports/store.ts'
import type { Verbs } from './verbs.ts'
import { recordTurn } from './agents.ts'
import { raise, resolve } from './alerts.ts'
import type { Connection } from './connection/connection.ts'
import { attachEvents, releaseEvents } from './events.ts'
import { json, text, toItem } from './rows.ts'

type WorkVerbs = Pick<
  Verbs,
  | 'recordSlots'
  | 'threadOfMarker'
  | 'requestBeat'
  | 'waitingBeat'
  | 'sendMessage'
  | 'cancelItems'
  | 'moveToTop'
  | 'waiting'
  | 'nextHeldAt'
  | 'running'
  | 'recentStarts'
  | 'claim'
  | 'planRun'
  | 'finishRun'
  | 'noteMirrored'
  | 'rescueOrphans'
>

export function workVerbs(connection: Connection): WorkVerbs {
  const { sql, ids, verb, beats } = connection

  /**
   * At most one waiting heartbeat per thread: a further beat joins it, and reasons are united (ARCHITECTURE
   * I4).
   */
  function enqueue(beat: Beat, now: Instant): Enqueued {
    const row = sql(`SELECT * FROM queue_items WHERE thread_id = ? AND kind = 'heartbeat'`).get(beat.threadId)
    const noteWakes = (itemId: ItemId, have: readonly WakeReason[]): void => {
      for (const reason of beat.reasons)
        if (!have.includes(reason) && !isScheduledOnly([reason]))
          sql(
            'INSERT INTO wakes (thread_id, item_id, reason, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
          ).run(beat.threadId, itemId, reason, now)
    }
    if (row === undefined) {
      const id = ids<ItemId>('itm')
      sql(
        'INSERT INTO queue_items (id, thread_id, kind, class, reasons, tier, with_due, session_id, ' +
          `enqueued_at, not_before) VALUES (?, ?, 'heartbeat', ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        id,
        beat.threadId,
        classOf(beat.reasons, beat.dueTier),
        JSON.stringify(beat.reasons),
        beat.tier,
        beat.withDue ? 1 : 0,
        beat.sessionId ?? null,
        now,
        beat.notBefore,
      )
      noteWakes(id, [])
      beats.set(beat.threadId, { itemId: id, reasons: beat.reasons, notBefore: beat.notBefore })
      return { itemId: id, merged: false }
    }
    const item = toItem(row)
    const reasons = mergeReasons(item.reasons, beat.reasons)
    const asked = [item.tier, beat.tier].filter((t) => t !== null)
    const tier = asked.length === 0 ? null : highest(asked)
    const cls = better(item.class, classOf(reasons, beat.dueTier))
    const notBefore = Math.min(item.notBefore, beat.notBefore)
    sql(
      'UPDATE queue_items SET class = ?, reasons = ?, tier = ?, with_due = ?, session_id = ' +
        'coalesce(?, session_id), not_before = ? WHERE id = ?',
    ).run(
      cls,
      JSON.stringify(reasons),
      tier,
      item.withDue || beat.withDue ? 1 : 0,
      beat.sessionId ?? null,
      notBefore,
      item.id,
    )
    noteWakes(item.id, item.reasons)
    beats.set(beat.threadId, { itemId: item.id, reasons, notBefore })
    return { itemId: item.id, merged: true }
  }

  /**
   * `cancelled`: what is on record of an item that never ran, in one step, since another run of the thread
   * may be under way; null: it runs.
   */
  function insertRun(
    item: QueueItem,
    runner: string,
    now: Instant,
    cancelled: string | null = null,
  ): { id: RunId; marker: string; sessionId: string | null } {
    const id = ids<RunId>('run')
    const marker = ids<string & RunId>('run')
    sql(
      `INSERT INTO runs (id, item_id, thread_id, kind, reasons, asked_tier, with_due, message, sender, job_id, session_id, enqueued_at, started_at, runner, marker, outcome, skip_reason, summary, finished_at, duration_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT session_id FROM queue_items WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      id,
      item.id,
      item.threadId,
      item.kind,
      JSON.stringify(item.reasons),
      item.tier,
      item.withDue ? 1 : 0,
      item.text,
      item.from,
      item.jobId,
      item.id,
      item.enqueuedAt,
      now,
      runner,
      marker,
      ...(cancelled === null ? [null, null, null, null, null] : ['skipped', 'cancelled', cancelled, now, 0]),
    )
    return {
      id,
      marker,
      sessionId: text(sql('SELECT session_id FROM runs WHERE id = ?').get(id)?.['session_id'] ?? null),
    }
  }

  const waiting: Store['queue']['waiting'] = (kind) =>
    (kind === undefined
      ? sql('SELECT * FROM queue_items ORDER BY enqueued_at, id').all()
      : sql('SELECT * FROM queue_items WHERE kind = ? ORDER BY enqueued_at, id').all(kind)
    ).map(toItem)
  const running: Store['runs']['running'] = () =>
    sql(
      'SELECT id, item_id, thread_id, kind, started_at, tiers, marker, job_id FROM runs WHERE outcome IS NULL',
    )
      .all()
      .map((r) => ({
        id: r['id'] as RunId,
        itemId: r['item_id'] as ItemId,
        threadId: r['thread_id'] as ThreadId,
        kind: r['kind'] as QueueItem['kind'],
        startedAt: Number(r['started_at']),
        tiers: json<Tier[]>(r['tiers']),
        marker: String(r['marker']),
        jobId: r['job_id'] as JobId | null,
      }))

  return {
    recordSlots: (threadId, slots, beat, plan, now) =>
      verb((touch) => {
        const enqueued = beat === null ? null : enqueue(beat, now)
        for (const slot of slots) {
          const fate = slot.fate === 'beat' ? (enqueued!.merged ? 'merged' : 'queued') : slot.fate
          const itemId = slot.fate === 'beat' ? enqueued!.itemId : null
          // A slot happens once: a tick that is repeated after a crash finds the row there.
          sql('INSERT INTO slots VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING').run(
            threadId,
            slot.dueAt,
            fate,
            slot.cause,
            itemId,
            slot.count,
          )
        }
        const merged = enqueued?.merged === true ? slots.filter((s) => s.fate === 'beat').length : 0
        if (merged > 0)
          sql('UPDATE queue_items SET merged_slots = merged_slots + ? WHERE id = ?').run(
            merged,
            enqueued!.itemId,
          )
        sql('UPDATE threads SET next_due_at = ?, schedule_problem = ? WHERE id = ?').run(
          plan.nextDueAt,
          plan.problem,
          threadId,
        )
        touch(threadId)
        return enqueued
      }),
    requestBeat: (beat, now) =>
      verb((touch) => {
        touch(beat.threadId)
        return enqueue(beat, now)
      }),
    sendMessage: (to, words, from, now, id = ids<ItemId>('itm')) =>
      verb((touch) => {
        if (
          sql('SELECT 1 FROM runs WHERE item_id = ? UNION SELECT 1 FROM queue_items WHERE id = ?').get(
            id,
            id,
          ) !== undefined
        )
          return id
        sql(
          'INSERT INTO queue_items (id, thread_id, kind, class, reasons, text, sender, enqueued_at, ' +
            `not_before) VALUES (?, ?, 'message', ?, '[]', ?, ?, ?, ?)`,
          // advice of another thread never overtakes a person
        ).run(id, to, /^\d+$/.test(from) ? 'wake' : 'message', words, from, now, now)
        touch(to)
        return id
      }),
    cancelItems: (cancelled, now) =>
      verb((touch) => {
        const items = [...new Set(cancelled)]
          .flatMap((id) => sql('SELECT * FROM queue_items WHERE id = ?').all(id))
          .map(toItem)
        for (const item of items) {
          // The cancelled item stays on record as a run that was deliberately not made.
          insertRun(item, '', now, CANCELLED)
          beats.delete(item.threadId)
          sql(`UPDATE job_runs SET state = 'skipped', finished_at = ?, summary = ? WHERE item_id = ?`).run(
            now,
            CANCELLED,
            item.id,
          )
          sql('DELETE FROM queue_items WHERE id = ?').run(item.id)
          touch(item.threadId)
        }
        return items.length
      }),
    moveToTop: (id, now) =>
      verb((touch) => {
        const row = sql('SELECT thread_id FROM queue_items WHERE id = ?').get(id)
        if (row === undefined) return false
        // Above whatever was moved before, also after the clock was set back.
        sql(
          'UPDATE queue_items SET moved_at = (SELECT max(?, coalesce(max(moved_at), 0) + 1) FROM ' +
            'queue_items) WHERE id = ?',
        ).run(now, id)
        touch(row['thread_id'] as ThreadId)
        return true
      }),
    threadOfMarker: (marker) =>
      (sql('SELECT thread_id FROM runs WHERE marker = ?').get(marker)?.['thread_id'] as
        | ThreadId
        | undefined) ?? null,
    waitingBeat(threadId) {
      let beat = beats.get(threadId)
      if (beat === undefined) {
        const row = sql(`SELECT * FROM queue_items WHERE thread_id = ? AND kind = 'heartbeat'`).get(threadId)
        const item = row === undefined ? null : toItem(row)
        beats.set(
          threadId,
          (beat =
            item === null ? null : { itemId: item.id, reasons: item.reasons, notBefore: item.notBefore }),
        )
      }
      return beat
    },
    waiting,
    nextHeldAt(now) {
      const at = sql('SELECT min(not_before) AS at FROM queue_items WHERE not_before > ?').get(now)?.['at']
      return at == null ? null : Number(at)
    },
    running,
    recentStarts: (threadId, since, now) =>
      sql(
        'SELECT started_at FROM runs WHERE thread_id = ? AND started_at >= ? AND started_at <= ? AND ' +
          "kind = 'heartbeat' AND skip_reason IS NOT 'cancelled'",
      )
        .all(threadId, since, now)
        .map((r) => Number(r['started_at'])),

    claim(pick, runnerOf, takesEvents, now, kind) {
      // Chosen before the transaction begins: there is one writer, and nothing else runs in between.
      const item = pick(waiting(kind), running())
      if (item === null) return null
      return verb((touch) => {
        const { id, marker, sessionId } = insertRun(item, runnerOf(item.threadId), now)
        sql('DELETE FROM queue_items WHERE id = ?').run(item.id)
        beats.delete(item.threadId)
        if (item.jobId !== null)
          sql(`UPDATE job_runs SET state = 'running', run_id = ?, started_at = ? WHERE item_id = ?`).run(
            id,
            now,
            item.id,
          )
        const shown = takesEvents(item)
          ? attachEvents(connection, item.threadId, id)
          : { events: [], dropped: 0 }
        touch(item.threadId)
        return {
          id,
          itemId: item.id,
          threadId: item.threadId,
          kind: item.kind,
          reasons: item.reasons,
          askedTier: item.tier,
          withDue: item.withDue,
          message: item.text,
          sender: item.from,
          jobId: item.jobId,
          sessionId,
          startedAt: now,
          marker,
          ...shown,
        }
      })
    },
    planRun: (id, tiers, prompt, start) =>
      verb((touch) => {
        sql('UPDATE runs SET tiers = ?, prompt = ? WHERE id = ?').run(JSON.stringify(tiers), prompt, id)
        const row = sql('SELECT thread_id, started_at FROM runs WHERE id = ?').get(id)
        if (row === undefined) return
        if (start !== null) {
          sql('UPDATE runs SET model = ?, effort = ?, profile = ?, billing = ? WHERE id = ?').run(
            start.model,
            start.effort,
            start.profile,
            start.billing,
            id,
          )
          connection.spent.version++
          sql(
            'INSERT INTO spent (run_id, thread_id, runner, billing, started_at) VALUES (?, ?, ?, ?, ?)',
          ).run(id, String(row['thread_id']), start.runner, start.billing, Number(row['started_at']))
        }
        touch(row['thread_id'] as ThreadId)
      }),
    finishRun: (id, ending, now) =>
      verb((touch) => {
        const row = sql('SELECT thread_id, started_at FROM runs WHERE id = ? AND outcome IS NULL').get(id)
        // the thread was removed meanwhile, or the run was settled at start-up
        if (row === undefined) return
        const threadId = row['thread_id'] as ThreadId
        const { verdict, turn, conversation, alerts, marks, course } = ending
        sql(
          `UPDATE runs SET outcome = ?, skip_reason = ?, fault_code = ?, fault_message = ?, summary = ?, tiers = ?, prompt = coalesce(?, prompt), exit_code = ?,
             finished_at = ?, duration_ms = ?, reply = ?, report = ? WHERE id = ?`,
        ).run(
          verdict.outcome,
          verdict.skipReason,
          verdict.fault?.code ?? null,
          verdict.fault?.message ?? null,
          verdict.summary,
          JSON.stringify(verdict.tiers),
          turn.prompt,
          turn.exitCode,
          now,
          Math.round(ending.durationMs),
          conversation.reply,
          conversation.news,
          id,
        )
        sql(
          'INSERT INTO run_details (run_id, tasks, output, turn, report, attachments, touched) VALUES ' +
            '(?, ?, ?, ?, ?, ?, ?)',
        ).run(
          id,
          JSON.stringify(turn.tasks),
          turn.output,
          jsonOrNull(turn.agent),
          jsonOrNull(turn.report),
          JSON.stringify(turn.attachments),
          turn.touched,
        )
        recordTurn(connection, threadId, id, ending, now)
        releaseEvents(connection, threadId, id, marks.consumed)
        if (course.again !== null)
          enqueue(
            {
              threadId,
              reasons: course.again.reasons,
              tier: null,
              withDue: true,
              dueTier: 'quick',
              notBefore: course.again.notBefore,
            },
            now,
          )
        for (const key of marks.tried)
          sql('UPDATE known_tasks SET tried_at = ? WHERE thread_id = ? AND key = ? AND tried_at IS NULL').run(
            now,
            threadId,
            key,
          )
        for (const key of marks.timedDone)
          sql('UPDATE known_tasks SET done_at = ? WHERE thread_id = ? AND key = ?').run(
            Math.min(now, Number(row['started_at'])),
            threadId,
            key,
          )
        for (const tier of marks.stamps)
          sql(
            'INSERT INTO tier_state (thread_id, tier, last_done_at, mirrored) VALUES (?, ?, ?, 0) ON ' +
              'CONFLICT DO UPDATE SET last_done_at = excluded.last_done_at, mirrored = 0',
          ).run(threadId, tier, Math.min(now, Number(row['started_at'])))
        resolve(connection, threadId, alerts.cleared, now)
        for (const raised of alerts.raised) raise(connection, threadId, raised, id, now)
        // A beat that was already waiting keeps the delay as well, unless a person asked for it.
        if (course.backOffUntil !== null) beats.delete(threadId)
        if (course.backOffUntil !== null)
          sql(
            'UPDATE queue_items SET not_before = max(not_before, ?) WHERE thread_id = ? AND kind = ' +
              `'heartbeat' AND class != 'manual'`,
          ).run(course.backOffUntil, threadId)
        sql('UPDATE threads SET failures = ? WHERE id = ?').run(course.failures, threadId)
        if (turn.glance !== null)
          sql('UPDATE threads SET glance = ? WHERE id = ?').run(JSON.stringify(turn.glance), threadId)
        if (course.pause !== null)
          sql('UPDATE threads SET pause = ? WHERE id = ?').run(JSON.stringify(course.pause), threadId)
        if (course.nextDueAt !== 'keep')
          sql('UPDATE threads SET next_due_at = ? WHERE id = ?').run(course.nextDueAt, threadId)
        touch(threadId)
      }),
    noteMirrored: (threadId, tiers) =>
      verb((touch) => {
        touch(threadId)
        for (const tier of tiers)
          sql('UPDATE tier_state SET mirrored = 1 WHERE thread_id = ? AND tier = ?').run(threadId, tier)
      }),
    rescueOrphans: (now, alive) =>
      verb((touch) => {
        const orphans = sql('SELECT * FROM runs WHERE outcome IS NULL')
          .all()
          .filter((row) => !alive.has(row['id'] as RunId))
        for (const row of orphans) {
          const id = row['id'] as RunId
          const threadId = row['thread_id'] as ThreadId
          const isMessage = row['kind'] !== 'heartbeat' // a job's own rules say whether it is tried again
          releaseEvents(connection, threadId, id, false)
          const summary =
            row['kind'] === 'job'
              ? 'Threadbeat ended during this job.'
              : isMessage
                ? 'Threadbeat ended while this message was being worked on. Send it again if it should run.'
                : 'Threadbeat ended during this beat; it was queued again.'
          sql(
            `UPDATE runs SET outcome = 'interrupted', fault_code = 'engine.lost', fault_message = ` +
              `'the app ended during the run', summary = ?, finished_at = ?, duration_ms = ? ` +
              'WHERE id = ?',
          ).run(summary, now, Math.max(0, now - Number(row['started_at'])), id)
          // A heartbeat is repeated once; one that was itself a recovery has killed the app twice and waits
          // for its next slot.
          const reasons = json<WakeReason[]>(row['reasons'])
          // What asked for it is still to be answered, but later: it may be what kills the app.
          const asked = askedBy(reasons)
          if (!isMessage && reasons.includes('recovery') && asked.length > 0)
            enqueue(
              {
                threadId,
                reasons: asked,
                tier: null,
                withDue: true,
                dueTier: 'quick',
                notBefore: now + SECOND_TRY_MS,
              },
              now,
            )
          if (!isMessage && !reasons.includes('recovery'))
            enqueue(
              {
                threadId,
                reasons: [...reasons, 'recovery'],
                tier: row['asked_tier'] as Tier | null,
                withDue: row['with_due'] === 1,
                dueTier: 'quick',
                notBefore: now,
              },
              now,
            )
          touch(threadId)
        }
        return orphans.map((row) => ({
          id: row['id'] as RunId,
          itemId: row['item_id'] as ItemId,
          threadId: row['thread_id'] as ThreadId,
          jobId: row['job_id'] as JobId | null,
          marker: String(row['marker']),
        }))
      }),
  }
}

const CANCELLED = 'Cancelled by you before it started.'
/** After two deaths of the app. */
const SECOND_TRY_MS = 15 * 60_000

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const better = (a: QueueItem['class'], b: QueueItem['class']): QueueItem['class'] =>
  QUEUE_CLASSES.indexOf(a) <= QUEUE_CLASSES.indexOf(b) ? a : b
