import type { HubRoom, MailResult } from '../../engine/ports/hub/hub-room.ts'
import type { Connection } from '../connection/connection.ts'
import { HUB_MAIL, HUB_OUTBOX } from './tables.ts'

const TAKEN = HUB_MAIL.pick('id', 'end', 'text', 'epoch')

type MailVerbs = Pick<
  HubRoom,
  | 'mailOf'
  | 'noteTaken'
  | 'endMail'
  | 'unsettled'
  | 'noteSettled'
  | 'toldRuns'
  | 'takeBackToldRun'
  | 'refusedEdits'
>

/** What came from other machines, each once. `joined`: the epoch of this start. */
export function mail(connection: Connection, joined: () => string): MailVerbs {
  const { find, list, count, insert, run, update, verb } = connection
  return {
    mailOf(id) {
      const taken = find(TAKEN, 'WHERE id = ?', id)
      return taken === null ? null : { end: taken.end, isOurs: taken.epoch === joined() }
    },
    noteTaken: (mails, now) =>
      verb(() => {
        if (mails.length === 0) return
        const epoch = joined()
        for (const { id, seq, verb: of, by, expiresAt } of mails)
          insert(HUB_MAIL, { id, seq, epoch, verb: of, sender: by.name, expiresAt, takenAt: now })
        const body = { from: 'app', taken: mails.map(({ id }) => id) }
        insert(HUB_OUTBOX, { epoch, at: now, kind: 'report', thread: null, body })
      }),
    endMail: (id, end, text) =>
      verb(() => {
        const ended = run(
          'UPDATE hub_mail SET ended = ?, text = ? WHERE id = ? AND ended IS NULL',
          end,
          text,
          id,
        )
        if (ended === 0) throw new Error(`mail ${id} was not taken, or had its effect`)
      }),
    unsettled: () =>
      list(TAKEN, 'WHERE is_settled = 0 AND ended IS NOT NULL ORDER BY seq').flatMap(
        ({ id, end, text }): readonly MailResult[] => (end === null ? [] : [{ id, end, text }]),
      ),
    toldRuns: () =>
      list(TAKEN, `WHERE verb = 'fetch-run' AND ended = 'done' AND text <> ''`).map(({ id, text }) => ({
        id,
        text,
      })),
    refusedEdits: (since) =>
      count(
        `SELECT count(*) FROM hub_mail WHERE verb = 'propose-edit' AND ended = 'refused' AND taken_at > ?`,
        since,
      ),
    takeBackToldRun: (id) => verb(() => void update(HUB_MAIL, { id }, { text: '' })),
    noteSettled: (id, isSettled) => verb(() => void update(HUB_MAIL, { id }, { isSettled })),
  }
}
