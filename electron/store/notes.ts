import type { HistoryNote } from '../../shared/history/history.ts'
import type { NoteId, RunId, ThreadId } from '../../shared/base/ids.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'

type NoteVerbs = Pick<Verbs, 'notes' | 'note' | 'saveNote' | 'removeNote'>

const NOTES =
  'SELECT n.id, n.at, n.thread_id, t.name, r.id AS run_id, n.text, n.written_at FROM notes n LEFT ' +
  'JOIN threads t ON t.id = n.thread_id LEFT JOIN runs r ON r.id = n.run_id'
const toNote = (row: Row): HistoryNote => ({
  id: row['id'] as NoteId,
  at: Number(row['at']),
  threadId: row['thread_id'] as ThreadId | null,
  threadName: row['name'] as string | null,
  runId: row['run_id'] as RunId | null,
  text: String(row['text']),
  writtenAt: Number(row['written_at']),
})

/** A person's own words on runs and moments of the history. */
export function noteVerbs({ sql, ids, verb }: Connection): NoteVerbs {
  const note = (id: NoteId): HistoryNote | null => {
    const row = sql(`${NOTES} WHERE n.id = ?`).get(id)
    return row === undefined ? null : toNote(row)
  }
  return {
    note,
    notes: ({ runId, threads, from, to }, limit) =>
      sql(
        `${NOTES} WHERE n.at >= ? AND n.at < ? AND (? OR n.thread_id IS NULL OR n.thread_id IN ` +
          '(SELECT value FROM json_each(?))) AND (? OR n.run_id = ?) ORDER BY n.at DESC, n.id LIMIT ?',
      )
        .all(
          from ?? 0,
          to ?? Number.MAX_SAFE_INTEGER,
          threads === undefined ? 1 : 0,
          JSON.stringify(threads ?? []),
          runId === undefined ? 1 : 0,
          runId ?? '',
          limit,
        )
        .map(toNote),
    saveNote: (draft, now) =>
      verb((touch) => {
        const known =
          draft.id ??
          (draft.runId === null
            ? null
            : (sql('SELECT id FROM notes WHERE run_id = ?').get(draft.runId)?.['id'] as NoteId | undefined))
        const id = known ?? ids<NoteId>('not')
        sql(
          'INSERT INTO notes (id, thread_id, run_id, at, text, written_at) VALUES (?, ?, ?, ?, ?, ?) ' +
            'ON CONFLICT (id) DO UPDATE SET thread_id = excluded.thread_id, at = excluded.at, text = ' +
            'excluded.text, written_at = excluded.written_at',
        ).run(id, draft.threadId, draft.runId, draft.at, draft.text, now)
        if (draft.threadId !== null) touch(draft.threadId, 'fact')
        return note(id)!
      }),
    removeNote: (id) => verb(() => Number(sql('DELETE FROM notes WHERE id = ?').run(id).changes) > 0),
  }
}
