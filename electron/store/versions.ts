import type { RunId, ThreadId } from '../../shared/base/ids.ts'
import {
  VERSIONS_CHARS,
  VERSIONS_KEPT,
  VERSIONS_SPARED,
  type VersionAuthor,
  type VersionInfo,
} from '../../shared/playbook/versions.ts'
import type { TaskResult } from '../../shared/runs/run.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'
import { json } from './rows.ts'

type VersionVerbs = Pick<Verbs, 'versions' | 'versionText' | 'newestVersion' | 'addVersion' | 'taskTimes'>

const INFO = 'seq, thread_id, at, author, run_id, restored_from, added, removed, chars'
const toInfo = (row: Row): VersionInfo => ({
  id: Number(row['seq']),
  threadId: row['thread_id'] as ThreadId,
  at: Number(row['at']),
  author: row['author'] as VersionAuthor,
  runId: row['run_id'] as RunId | null,
  restoredFrom: row['restored_from'] === null ? null : Number(row['restored_from']),
  added: Number(row['added']),
  removed: Number(row['removed']),
  chars: Number(row['chars']),
})

export function versionVerbs(
  { sql, verb }: Connection,
  limits = { kept: VERSIONS_KEPT, chars: VERSIONS_CHARS, spared: VERSIONS_SPARED },
): VersionVerbs {
  /**
   * The oldest make room: of this thread beyond its share, then of all threads, as long as a thread keeps
   * its newest few.
   */
  function thin(threadId: ThreadId): void {
    sql(
      'DELETE FROM playbook_versions WHERE seq IN (SELECT seq FROM playbook_versions WHERE thread_id ' +
        '= ? ORDER BY seq DESC LIMIT -1 OFFSET ?)',
    ).run(threadId, limits.kept)
    let over =
      Number(sql('SELECT coalesce(sum(chars), 0) AS n FROM playbook_versions').get()?.['n']) - limits.chars
    if (over <= 0) return
    const oldest = sql(
      'SELECT seq, chars FROM (SELECT seq, chars, row_number() OVER (PARTITION BY thread_id ORDER BY ' +
        'seq DESC) AS place FROM playbook_versions) WHERE place > ? ORDER BY seq',
    ).all(limits.spared)
    for (const row of oldest) {
      if (over <= 0) return
      sql('DELETE FROM playbook_versions WHERE seq = ?').run(Number(row['seq']))
      over -= Number(row['chars'])
    }
  }

  const newest = (threadId: ThreadId): Row | undefined =>
    sql('SELECT * FROM playbook_versions WHERE thread_id = ? ORDER BY seq DESC LIMIT 1').get(threadId)
  return {
    versions: (threadId, limit) =>
      sql(`SELECT ${INFO} FROM playbook_versions WHERE thread_id = ? ORDER BY seq DESC LIMIT ?`)
        .all(threadId, limit)
        .map(toInfo),
    versionText(threadId, id) {
      const row = sql('SELECT * FROM playbook_versions WHERE seq = ? AND thread_id = ?').get(id, threadId)
      if (row === undefined) return null
      const before = sql(
        'SELECT body FROM playbook_versions WHERE thread_id = ? AND seq < ? ORDER BY seq DESC LIMIT 1',
      ).get(threadId, id)
      return {
        info: toInfo(row),
        text: String(row['body']),
        before: before === undefined ? null : String(before['body']),
      }
    },
    newestVersion(threadId) {
      const row = newest(threadId)
      return row === undefined ? null : { print: String(row['print']), text: String(row['body']) }
    },
    addVersion: (threadId, draft, now) =>
      verb(() => {
        const { text, print, author, runId, restoredFrom, added, removed } = draft
        // Asked inside the transaction: two who notice one change make one version.
        if (
          sql('SELECT 1 FROM threads WHERE id = ?').get(threadId) === undefined ||
          newest(threadId)?.['print'] === print
        )
          return null
        const row = sql(
          'INSERT INTO playbook_versions (thread_id, at, author, run_id, restored_from, print, added, ' +
            'removed, chars, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq',
        ).get(threadId, now, author, runId, restoredFrom, print, added, removed, text.length, text)
        thin(threadId)
        return Number(row?.['seq'])
      }),
    taskTimes(threadId, beats) {
      const times = new Map<string, number[]>()
      const rows = sql(
        'SELECT d.tasks FROM runs r JOIN run_details d ON d.run_id = r.id WHERE r.thread_id = ? AND ' +
          `r.kind = 'heartbeat' AND r.outcome IS NOT NULL ORDER BY r.started_at DESC, r.id DESC LIMIT ?`,
      ).all(threadId, LOOKED_BACK)
      for (const { key, durationMs } of rows.flatMap((r) => json<TaskResult[]>(r['tasks']))) {
        const known = times.get(key) ?? []
        if (durationMs !== null && known.length < beats) times.set(key, [...known, durationMs])
      }
      return [...times].map(([key, ms]) => ({ key, worstMs: Math.max(...ms), beats: ms.length }))
    },
  }
}
/** Runs that are looked through: a daily task stands in few of them. */
const LOOKED_BACK = 30
