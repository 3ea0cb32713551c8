import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { fleet } from '../light/fleet.ts'
import { inTurns, median, ratio, timed, type Section } from '../light/figure.ts'
import { serve } from '../light/serve.ts'
import { connected, until, withHub } from './stage.ts'

const ROUNDS = 40
/** A connection is rung four times a second at most. */
const BETWEEN_MS = 300

/** From the word of a person at one machine until another one has done it, beside the least that could carry it. */
export const reach: Section = (folder) =>
  withHub(async (hub) => {
    const [here, there] = await Promise.all(
      ['here', 'there'].map(async (name) => {
        mkdirSync(path.join(folder, name))
        const dataDir = await fleet(path.join(folder, name), 1)
        return dataDir
      }),
    )
    await hub.join(here!, 'here')
    const { machine } = await hub.join(there!, 'there')
    const [asking, doing] = [await serve(here!), await serve(there!)]
    const bare = await notifying(hub.adminUrl())
    try {
      await Promise.all([connected(asking.client), connected(doing.client)])
      const thread = doing.threads[0]!.id
      let isPaused = false
      const ask = async (): Promise<void> => {
        isPaused = !isPaused
        await asking.client.hub.send({
          to: machine,
          verb: isPaused ? 'pause' : 'resume',
          args: isPaused ? { thread, until: null, reason: 'measured' } : { thread },
        })
        await until(async () => ((await doing.client.snapshot()).threads[0]!.pause !== null) === isPaused)
      }
      const turns = await inTurns(ROUNDS, {
        ours: () => pause(BETWEEN_MS).then(() => timed(ask)),
        bare: () => timed(bare.round),
      })
      const figure = ratio('from a word to its effect elsewhere ÷ a notification', turns, {
        goal: 30,
        most: 100,
      })
      return [
        figure,
        {
          name: 'from a word to its effect at another machine',
          value: median(turns.ours),
          unit: 'ms',
          goal: 50,
          most: 250,
          from: `the median of ${ROUNDS}, over loopback`,
        },
      ]
    } finally {
      await bare.end()
      await asking.end()
      await doing.end()
    }
  })

/** A row with its notification, and the row read by who was notified. */
async function notifying(url: string) {
  const [sender, listener] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([sender.connect(), listener.connect()])
  await sender.query('create table bare_mail (id bigserial primary key, text text not null)')
  await listener.query('listen bare')
  return {
    async round() {
      const rung = new Promise((resolve) => listener.once('notification', resolve))
      await sender.query(
        `with sent as (insert into bare_mail (text) values ('pause') returning id)
          select pg_notify('bare', id::text) from sent`,
      )
      await rung
      await listener.query('select * from bare_mail order by id desc limit 1')
    },
    end: async () => void (await Promise.all([sender.end(), listener.end()])),
  }
}
