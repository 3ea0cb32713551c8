import type { ThreadId } from '../../../shared/base/ids.ts'
import { VERSIONS_CHARS, VERSIONS_KEPT, VERSIONS_SPARED } from '../../../shared/playbook/versions.ts'
import type { VersionsRoom } from '../../engine/ports/store/playbook.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape } from '../connection/table.ts'
import { VERSION, VERSIONS } from './tables.ts'

const TEXT = VERSIONS.pick('text')
const NEWEST = VERSIONS.pick('print', 'text')

export function versionsRoom(connection: Connection): VersionsRoom {
  const { list, find, exists, insert, count, verb } = connection
  const newest: VersionsRoom['newest'] = (threadId) =>
    find(NEWEST, 'WHERE thread_id = ? ORDER BY seq DESC LIMIT 1', threadId)
  return {
    newest,
    list: (threadId, limit) =>
      list(VERSION, 'WHERE thread_id = ? ORDER BY seq DESC LIMIT ?', threadId, limit),
    text(threadId, id) {
      const version = find(VERSIONS, 'WHERE seq = ? AND thread_id = ?', id, threadId)
      if (version === null) return null
      const { text, print: _, ...info } = version
      const before = find(TEXT, 'WHERE thread_id = ? AND seq < ? ORDER BY seq DESC LIMIT 1', threadId, id)
      return { info, text, before: before?.text ?? null }
    },
    add: (threadId, { text, print, author, runId, restoredFrom, added, removed }, now) =>
      verb(() => {
        // Asked inside the transaction: two who notice one change make one version.
        if (!exists('SELECT 1 FROM threads WHERE id = ?', threadId)) return null
        if (newest(threadId)?.print === print) return null
        const chars = text.length
        insert(VERSIONS, {
          threadId,
          at: now,
          author,
          runId,
          restoredFrom,
          print,
          added,
          removed,
          chars,
          text,
        })
        const id = count('SELECT last_insert_rowid()')
        thin(connection, threadId)
        return id
      }),
  }
}

const SIZE = shape({ seq: number(), chars: number() })

/**
 * The oldest make room: of this thread beyond its share, then of all threads, as long as a thread keeps
 * its newest few.
 */
function thin({ run, count, query }: Connection, threadId: ThreadId): void {
  run(
    `DELETE FROM playbook_versions WHERE seq IN (
      SELECT seq FROM playbook_versions WHERE thread_id = ? ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
    threadId,
    VERSIONS_KEPT,
  )
  let over = count('SELECT sum(chars) FROM playbook_versions') - VERSIONS_CHARS
  if (over <= 0) return
  const oldest = query(
    SIZE,
    `SELECT seq, chars FROM (
      SELECT seq, chars, row_number() OVER (PARTITION BY thread_id ORDER BY seq DESC) AS place
      FROM playbook_versions
    ) WHERE place > ? ORDER BY seq`,
    VERSIONS_SPARED,
  )
  for (const { seq, chars } of oldest) {
    if (over <= 0) return
    run('DELETE FROM playbook_versions WHERE seq = ?', seq)
    over -= chars
  }
}
