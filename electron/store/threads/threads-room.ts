import { LOCAL_CHECKS } from '../../../shared/agents/agent-config.ts'
import { phaseFor } from '../../../shared/schedule/schedule.ts'
import { MASTER_NUMBER } from '../../../shared/threads/master.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { NewThread } from '../../engine/ports/records.ts'
import type { ThreadsRoom } from '../../engine/ports/store/threads.ts'
import type { Connection } from '../connection/connection.ts'
import { THREAD_GONE } from '../history/clear.ts'
import { readMeta, writeMeta } from '../settings/meta.ts'
import { cachedFacts, cacheFactsOfAll } from './facts.ts'
import { cachedThread, cachedThreads, readThreads } from './read-threads.ts'
import { THREADS, TIER_STATE } from './tables.ts'
import { talliesOf } from './tallies.ts'

export function threadsRoom(connection: Connection): ThreadsRoom {
  const { value, run, insert, update, verb, cache, remembered } = connection
  return {
    list: () => cachedThreads(connection),
    get: (id) => cachedThread(connection, id),
    facts: (id) => cachedFacts(connection, id),
    readFacts: () => cacheFactsOfAll(connection),
    tallies: (of, now) => talliesOf(connection, of, now),
    due: (now) =>
      cachedThreads(connection).filter(
        ({ nextDueAt, pause }) => (nextDueAt ?? Infinity) <= now || (pause?.until ?? Infinity) <= now,
      ),
    nextDueAt: remembered(() => earliest(cachedThreads(connection))),
    repositoryId: (id) => value('SELECT repository_id FROM threads WHERE id = ?', id) as string | null,
    add: (thread) =>
      verb((touch) => {
        const added = addThread(connection, thread)
        if (added !== 'exists') touch(added.id)
        return added
      }),
    setMaster: (id) =>
      verb((touch) => {
        touch('all')
        run("UPDATE threads SET role = 'worker' WHERE role = 'master'")
        if (id !== null) run("UPDATE threads SET role = 'master' WHERE id = ?", id)
      }),
    change: (id, change) =>
      verb((touch) => {
        update(THREADS, { id }, change)
        touch(id)
      }),
    snoozeTier: (threadId, tier, until) =>
      verb((touch) => {
        insert(
          TIER_STATE,
          { threadId, tier, snoozedUntil: until },
          'ON CONFLICT DO UPDATE SET snoozed_until = excluded.snoozed_until',
        )
        touch(threadId)
      }),
    remove: (id) =>
      verb((touch) => {
        for (const statement of THREAD_GONE) run(statement, id)
        cache.beats.delete(id)
        touch(id)
      }),
  }
}

/** null: none has a due time. */
function earliest(threads: readonly Thread[]): number | null {
  const at = threads.reduce((least, { nextDueAt }) => Math.min(least, nextDueAt ?? Infinity), Infinity)
  return at === Infinity ? null : at
}

function addThread(connection: Connection, thread: NewThread): Thread | 'exists' {
  const { exists, insert } = connection
  const { isMastersFolder = false, ...fields } = thread
  if (exists('SELECT 1 FROM threads WHERE repo_path = ?', thread.repoPath)) return 'exists'
  const isFree = !exists('SELECT 1 FROM threads WHERE number = ?', MASTER_NUMBER)
  const number = isMastersFolder && isFree ? MASTER_NUMBER : nextNumber(connection)
  insert(THREADS, {
    ...fields,
    number,
    role: 'worker',
    agent: LOCAL_CHECKS,
    session: 'messages',
    phaseMs: thread.intervalMs === 0 ? 0 : phaseFor(number, thread.intervalMs),
    activeAt: thread.createdAt,
  })
  return readThreads(connection, 'WHERE id = ?', thread.id)[0]!
}

/** Numbers are never used twice: people and prompts know threads by them. */
function nextNumber(connection: Connection): number {
  const number = Number(readMeta(connection, 'next_thread_number'))
  writeMeta(connection, 'next_thread_number', String(number + 1))
  return number
}
