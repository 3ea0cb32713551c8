import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Found, PageContent } from '../../../shared/knowledge/page.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { ItemKind } from '../../../shared/queue/queue.ts'
import type { KnowledgeRoom } from '../../engine/ports/store/knowledge.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape, text, textOrNull, word, type Codec } from '../connection/table.ts'
import { KNOWLEDGE, PAGES } from './tables.ts'

const PAGE = PAGES.pick('title', 'text', 'kind', 'by', 'at')
const NOTE = KNOWLEDGE.pick('text')

export function knowledgeRoom(connection: Connection): KnowledgeRoom {
  const { list, find, run, insert, verb } = connection
  return {
    pages: (threadId) => list(PAGE, 'WHERE thread_id = ? ORDER BY title', threadId),
    writePages: (threadId, pages, now) =>
      verb((touch) => {
        touch(threadId)
        for (const page of pages) writePage(connection, threadId, page, now)
      }),
    removePage: (threadId, title) =>
      verb((touch) => {
        touch(threadId)
        forget(connection, threadId, title)
        return run('DELETE FROM pages WHERE thread_id = ? AND title = ?', threadId, title) > 0
      }),
    titled: (title, first) =>
      list(
        PAGES,
        `WHERE title = ? COLLATE NOCASE AND thread_id IN (SELECT id FROM threads WHERE trusted_at IS NOT NULL)
          ORDER BY thread_id <> ?, thread_id, title`,
        title,
        first,
      ),
    skills: (team, except) =>
      list(
        PAGES,
        `WHERE kind = 'skill' AND thread_id <> ? AND thread_id IN (
          SELECT m.thread_id FROM metrics m JOIN threads t ON t.id = m.thread_id
           WHERE m.spec ->> 'team' = ? AND t.trusted_at IS NOT NULL)
          ORDER BY at DESC, thread_id, title`,
        except,
        team,
      ),
    learnNotes: (threadId, notes, now) =>
      verb(() => {
        const kept = find(NOTE, `WHERE thread_id = ? AND kind = 'note'`, threadId)?.text ?? ''
        const trimmed = notes.trim()
        if (kept === trimmed) return
        run(`DELETE FROM knowledge WHERE thread_id = ? AND kind = 'note'`, threadId)
        if (trimmed !== '') insert(KNOWLEDGE, { threadId, kind: 'note', text: trimmed, at: now })
      }),
    search: (words, limit, whose) => search(connection, words, limit, whose),
  }
}

function writePage(connection: Connection, threadId: ThreadId, page: PageContent, now: Instant): void {
  const { insert } = connection
  insert(
    PAGES,
    { ...page, threadId, at: now },
    'ON CONFLICT DO UPDATE SET text = excluded.text, kind = excluded.kind, by = excluded.by, at = excluded.at',
  )
  const { title, kind, text: body } = page
  forget(connection, threadId, title)
  const found = kind === 'skill' ? kind : 'page'
  insert(KNOWLEDGE, { threadId, kind: found, source: title, text: `${title}\n${body}`, at: now })
}

const forget = ({ run }: Connection, threadId: ThreadId, title: string): unknown =>
  run(
    `DELETE FROM knowledge WHERE thread_id = ? AND kind IN ('page', 'skill') AND run_id = ?`,
    threadId,
    title,
  )

/** Inside the ending's transaction: an agent's own words, worth finding. */
export function keepAnswer(
  { insert }: Connection,
  answer: {
    readonly threadId: ThreadId
    readonly runId: RunId
    readonly kind: ItemKind
    readonly text: string
  },
  now: Instant,
): void {
  const { threadId, runId, text: words } = answer
  const kind = answer.kind === 'message' ? 'answer' : 'report'
  insert(KNOWLEDGE, { threadId, kind, source: runId, text: words, at: now })
}

const FOUND: Codec<Found> = shape({
  kind: word<Found['kind']>(),
  threadId: word<ThreadId>(),
  title: textOrNull(),
  at: number(),
  excerpt: text(),
})

const OF_TRUSTED = 'AND thread_id IN (SELECT id FROM threads WHERE trusted_at IS NOT NULL)'

function search(
  { query }: Connection,
  wanted: string,
  limit: number,
  whose: 'trusted' | 'all',
): readonly Found[] {
  // Words only: what a model writes is no query language, and must not be one.
  const words = [...wanted.matchAll(/[\p{L}\p{N}_]+/gu)].map(([w]) => `"${w}"`).slice(0, 20)
  if (words.length === 0) return []
  return query(
    FOUND,
    `SELECT kind, thread_id AS "threadId", at,
      CASE WHEN kind IN ('page', 'skill') THEN run_id END AS title, snippet(knowledge, 0, '', '', ' … ', 40) AS excerpt FROM knowledge
      WHERE knowledge MATCH ? ${whose === 'trusted' ? OF_TRUSTED : ''}
      ORDER BY rank LIMIT ?`,
    words.join(' OR '),
    limit,
  )
}
