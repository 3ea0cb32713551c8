import type { NoteId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { HistoryNote } from '../../../shared/history/history.ts'
import type { NotesRoom } from '../../engine/ports/store/history.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape, text, textOrNull, word, wordOrNull, type Codec } from '../connection/table.ts'
import { NOTES } from './tables.ts'

const NOTE: Codec<HistoryNote> = shape({
  id: word<NoteId>(),
  at: number(),
  threadId: wordOrNull<ThreadId>(),
  threadName: textOrNull(),
  runId: wordOrNull<RunId>(),
  text: text(),
  writtenAt: number(),
})
/** What a note stands on may be gone. */
const NAMED = `
  SELECT n.id, n.at, n.thread_id AS "threadId", t.name AS "threadName", r.id AS "runId", n.text,
    n.written_at AS "writtenAt"
  FROM notes n LEFT JOIN threads t ON t.id = n.thread_id LEFT JOIN runs r ON r.id = n.run_id`
const OF_RUN = NOTES.pick('id')

/** A person's own words on runs and moments of the history. */
export function notesRoom({ query, queryOne, find, insert, run, ids, verb }: Connection): NotesRoom {
  const get: NotesRoom['get'] = (id) => queryOne(NOTE, `${NAMED} WHERE n.id = ?`, id)
  return {
    get,
    list: ({ runId, threads, from, to }, limit) =>
      query(
        NOTE,
        `${NAMED} WHERE n.at >= ? AND n.at < ?
            AND (? OR n.thread_id IS NULL OR n.thread_id IN (SELECT value FROM json_each(?)))
            AND (? OR n.run_id = ?)
          ORDER BY n.at DESC, n.id LIMIT ?`,
        from ?? 0,
        to ?? Number.MAX_SAFE_INTEGER,
        threads === undefined ? 1 : 0,
        JSON.stringify(threads ?? []),
        runId === undefined ? 1 : 0,
        runId ?? '',
        limit,
      ),
    save: ({ id, runId, threadId, at, text: words }, now) =>
      verb((touch) => {
        const earlier = id ?? (runId === null ? null : find(OF_RUN, 'WHERE run_id = ?', runId)?.id)
        const noteId = earlier ?? ids<NoteId>('not')
        insert(
          NOTES,
          { id: noteId, threadId, runId, at, text: words, writtenAt: now },
          `ON CONFLICT (id) DO UPDATE SET thread_id = excluded.thread_id, at = excluded.at,
            text = excluded.text, written_at = excluded.written_at`,
        )
        if (threadId !== null) touch(threadId, 'fact')
        return get(noteId)!
      }),
    remove: (id) => verb(() => run('DELETE FROM notes WHERE id = ?', id) > 0),
  }
}
