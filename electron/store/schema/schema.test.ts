import { expect, it } from 'vitest'
import { randomId } from '../../machine/clock/ids.ts'
import * as agents from '../agents/tables.ts'
import * as alerts from '../alerts/tables.ts'
import * as attempts from '../attempts/tables.ts'
import { openDatabase } from '../connection/open.ts'
import * as events from '../events/tables.ts'
import * as history from '../history/tables.ts'
import * as hub from '../hub/tables.ts'
import * as jobs from '../jobs/tables.ts'
import * as playbook from '../playbook/tables.ts'
import * as pollination from '../pollination/tables.ts'
import * as queue from '../queue/tables.ts'
import * as runs from '../runs/tables.ts'
import { createStore } from '../store.ts'
import { aThread } from '../testing/one-store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'
import * as threads from '../threads/tables.ts'
import { MIGRATIONS } from './schema.ts'
import { REPOSITORIES_ANEW_SCHEMA } from './threads.ts'
import { migrate } from './version.ts'

/** Written by statements of their own. */
const WITHOUT_CODEC = ['history_days', 'history_hours', 'history_pending', 'meta']

it('has a codec for each table, with its very columns', () => {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const columnsOf = (table: string): readonly string[] =>
    db
      .prepare('SELECT name FROM pragma_table_info(?) ORDER BY name')
      .all(table)
      .map((column) => String(column['name']))
  const tables = [
    agents,
    alerts,
    attempts,
    events,
    history,
    hub,
    jobs,
    playbook,
    pollination,
    queue,
    runs,
    threads,
  ]
    .flatMap((module) => Object.values(module))
    .filter((codec) => 'write' in codec)
  for (const { table, columns } of tables) {
    const own = columns.split(', ').map((column: string) => column.split(' AS ')[0]!)
    expect([table, own.sort()]).toEqual([table, columnsOf(table)])
  }
  const there = db
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
        AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'history_words*' ORDER BY name`,
    )
    .all()
    .map((table) => String(table['name']))
  expect([...tables.map((codec) => codec.table), ...WITHOUT_CODEC].sort()).toEqual(there)
})

it('drops once by what repositories were told from others, since that has more of them now', () => {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const store = createStore(db, randomId, settingsInMemory())
  const { id } = aThread(1)
  store.threads.add(aThread(1))
  store.threads.change(id, { repositoryId: '7:1' })
  db.exec(`PRAGMA user_version = ${MIGRATIONS.indexOf(REPOSITORIES_ANEW_SCHEMA)}`)
  migrate(db, MIGRATIONS)
  expect(store.threads.repositoryId(id)).toBeNull()
  store.threads.change(id, { repositoryId: '7:1 8:1' })
  migrate(db, MIGRATIONS)
  expect(store.threads.repositoryId(id)).toBe('7:1 8:1')
  store.close()
})
