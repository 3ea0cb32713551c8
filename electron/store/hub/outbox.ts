import type { Fact } from '../../../shared/hub/fact.ts'
import type { HubRoom } from '../../engine/ports/hub/hub-room.ts'
import type { Connection } from '../connection/connection.ts'
import type { RowOf } from '../connection/table.ts'
import { HUB_EPOCHS, HUB_OUTBOX } from './tables.ts'

type Sending = Pick<HubRoom, 'unsent' | 'waiting' | 'acknowledge' | 'epochs' | 'noteHas' | 'noteElsewhere'>
type EpochRow = RowOf<typeof HUB_EPOCHS>

/** Rows on their way to the hub. How far it has them stands once for each epoch, not in each row. */
export const outbox = (connection: Connection): Sending => ({
  ...sending(connection),
  ...acknowledging(connection),
})

function sending({ list, count }: Connection): Pick<Sending, 'unsent' | 'waiting'> {
  const open = (): readonly EpochRow[] =>
    list(HUB_EPOCHS, 'WHERE last_seq IS NULL OR acked < last_seq ORDER BY first_seq')
  return {
    unsent(limit) {
      const facts: Fact[] = []
      for (const epoch of open())
        if (facts.length < limit)
          facts.push(
            ...list(
              HUB_OUTBOX,
              'WHERE seq > ? AND seq <= ? AND epoch = ? ORDER BY seq LIMIT ?',
              ...rangeOf(epoch),
              limit - facts.length,
            ),
          )
      return facts
    },
    waiting: () =>
      open().reduce(
        (sum, epoch) =>
          sum +
          count(
            'SELECT count(*) FROM hub_outbox WHERE seq > ? AND seq <= ? AND epoch = ?',
            ...rangeOf(epoch),
          ),
        count('SELECT count(*) FROM hub_marks'),
      ),
  }
}

/** Where its rows are that the hub has not: above the first, not above the second. */
const rangeOf = ({ epoch, acked, firstSeq, lastSeq }: EpochRow): readonly [number, number, string] => [
  Math.max(acked, firstSeq - 1),
  lastSeq ?? Number.MAX_SAFE_INTEGER,
  epoch,
]

function acknowledging(connection: Connection): Omit<Sending, 'unsent' | 'waiting'> {
  const { list, run, insert, verb } = connection
  const moveTo = (epoch: string, seq: number): void =>
    void run('UPDATE hub_epochs SET acked = ? WHERE epoch = ? AND acked <> ?', seq, epoch, seq)
  return {
    acknowledge: (facts) =>
      verb(() => {
        const last = new Map(facts.map(({ epoch, seq }) => [epoch, seq]))
        for (const [epoch, seq] of last) moveTo(epoch, seq)
        settleClosed(connection)
      }),
    epochs: () => list(HUB_EPOCHS, 'ORDER BY first_seq'),
    noteHas: (known) =>
      verb(() => {
        let hasLess = false
        for (const { epoch, acked, firstSeq } of list(HUB_EPOCHS, '')) {
          const has = known.get(epoch) ?? 0
          hasLess ||= has < acked && acked >= firstSeq
          moveTo(epoch, has)
        }
        settleClosed(connection)
        return hasLess
      }),
    noteElsewhere: (known) =>
      verb(() => {
        for (const [epoch, seq] of known) {
          const raised = run('UPDATE hub_epochs SET last_seq = max(last_seq, ?) WHERE epoch = ?', seq, epoch)
          if (raised === 0) insert(HUB_EPOCHS, { epoch, firstSeq: seq + 1, lastSeq: seq, acked: seq })
        }
      }),
  }
}

/** Of what is over and has no row left to send nobody asks again. */
const settleClosed = ({ run }: Connection): void =>
  void run(
    `UPDATE hub_epochs SET acked = last_seq WHERE acked < last_seq AND NOT EXISTS (
      SELECT 1 FROM hub_outbox o WHERE o.seq > max(hub_epochs.acked, hub_epochs.first_seq - 1)
        AND o.seq <= hub_epochs.last_seq AND o.epoch = hub_epochs.epoch)`,
  )
