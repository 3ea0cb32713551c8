import path from 'node:path'
import { better, defineQueue } from 'plainjob'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { endingWith } from '../../../electron/engine/testing/ending.ts'
import { randomId } from '../../../electron/machine/clock/ids.ts'
import { loadDriver, type Database } from '../../../electron/store/connection/driver.ts'
import { openDatabase } from '../../../electron/store/connection/open.ts'
import { createStore } from '../../../electron/store/store.ts'
import { settingsInMemory } from '../../../electron/store/testing/settings-in-memory.ts'
import { versionOf, type Contest } from './contest.ts'

/** Takes all of them in, then works them off one by one; what it worked, in order, and how many are left. */
type WorkOff = (texts: readonly string[]) => { readonly worked: readonly string[]; readonly left: number }

interface Queue {
  readonly db: Database
  readonly workOff: WorkOff
  readonly close: () => void
}

function ownQueue(file: string): Queue {
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const store = createStore(db, randomId, settingsInMemory())
  const threadId = 'thr_1' as ThreadId
  store.threads.add({
    id: threadId,
    name: 'one',
    repoPath: '/one',
    intervalMs: 480_000,
    trustedAt: 1,
    createdAt: 1,
  })
  const claim = () =>
    store.queue.claim(
      (items) => items[0] ?? null,
      () => 'local',
      () => false,
      Date.now(),
    )
  return {
    db,
    workOff(texts) {
      for (const text of texts) store.queue.sendMessage(threadId, text, 'user', Date.now())
      const worked: string[] = []
      for (let run = claim(); run !== null; run = claim()) {
        worked.push(run.message ?? '')
        store.runs.finish(run.id, endingWith({ outcome: 'quiet', summary: 'done' }), Date.now())
      }
      return { worked, left: store.queue.waiting().length }
    },
    close: () => store.close(),
  }
}

const silent = { error() {}, warn() {}, info() {}, debug() {} }

/** Over the very SQLite of ours, and written as safely: by itself it would not wait for the disk. */
function plainjobQueue(file: string): Queue {
  const db = loadDriver().open(file)
  const inTransaction = (work: () => unknown) => (): unknown => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      db.exec('COMMIT')
      return value
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
  const queue = defineQueue({
    connection: better({
      name: file,
      pragma: (text: string) => db.exec(`PRAGMA ${text}`),
      exec: (sql: string) => db.exec(sql),
      prepare: (sql: string) => db.prepare(sql),
      transaction: (work: () => unknown) =>
        Object.assign(inTransaction(work), { immediate: inTransaction(work) }),
      close: () => db.close(),
    }),
    logger: silent,
  })
  db.exec('PRAGMA synchronous = FULL')
  return {
    db,
    workOff(texts) {
      for (const text of texts) queue.add('message', text)
      const worked: string[] = []
      for (
        let job = queue.getAndMarkJobAsProcessing('message');
        job !== undefined;
        job = queue.getAndMarkJobAsProcessing('message')
      ) {
        worked.push(JSON.parse(queue.getJobById(job.id)!.data) as string)
        queue.markJobAsDone(job.id)
      }
      return { worked, left: queue.countJobs({ status: 0 }) }
    },
    close: () => queue.close(),
  }
}

/** The least that a queue has to write: a row, its claim, its end, each of them safe on disk. */
function bareQueue(file: string): Queue {
  const db = loadDriver().open(file)
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE items (id INTEGER PRIMARY KEY, text TEXT, state INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX by_state ON items (state, id)`,
  )
  const insert = db.prepare('INSERT INTO items (text) VALUES (?)')
  const claim = db.prepare(
    'UPDATE items SET state = 1 WHERE id = (SELECT min(id) FROM items WHERE state = 0) RETURNING id, text',
  )
  const finish = db.prepare('UPDATE items SET state = 2 WHERE id = ?')
  const left = db.prepare('SELECT count(*) AS n FROM items WHERE state = 0')
  return {
    db,
    workOff(texts) {
      for (const text of texts) insert.run(text)
      const worked: string[] = []
      for (let item = claim.get(); item !== undefined; item = claim.get()) {
        worked.push(String(item['text']))
        finish.run(item['id']!)
      }
      return { worked, left: Number(left.get()!['n']) }
    },
    close: () => db.close(),
  }
}

interface Depth {
  readonly depth: number // messages that wait at the same time
  readonly turns: number
}
const DEPTHS: readonly Depth[] = [
  { depth: 20, turns: 3 },
  { depth: 100, turns: 1 },
]

/** Messages that come in, are claimed and are finished, on a disk that is waited for. `folder`: an empty one. */
export function queueContests(folder: string, depths: readonly Depth[] = DEPTHS): readonly Contest[] {
  const peers = [
    { peer: versionOf('plainjob'), open: plainjobQueue },
    { peer: 'bare SQLite', open: bareQueue },
  ]
  return depths.flatMap(({ depth, turns }) =>
    peers.map(({ peer, open }, n) => {
      const own = ownQueue(path.join(folder, `own-${depth}-${n}.db`))
      const other = open(path.join(folder, `other-${depth}-${n}.db`))
      const [safety, theirs] = [safetyOf(own.db), safetyOf(other.db)]
      if (safety !== theirs) throw new Error(`${peer} is written otherwise: ${theirs}, ours ${safety}`)
      const texts = Array.from({ length: depth }, (_, i) => `message ${i}`)
      return {
        figure: `${depth} messages taken in, claimed and finished`,
        peer,
        times: 1,
        turns,
        cases: [{ name: 'messages', ours: () => own.workOff(texts), theirs: () => other.workOff(texts) }],
        close() {
          own.close()
          other.close()
        },
      }
    }),
  )
}

/** How a commit is written: the journal, and whether the disk is waited for. */
function safetyOf(db: Database): string {
  const value = (name: string): string => String(Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0])
  return `journal ${value('journal_mode')}, synchronous ${value('synchronous')}`
}
