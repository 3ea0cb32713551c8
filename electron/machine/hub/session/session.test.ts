import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { HOUR } from '../../../../shared/base/time.ts'
import { openLink } from '../connection/link.ts'
import { addressesOf } from '../membership.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'

const AWAKE = { version: '2', now: 0, lastBeatAt: null, intervalMs: null } as const

describe.skipIf(NO_POSTGRES)(named('a session with the hub'), () => {
  const fleet = useFleet()
  async function two() {
    const { members, database } = await fleet.hub(2)
    const [a, b] = [await fleet.connect(members[0]!), await fleet.connect(members[1]!)]
    const [idOfA, idOfB] = members.map(({ membership }) => membership.machine) as [string, string]
    const postgres = await fleet.postgres()
    return { a, b, idOfA, idOfB, sql: (text: string) => postgres.sql(database, text) }
  }
  const thread = (seq: number, state: string, epoch = 'epo_1') =>
    fact(seq, { epoch, kind: 'thread', thread: 'thr_1' as ThreadId, body: { state } })

  it('takes facts once, however often they are sent, and knows how far it has them', async () => {
    const { a, sql } = await two()
    expect(value(await a.known())).toEqual(new Map())
    value(await a.push([fact(1), fact(2)]))
    value(await a.push([fact(1), fact(2), fact(3), fact(3)]))
    value(await a.push([fact(4, { epoch: 'epo_2' })]))
    expect(value(await a.known())).toEqual(
      new Map([
        ['epo_1', 3],
        ['epo_2', 4],
      ]),
    )
    expect(sql('select epoch, seq from threadbeat.event order by seq')).toEqual([
      'epo_1|1',
      'epo_1|2',
      'epo_1|3',
      'epo_2|4',
    ])
  })

  it('keeps the newest state of each thread and alert, which never goes back', async () => {
    const { a, b, idOfA } = await two()
    const alert = (seq: number, step: string) => fact(seq, { kind: 'alert', body: { alert: 'alt_1', step } })
    value(await a.push([thread(1, 'quiet'), alert(2, 'raised'), fact(3), thread(4, 'alert')]))
    const first = value(await b.states(0, 10))
    expect(first.map(({ machine, kind, id, body }) => [machine, kind, id, body])).toEqual([
      [idOfA, 'alert', 'alt_1', { step: 'raised' }],
      [idOfA, 'thread', 'thr_1', { state: 'alert' }],
    ])
    const cursor = first.at(-1)!.rev
    // Late, twice, and from a start before: nothing is news.
    value(await a.push([thread(2, 'older'), thread(4, 'alert')]))
    expect(value(await b.states(cursor, 10))).toEqual([])
    // A data folder that was restored begins a new start with lower numbers.
    value(await a.push([thread(3, 'restored', 'epo_2')]))
    value(await a.push([thread(9, 'of the copy before', 'epo_1')]))
    expect(value(await b.states(cursor, 10)).map(({ body }) => body)).toEqual([{ state: 'restored' }])
    // Also to the machine whose they are, which compares them with how it is.
    const [own] = value(await a.states(0, 10))
    expect(own).toEqual({ ...value(await b.states(0, 10))[0], body: { alert: 'alt_1', step: 'raised' } })
  })

  it('hands states out in pieces, in the order of their revisions, while more are written', async () => {
    const { a, b, idOfA } = await two()
    const many = (from: number) =>
      Array.from({ length: 50 }, (_, n) =>
        fact(from + n, { kind: 'thread', thread: `thr_${from + n}` as ThreadId }),
      )
    const pushes = [1, 101, 201].map((from) => a.push(many(from)))
    const seen: string[] = []
    for (let cursor = 0; seen.length < 150; ) {
      const piece = value(await b.states(cursor, 7))
      expect(piece.map(({ rev }) => rev)).toEqual(piece.map(({ rev }) => rev).toSorted((x, y) => x - y))
      seen.push(...piece.map(({ id }) => id))
      cursor = piece.at(-1)?.rev ?? cursor
    }
    for (const push of pushes) value(await push)
    expect(new Set(seen).size).toBe(150)
    expect(value(await b.states(0, 1))[0]!.machine).toBe(idOfA)
  })

  it('shows no state before those that were written earlier and are not to be seen yet', async () => {
    const { members } = await fleet.hub(3)
    const [slow, b, reader] = [
      value(await openLink(addressesOf(members[0]!.membership)[0])),
      await fleet.connect(members[1]!),
      await fleet.connect(members[2]!),
    ]
    value(await slow.query('begin'))
    value(
      await slow.query(`insert into threadbeat.event (machine, epoch, seq, at, kind, thread, body)
        values (threadbeat.me(), 'epo_1', 1, 1, 'thread', 'thr_slow', '{}')`),
    )
    const pushed = b.push([thread(1, 'quick')]).then(() => 'pushed')
    const waits = `select from pg_locks where locktype = 'advisory' and not granted`
    const isWaiting = async () => value(await slow.query(waits)).length > 0
    while (!(await isWaiting()))
      if ((await Promise.race([pushed, slow.query('select 1')])) === 'pushed') break
    expect(value(await reader.states(0, 10))).toEqual([])
    value(await slow.query('commit'))
    await pushed
    expect(value(await reader.states(0, 10)).map(({ id }) => id)).toEqual(['thr_slow', 'thr_1'])
    await slow.close()
  })

  it('carries mail to whom it is for, once, and back what became of it', async () => {
    const { a, b, idOfA, idOfB } = await two()
    const id = randomUUID()
    const mail = {
      id,
      to: idOfB,
      verb: 'wake',
      args: { thread: 'thr_1' },
      expiresAt: Date.now() + HOUR,
    } as const
    value(await a.send(mail))
    value(await a.send(mail))
    expect(value(await a.mail(10))).toEqual([])
    const [came, ...more] = value(await b.mail(10))
    expect(more).toEqual([])
    expect(came).toMatchObject({
      id,
      verb: 'wake',
      args: { thread: 'thr_1' },
      by: { machine: idOfA, name: 'a' },
    })
    expect(value(await b.mail(10))).toEqual([came])
    expect(value(await a.answers([id]))).toEqual(new Map([[id, null]]))
    value(await a.settle(id, 'refused', 'not mine to settle'))
    expect(value(await a.answers([id]))).toEqual(new Map([[id, null]]))
    value(await b.settle(id, 'done', 'Woken.'))
    value(await b.settle(id, 'refused', 'too late'))
    expect(value(await a.answers([id, randomUUID()]))).toEqual(
      new Map([[id, { end: 'done', text: 'Woken.' }]]),
    )
    expect(value(await b.answers([id]))).toEqual(new Map())
    expect(value(await b.mail(10))).toEqual([])
  })

  it('counts the time of mail by the hub’s clock, however wrong that of its sender is', async () => {
    const { a, b, idOfB } = await two()
    const slow = Date.now() - 5 * HOUR
    value(await a.tell({ ...AWAKE, now: slow }))
    const mail = { to: idOfB, verb: 'wake', args: {} } as const
    const [fresh, old] = [randomUUID(), randomUUID()]
    value(await a.send({ ...mail, id: fresh, expiresAt: slow + HOUR }))
    value(await a.send({ ...mail, id: old, expiresAt: slow - 1 }))
    expect(value(await b.mail(10)).map(({ id }) => id)).toEqual([fresh])
    expect(value(await a.answers([old]))).toEqual(new Map([[old, { end: 'expired', text: '' }]]))
  })

  it('refuses mail for nobody, and mail that is too large, with a sentence', async () => {
    const { a, idOfB } = await two()
    const mail = {
      id: randomUUID(),
      to: idOfB,
      verb: 'wake',
      args: {},
      expiresAt: Date.now() + HOUR,
    } as const
    const nobody = randomUUID()
    expect(await a.send({ ...mail, to: nobody })).toMatchObject({
      ok: false,
      error: { code: 'hub.refused', message: expect.stringContaining(`has the id ${nobody}`) as string },
    })
    expect(await a.send({ ...mail, args: { text: 'x'.repeat(70_000) } })).toMatchObject({
      ok: false,
      error: { code: 'hub.refused', message: expect.stringContaining('the limit is 65536') as string },
    })
  })

  it('rings when there is mail, an answer or news of others, and not for its own', async () => {
    const { a, b, idOfB } = await two()
    const rung = (session: typeof a) => new Promise<void>((resolve) => session.onBell(() => resolve()))
    let own = 0
    a.onBell(() => own++)
    const news = rung(b)
    value(await a.push([thread(1, 'quiet')]))
    await news
    value(await a.known())
    expect(own).toBe(0)
    const [mailed, answered] = [rung(b), rung(a)]
    const id = randomUUID()
    value(await a.send({ id, to: idOfB, verb: 'wake', args: {}, expiresAt: Date.now() + HOUR }))
    await mailed
    value(await b.settle(id, 'done', ''))
    await answered
  })

  it('takes up 10,000 rows, and gives all of them to a machine that catches up', async () => {
    const { a, b } = await two()
    const facts = Array.from({ length: 10_000 }, (_, n) =>
      fact(n + 1, {
        kind: n % 2 === 0 ? 'thread' : 'outcome',
        thread: `thr_${n}` as ThreadId,
        body: { n, text: 'x'.repeat(300) },
      }),
    )
    const began = performance.now()
    for (let n = 0; n < facts.length; n += 500) value(await a.push(facts.slice(n, n + 500)))
    const sent = performance.now()
    const read: unknown[] = []
    for (let cursor = 0; ; ) {
      const piece = value(await b.states(cursor, 500))
      if (piece.length === 0) break
      read.push(...piece)
      cursor = piece.at(-1)!.rev
    }
    const seconds = (from: number, to: number): number => (to - from) / 1000
    console.log(
      `10,000 rows sent at ${Math.round(10_000 / seconds(began, sent))} rows/s, ` +
        `5,000 states read at ${Math.round(5000 / seconds(sent, performance.now()))} rows/s`,
    )
    expect(read).toHaveLength(5000)
    expect(value(await a.known())).toEqual(new Map([['epo_1', 10_000]]))
  })
})
