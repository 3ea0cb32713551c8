import type { DeadEnd } from '../../../shared/attempts/dead-ends/dead-end.ts'
import type { DeadEndsRoom } from '../../engine/ports/attempts/dead-ends-room.ts'
import type { Connection } from '../connection/connection.ts'
import type { RowOf } from '../connection/table.ts'
import { ATTEMPTS, DEAD_END_VOICES, DEAD_ENDS } from './tables.ts'

const VOICE = DEAD_END_VOICES.pick('by', 'kind', 'evidence', 'at', 'run')
const CITED = ATTEMPTS.pick('number', 'threadId', 'team', 'class', 'isStruck', 'run', 'score')

export function deadEndsRoom(connection: Connection): DeadEndsRoom {
  const { list, find, insert, run, verb } = connection
  const withVoices = ({ number, team, claim }: RowOf<typeof DEAD_ENDS>): DeadEnd => ({
    number,
    team,
    claim,
    voices: list(VOICE, 'WHERE dead_end = ? ORDER BY number', number),
  })
  const addVoice: DeadEndsRoom['addVoice'] = (deadEnd, voice) =>
    verb((touch) => {
      touch(voice.by ?? 'all')
      insert(DEAD_END_VOICES, { deadEnd, ...voice })
    })
  return {
    list: (team) => list(DEAD_ENDS, 'WHERE team = ? ORDER BY number', team).map(withVoices),
    find: (team, number) => {
      const row = find(DEAD_ENDS, 'WHERE team = ? AND number = ?', team, number)
      return row === null ? null : withVoices(row)
    },
    add: ({ team, claim, print, voice }) =>
      verb(() => {
        insert(DEAD_ENDS, { team, claim, print })
        const row = find(DEAD_ENDS, 'WHERE team = ? AND print = ?', team, print)!
        addVoice(row.number, voice)
        return withVoices(row)
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
