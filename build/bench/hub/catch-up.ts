import { mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Client } from '../../../electron/cli/kit/socket-client.ts'
import { fleet } from '../light/fleet.ts'
import { inTurns, median, ratio, type Section } from '../light/figure.ts'
import { inDatabase, serve } from '../light/serve.ts'
import { storeIn } from '../../../e2e/harness/past.ts'
import { BATCH_ROWS } from '../../../shared/hub/fact.ts'
import { connected, until, withHub } from './stage.ts'

const ROWS = 10_000
const ROUNDS = 3

/** A machine that was away comes back with what happened meanwhile, beside the same rows by the bare client. */
export const catchUp: Section = (folder) =>
  withHub(async (hub) => {
    const [here, there] = await Promise.all(
      ['here', 'there'].map((name) => {
        mkdirSync(path.join(folder, name))
        return fleet(path.join(folder, name), 40)
      }),
    )
    await hub.join(here!, 'here')
    await hub.join(there!, 'there')
    const watching = await serve(here!)
    const bare = await inserting(hub.adminUrl())
    const repaints: number[] = []
    let round = 0
    try {
      await connected(watching.client)
      const turns = await inTurns(ROUNDS, {
        async ours() {
          fillOutbox(there!, `epo_away${round++}`)
          const seen = await watch(watching.client)
          const took = await broughtBack(there!)
          repaints.push(await seen())
          return took
        },
        bare: bare.rows,
      })
      return [
        ratio(`${ROWS} rows after a time away ÷ the same by the bare client`, turns, { goal: 2, most: 6 }),
        {
          name: `${ROWS} rows after a time away`,
          value: median(turns.ours) / 1000,
          unit: 's',
          goal: 2,
          most: 10,
          from: `from the connection until the hub has them, ${ROUNDS} times, over loopback`,
        },
        {
          name: 'changes of the window elsewhere meanwhile',
          value: Math.max(...repaints),
          unit: '',
          goal: 1,
          most: 3,
          from: `messages to a window of another machine, ${repaints.join(', ')}`,
        },
      ]
    } finally {
      await bare.end()
      await watching.end()
    }
  })

const BODY = {
  run: 'run_0000000000000000000000000000000000000000',
  item: 'heartbeat',
  outcome: 'quiet',
  tiers: ['quick'],
  reasons: ['interval'],
  durationMs: 1234,
  summary: '7 checks passed; clean. No agent was needed.',
  runner: 'local checks',
}

/** As if nobody had reached the hub since then. */
function fillOutbox(dataDir: string, epoch: string): void {
  const { db, store } = storeIn(dataDir)
  store.hub.join(epoch, Date.now)
  db.close()
  inDatabase(dataDir, (own) => {
    own.exec('BEGIN')
    const insert = own.prepare(
      `INSERT INTO hub_outbox (epoch, at, kind, thread_id, body)
        SELECT ?, ?, 'outcome', id, ? FROM threads ORDER BY number LIMIT 1 OFFSET ?`,
    )
    for (let i = 0; i < ROWS; i++)
      insert.run(epoch, Date.now() - (ROWS - i) * 1000, JSON.stringify({ ...BODY, nr: i }), i % 40)
    own.exec('COMMIT')
  })
}

/** In ms, from the connection. */
async function broughtBack(dataDir: string): Promise<number> {
  const back = await serve(dataDir)
  try {
    let took = 0
    await until(async () => {
      const { link } = await back.client.hub.status()
      took = Date.now() - (link.connectedSince ?? Date.now())
      return link.is === 'connected' && link.waiting === 0
    }, 5)
    return took
  } finally {
    await back.end()
  }
}

/** Messages that a window here has of others from now on; asked for, how many came. */
async function watch(client: Client): Promise<() => Promise<number>> {
  const messages = await client.live()
  let others = 0
  const reading = (async () => {
    for await (const message of messages)
      if (message.kind === 'delta' && message.fleet !== null && 'others' in message.fleet) others++
  })().catch(() => undefined)
  return async () => {
    await messages.return?.()
    await reading
    return others
  }
}

/** The rows of a batch in a statement each, into a table with the same key. */
async function inserting(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create table bare_event (machine uuid, epoch text, seq bigint, at bigint, kind text, thread text,
    body jsonb, primary key (machine, epoch, seq))`)
  let epochs = 0
  return {
    async rows() {
      const epoch = `bare_${epochs++}`
      const began = performance.now()
      for (let first = 0; first < ROWS; first += BATCH_ROWS) {
        const seqs = Array.from({ length: BATCH_ROWS }, (_, i) => first + i)
        await client.query(
          `insert into bare_event select gen_random_uuid(), $1, s, 0, 'outcome', 'thr', b
            from unnest($2::bigint[], $3::jsonb[]) as rows(s, b)`,
          [epoch, seqs, seqs.map((nr) => JSON.stringify({ ...BODY, nr }))],
        )
      }
      return performance.now() - began
    },
    end: () => client.end(),
  }
}
