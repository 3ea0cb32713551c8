import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { credentials } from '../../../shared/base/secrets/testing/credentials.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'
import { stripSecrets } from './secrets.ts'

function oneThread() {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const id = 'thr_1' as ThreadId
  const store = createStore(db, randomId, settingsInMemory())
  store.threads.add({ id, name: 'one', repoPath: '/one', intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  return { db, store, id }
}

it(
  'found by review: an export looks for secrets in what is configured, and reads no table that grows ' +
    'with each run',
  () => {
    const { db, store, id } = oneThread()
    store.threads.change(id, { agent: { kind: 'command', argv: ['x'], env: { API_KEY: 'abc' } } as never })
    const read: string[] = []
    const { leftOut } = stripSecrets({
      ...db,
      exec: (text) => db.exec(text),
      close: () => db.close(),
      prepare: (text) => (
        read.push(
          ...Array.from(text.matchAll(/^SELECT (?:rowid AS rowid, )?\* FROM "(\w+)"/g), (m) => m[1]!),
        ),
        db.prepare(text)
      ),
    })
    expect(leftOut).toEqual([{ table: 'threads', row: id, what: 'agent.env.API_KEY' }])
    // A table of a later schema is looked through until somebody says here that it grows.
    expect(read).toEqual([
      'action_changes',
      'action_lists',
      'approvals',
      'backtests',
      'dead_end_voices',
      'dead_ends',
      'jobs',
      'meta',
      'metrics',
      'notes',
      'permissions',
      'sessions',
      'suggestion_rules',
      'suggestions',
      'suggestions_told',
      'suspect_lines',
      'thread_mutes',
      'threads',
      'trial_consents',
      'webhook_targets',
    ])
  },
)

it('an export holds no credential that a person typed to an agent', () => {
  const { db, store, id } = oneThread()
  const [secret = ''] = credentials('a')
  const sent = store.queue.sendMessage(id, `use ${secret}`, 'user', 1)
  const plain = store.queue.sendMessage(id, 'use nothing', 'user', 2)
  // As whoever opens the copy reads it: the store itself knows of no other writer.
  const texts = (): readonly (string | null)[] =>
    createStore(db, randomId, settingsInMemory())
      .queue.waiting('message')
      .map(({ text }) => text)
  expect(texts()).toEqual([`use ${secret}`, 'use nothing']) // the agent gets it as it was typed
  expect(stripSecrets(db).leftOut).toEqual([{ table: 'queue_items', row: sent, what: 'text' }])
  expect(texts()).toEqual(['use [redacted]', 'use nothing'])

  store.queue.claim(
    (items) => items.find((item) => item.id === plain) ?? null,
    () => 'Agent',
    () => true,
    3,
  )
  db.exec(`UPDATE runs SET message = 'use ${secret}'`)
  expect(stripSecrets(db).leftOut.map(({ table, what }) => `${table} ${what}`)).toEqual(['runs message'])
  expect(
    db
      .prepare('SELECT message FROM runs')
      .all()
      .map((row) => ({ ...row })),
  ).toEqual([{ message: 'use [redacted]' }])
})
