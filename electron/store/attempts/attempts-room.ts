import { USUAL_METRIC } from '../../../shared/attempts/metric.ts'
import type { AttemptsRoom } from '../../engine/ports/attempts/attempts-room.ts'
import type { Connection } from '../connection/connection.ts'
import {
  ACTION_CHANGES,
  ACTION_LISTS,
  ATTEMPT_COUNTERS,
  ATTEMPTS,
  ATTEMPTS_PENDING,
  INTERVENTIONS,
  METRICS,
  RESULTS_PASSED_OVER,
} from './tables.ts'
import { mapped } from '../connection/table.ts'

type Lists = Pick<AttemptsRoom, 'actions' | 'keepActions' | 'changes'>
type Told = Pick<
  AttemptsRoom,
  | 'untold'
  | 'noteTold'
  | 'noteIntervention'
  | 'returnIntervention'
  | 'interventions'
  | 'interventionOf'
  | 'depthSinceBeat'
>
type Judged = Pick<AttemptsRoom, 'get' | 'strike' | 'scores' | 'bestBeside' | 'newest' | 'list' | 'leading'>
type Metrics = Pick<AttemptsRoom, 'metric' | 'metrics' | 'saveMetric' | 'removeMetric' | 'here' | 'used'>

export const attemptsRoom = (connection: Connection): AttemptsRoom => ({
  ...counting(connection),
  ...judged(connection),
  ...telling(connection),
  ...actionLists(connection),
  ...metrics(connection),
})

function counting(connection: Connection): Omit<AttemptsRoom, keyof (Lists & Told & Metrics & Judged)> {
  const { list, find, exists, insert, run, verb, remembered } = connection
  const isCounted = (key: string): boolean => exists('SELECT 1 FROM attempts WHERE key = ?', key)
  return {
    counters: (team) => find(ATTEMPT_COUNTERS, 'WHERE team = ?', team)?.counters ?? null,
    keepCounters: (team, counters) =>
      verb(() => {
        insert(ATTEMPT_COUNTERS, { team, counters }, 'ON CONFLICT DO UPDATE SET counters = excluded.counters')
      }),
    begin: (key, threadId, at) =>
      verb((touch) => {
        if (isCounted(key)) return
        touch(threadId)
        insert(ATTEMPTS_PENDING, { key, threadId, at }, 'ON CONFLICT DO NOTHING')
      }),
    drop: (key) => verb(() => void run('DELETE FROM attempts_pending WHERE key = ?', key)),
    pending: remembered(() => list(ATTEMPTS_PENDING, 'ORDER BY at, key')),
    add: (attempt) =>
      verb((touch) => {
        run('DELETE FROM attempts_pending WHERE key = ?', attempt.key)
        if (insert(ATTEMPTS, attempt, 'ON CONFLICT (key) DO NOTHING') === 0) return false
        touch(attempt.threadId)
        return true
      }),
    isCounted,
    passOver: (threadId, keys) =>
      verb(() => {
        for (const key of keys) insert(RESULTS_PASSED_OVER, { key, threadId }, 'ON CONFLICT DO NOTHING')
      }),
    isPassedOver: (key) => exists('SELECT 1 FROM results_passed_over WHERE key = ?', key),
    noteSession: (runKey, session) =>
      verb(() => {
        // Keys of one run are its own and those that go on with ":".
        run(
          "UPDATE attempts SET session = ? WHERE session IS NULL AND (key = ? OR (key >= ? || ':' AND key < ? || ';'))",
          session,
          runKey,
          runKey,
          runKey,
        )
      }),
  }
}

const SCORES = ATTEMPTS.pick('threadId', 'score')

