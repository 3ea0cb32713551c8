import type { ThreadId } from '../../../shared/base/ids.ts'
import type { HubRoom } from '../../engine/ports/hub/hub-room.ts'
import type { Connection } from '../connection/connection.ts'
import { lists } from './lists.ts'
import { mail } from './mail.ts'
import { outbox } from './outbox.ts'
import { prune } from './prune.ts'
import { HUB_EPOCHS, HUB_MARKS, HUB_OUTBOX } from './tables.ts'
import {
  alertIsGone,
  dropTriggers,
  makeTriggers,
  stateAlert,
  stateAlerts,
  stateSuggestion,
  stateSuggestions,
} from './triggers.ts'

export function hubRoom(connection: Connection): HubRoom {
  let epoch: string | null = null // null: not joined
  const joined = (): string => {
    if (epoch === null) throw new Error('this machine has joined no hub')
    return epoch
  }
  return {
    ...membership(connection, (to) => void (epoch = to)),
    isJoined: () => epoch !== null,
    ...states(connection, joined),
    ...lists(connection, joined),
    ...outbox(connection),
    ...mail(connection, joined),
    prune: (now) => connection.verb(() => prune(connection, joined(), now)),
  }
}

const TABLES = ['hub_outbox', 'hub_marks', 'hub_epochs', 'hub_mail']

function membership(
  connection: Connection,
  becomes: (epoch: string | null) => void,
): Pick<HubRoom, 'join' | 'leave'> {
  const { verb, run, insert, count, define } = connection
  return {
    join(epoch, now) {
      if (!/^[\w-]{1,80}$/.test(epoch)) throw new Error(`no epoch: ${epoch}`)
      define('hub_now', now)
      verb(() => {
        dropTriggers(connection)
        const last = count(`SELECT seq FROM sqlite_sequence WHERE name = 'hub_outbox'`)
        run('UPDATE hub_epochs SET last_seq = ? WHERE last_seq IS NULL', last)
        insert(HUB_EPOCHS, { epoch, firstSeq: last + 1, lastSeq: null, acked: 0 })
        run(stateAlerts(epoch))
        run(stateSuggestions(epoch))
        run('DELETE FROM hub_marks')
        run('INSERT INTO hub_marks (thread_id) SELECT id FROM threads')
        makeTriggers(connection, epoch)
      })
      becomes(epoch)
    },
    leave() {
      verb(() => {
        dropTriggers(connection)
        for (const table of TABLES) run(`DELETE FROM ${table}`)
      })
      becomes(null)
    },
  }
}

const BODY = HUB_OUTBOX.pick('body')

function states(
  { list, find, run, insert, exists, verb }: Connection,
  joined: () => string,
): Pick<HubRoom, 'marks' | 'lastState' | 'writeState' | 'dropMark' | 'restateAlert' | 'restateSuggestion'> {
  const dropMark = (id: ThreadId): void => void run('DELETE FROM hub_marks WHERE thread_id = ?', id)
  return {
    marks: () => list(HUB_MARKS, '').map(({ threadId }) => threadId),
    lastState: (id) =>
      find(BODY, `WHERE kind = 'thread' AND thread_id = ? ORDER BY seq DESC LIMIT 1`, id)?.body ?? null,
    writeState: (id, body, now) =>
      verb(() => {
        dropMark(id)
        insert(HUB_OUTBOX, { epoch: joined(), at: now, kind: 'thread', thread: id, body })
      }),
    dropMark: (id) => verb(() => dropMark(id)),
    restateAlert: (id) =>
      verb(() => {
        const isThere = exists('SELECT 1 FROM alerts WHERE id = ?', id)
        run(isThere ? stateAlert(joined()) : alertIsGone(joined()), id)
      }),
    restateSuggestion: (number, body, now) =>
      verb(() => {
        if (run(stateSuggestion(joined()), number) > 0) return
        insert(HUB_OUTBOX, { epoch: joined(), at: now, kind: 'suggestion', thread: null, body })
      }),
  }
}
