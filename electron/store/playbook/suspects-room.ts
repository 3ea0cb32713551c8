import type { SuspectsRoom } from '../../engine/ports/store/playbook.ts'
import type { Connection } from '../connection/connection.ts'
import { SUSPECT_LINES } from './tables.ts'

/** Of a thread so many that were seen are kept, the newest. */
const SEEN_KEPT = 1000

export function suspectsRoom({ list, run, insert, verb }: Connection): SuspectsRoom {
  return {
    list: (threadId) =>
      new Map(
        list(SUSPECT_LINES, 'WHERE thread_id = ?', threadId).map(({ text, standing }) => [text, standing]),
      ),
    note: (threadId, { found, gone }, at) =>
      verb((touch) => {
        touch(threadId)
        for (const [text, standing] of found)
          insert(
            SUSPECT_LINES,
            { threadId, text, standing, at },
            'ON CONFLICT DO UPDATE SET standing = excluded.standing, at = excluded.at',
          )
        for (const text of gone)
          run(
            `DELETE FROM suspect_lines WHERE thread_id = ? AND text = ? AND standing <> 'seen'`,
            threadId,
            text,
          )
        run(
          `DELETE FROM suspect_lines WHERE thread_id = ? AND standing = 'seen' AND text NOT IN
            (SELECT text FROM suspect_lines WHERE thread_id = ? AND standing = 'seen' ORDER BY at DESC LIMIT ?)`,
          threadId,
          threadId,
          SEEN_KEPT,
        )
      }),
  }
}
