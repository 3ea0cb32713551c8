import type { DeadEnd } from '../../../shared/attempts/dead-ends/dead-end.ts'
import type { DeadEndsRoom } from '../../engine/ports/attempts/dead-ends-room.ts'
import type { Connection } from '../connection/connection.ts'
import type { RowOf } from '../connection/table.ts'
import { ATTEMPTS, DEAD_END_VOICES, DEAD_ENDS } from './tables.ts'

const CITED = ATTEMPTS.pick('number', 'threadId', 'team', 'class', 'run', 'score')

export function deadEndsRoom(connection: Connection): DeadEndsRoom {
  const { list, find, insert, run, verb } = connection
  const withVoices = ({ number, team, claim }: RowOf<typeof DEAD_ENDS>): DeadEnd => ({
    number,
    team,
    claim,
    voices: list(DEAD_END_VOICES, 'WHERE dead_end = ? ORDER BY number', number).map(
      ({ by, kind, evidence, at, run: made }) => ({ by, kind, evidence, at, run: made }),
    ),
  })
  const found = (where: string, ...values: readonly (string | number)[]): DeadEnd | null => {
    const row = find(DEAD_ENDS, where, ...values)
    return row === null ? null : withVoices(row)
  }
  const addVoice: DeadEndsRoom['addVoice'] = (deadEnd, voice) =>
    verb((touch) => {
      touch(voice.by ?? 'all')
      insert(DEAD_END_VOICES, { deadEnd, ...voice })
    })
  return {
    list: (team) => list(DEAD_ENDS, 'WHERE team = ? ORDER BY number', team).map(withVoices),
    find: (team, number) => found('WHERE team = ? AND number = ?', team, number),
    add: ({ team, claim, print, voice }) =>
      verb(() => {
        if (insert(DEAD_ENDS, { team, claim, print }, 'ON CONFLICT DO NOTHING') === 0) return null
        const { number } = find(DEAD_ENDS, 'WHERE team = ? AND print = ?', team, print)!
        addVoice(number, voice)
        return found('WHERE number = ?', number)
      }),
    addVoice,
    remove: (team, number) =>
      verb((touch) => {
        touch('all')
        return run('DELETE FROM dead_ends WHERE team = ? AND number = ?', team, number) > 0
      }),
    cited: (numbers) =>
      list(CITED, 'WHERE number IN (SELECT value FROM json_each(?))', JSON.stringify(numbers)),
  }
}