const judged = ({ list, find, run, verb }: Connection): Judged => ({
  get: (number) => find(ATTEMPTS, 'WHERE number = ?', number),
  strike: (number, isStruck) =>
    verb((touch) => {
      const attempt = find(ATTEMPTS, 'WHERE number = ?', number)
      if (attempt === null) return
      touch(attempt.threadId)
      run('UPDATE attempts SET struck = ? WHERE number = ?', isStruck ? 1 : 0, number)
    }),
  scores: (team, after) =>
    list(
      SCORES,
      "WHERE team = ? AND number > ? AND class = 'real' AND struck = 0 AND score IS NOT NULL ORDER BY number",
      team,
      after,
    ).map(({ threadId, score }) => ({ threadId, score: score! })),
  bestBeside: ({ threadId, team, commit }, { direction, from = 0 }) =>
    find(
      ATTEMPTS,
      `WHERE thread_id = ? AND team = ? AND number > ? AND class = 'real' AND struck = 0 AND score IS NOT NULL
        AND commit_id IS NOT NULL AND commit_id IS NOT ?
        ORDER BY score ${direction === 'lower' ? 'ASC' : 'DESC'}, number LIMIT 1`,
      threadId,
      team,
      from,
      commit,
    ),
  newest: (threadId) => find(ATTEMPTS, 'WHERE thread_id = ? ORDER BY number DESC LIMIT 1', threadId),
  list: ({ threadId, team }, limit) => {
    const wanted = [
      ...(threadId === undefined ? [] : [['thread_id = ?', threadId] as const]),
      ...(team === undefined ? [] : [['team = ?', team] as const]),
    ]
    const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([term]) => term).join(' AND ')}`
    return list(ATTEMPT, `${where} ORDER BY number DESC LIMIT ?`, ...wanted.map(([, value]) => value), limit)
  },
  leading: (team, { direction, from = 0 }, limit) =>
    list(
      ATTEMPTS,
      `WHERE team = ? AND number > ? AND class = 'real' AND struck = 0 AND score IS NOT NULL
        AND commit_id IS NOT NULL ORDER BY score ${direction === 'lower' ? 'ASC' : 'DESC'}, number LIMIT ?`,
      team,
      from,
      limit,
    ),
})

/** Without what only this room asks for. */
const ATTEMPT = mapped(ATTEMPTS, ({ told: _told, ...attempt }) => attempt)
/** Without the prompts, which are long. */
const INTERVENTION = mapped(INTERVENTIONS, ({ actions: _actions, ...intervention }) => intervention)

const telling = ({ list, find, exists, insert, run, verb }: Connection): Told => ({
  untold: (threadId) => list(ATTEMPTS, 'WHERE thread_id = ? AND told = 0 ORDER BY number', threadId),
  noteTold: (threadId) =>
    verb((touch) => {
      touch(threadId)
      run('UPDATE attempts SET told = 1 WHERE thread_id = ? AND told = 0', threadId)
    }),
  noteIntervention: (intervention) =>
    verb((touch) => {
      touch(intervention.threadId)
      insert(INTERVENTIONS, intervention)
    }),
  returnIntervention: (number) =>
    verb((touch) => {
      const intervention = find(INTERVENTIONS, 'WHERE number = ?', number)
      if (intervention === null) return []
      const { threadId, attempt, actions } = intervention
      touch(threadId)
      run('UPDATE interventions SET returned = 1 WHERE number = ?', number)
      run(
        `UPDATE attempts SET told = 0 WHERE thread_id = ?1 AND number <= ?2 AND number >
          COALESCE((SELECT max(attempt) FROM interventions WHERE thread_id = ?1 AND number < ?3 AND returned = 0), 0)`,
        threadId,
        attempt,
        number,
      )
      return actions
    }),
  depthSinceBeat(threadId) {
    const last = find(INTERVENTIONS, 'WHERE thread_id = ? ORDER BY number DESC LIMIT 1', threadId)
    if (last === null) return 0
    // By the order in which runs began, whatever the clock said.
    const hasBeat = exists(
      `SELECT 1 FROM runs WHERE thread_id = ? AND kind = 'heartbeat'
        AND rowid > COALESCE((SELECT rowid FROM runs WHERE item_id = ?), 0)`,
      threadId,
      last.itemId,
    )
    return hasBeat ? 0 : last.depth
  },
  interventionOf: (itemId) => find(INTERVENTION, 'WHERE item_id = ?', itemId),
  interventions: (threadId, limit) =>
    list(INTERVENTION, 'WHERE thread_id = ? ORDER BY number DESC LIMIT ?', threadId, limit),
})

const actionLists = ({ list, find, insert, run, verb }: Connection): Lists => ({
  actions: (owner) => find(ACTION_LISTS, 'WHERE owner = ?', owner),
  keepActions: (kept, change) =>
    verb(() => {
      if (kept.actions === null) run('DELETE FROM action_lists WHERE owner = ?', kept.owner)
      else
        insert(
          ACTION_LISTS,
          kept,
          'ON CONFLICT DO UPDATE SET actions = excluded.actions, notices = excluded.notices, print = excluded.print',
        )
      insert(ACTION_CHANGES, change)
    }),
  changes: (owner, limit) =>
    list(ACTION_CHANGES, 'WHERE owner = ? ORDER BY number DESC LIMIT ?', owner, limit),
})

/** A metric of an earlier version says less. */
const METRIC = mapped(METRICS, ({ spec, ...metric }) => ({ ...USUAL_METRIC, ...spec, ...metric }))

const metrics = ({ list, find, insert, run, verb, value, count, remembered }: Connection): Metrics => ({
  metric: (threadId) => find(METRIC, 'WHERE thread_id = ?', threadId),
  metrics: remembered(() => list(METRIC, 'ORDER BY thread_id')),
  saveMetric: ({ threadId, noise, digests, since, reached, ...spec }) =>
    verb((touch) => {
      touch(threadId)
      insert(
        METRICS,
        { threadId, spec, noise, digests, since, reached },
        `ON CONFLICT DO UPDATE SET spec = excluded.spec, noise = excluded.noise, digests = excluded.digests,
          since = excluded.since, reached = excluded.reached`,
      )
    }),
  here: () => ({
    run: count('SELECT COALESCE(max(rowid), 0) FROM runs'),
    attempt: count('SELECT COALESCE(max(number), 0) FROM attempts'),
  }),
  used: ({ threadId, direction, since }) => ({
    best: value(
      `SELECT ${direction === 'lower' ? 'min' : 'max'}(score) FROM attempts
        WHERE thread_id = ? AND number > ? AND class = 'real' AND struck = 0`,
      threadId,
      since.attempt,
    ) as number | null,
    runs: count('SELECT count(*) FROM attempts WHERE thread_id = ? AND number > ?', threadId, since.attempt),
    usd: value(
      `SELECT COALESCE(sum(s.usd), 0.0) FROM runs r JOIN spent s ON s.run_id = r.id
        WHERE r.thread_id = ? AND r.rowid > ?`,
      threadId,
      since.run,
    ) as number,
    workMs: count(
      'SELECT COALESCE(sum(duration_ms), 0) FROM runs WHERE thread_id = ? AND rowid > ?',
      threadId,
      since.run,
    ),
  }),
  removeMetric: (threadId) =>
    verb((touch) => {
      touch(threadId)
      return run('DELETE FROM metrics WHERE thread_id = ?', threadId) > 0
    }),
})
