import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { storableJson, storableText } from './storable.ts'

const nested = (depth: number): Record<string, unknown> => {
  let body: Record<string, unknown> = {}
  for (let n = 1; n < depth; n++) body = { body }
  return body
}

describe('what PostgreSQL does not take', () => {
  it('becomes the sign for it in texts, names and lists, and nothing else changes', () => {
    expect(storableText('a\0b\ud800c\udc00🙂')).toBe('a\ufffdb\ufffdc\ufffd🙂')
    expect(value(storableJson({ 'a\0': ['\0', { b: '\udfff' }], n: 1.5, e: null, 漢: '🙂' }))).toBe(
      '{"a\ufffd":["\ufffd",{"b":"\ufffd"}],"n":1.5,"e":null,"漢":"🙂"}',
    )
  })
  it('leaves every other body as it is', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' })),
        (body) => {
          const json = value(storableJson(body))
          if (!json.includes('\ufffd')) expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(body)))
        },
      ),
    )
  })
  it.each([
    ['deep', nested(101), 'it is nested deeper than 100'],
    ['large', { text: 'x'.repeat(65_536) }, 'it has 65547 bytes as JSON; the limit is 65536'],
    ['large in bytes', { text: '漢'.repeat(30_000) }, 'it has 90011 bytes as JSON; the limit is 65536'],
  ])('is refused where it is too %s, with the bound', (_how, body, message) => {
    expect(storableJson(body)).toEqual({ ok: false, error: { code: 'hub.refused', message } })
  })
  it('takes what is just within the bounds', () => {
    expect(storableJson(nested(100)).ok).toBe(true)
    expect(storableJson({ text: 'x'.repeat(65_525) }).ok).toBe(true)
  })
})

describe.skipIf(NO_POSTGRES)(named('hostile facts'), () => {
  const fleet = useFleet()

  it('never hold up those behind them: each is there, without its body where that cannot be', async () => {
    const { members, database } = await fleet.hub(1)
    const session = await fleet.connect(members[0]!)
    const bodies: Record<string, unknown>[] = [
      { text: 'a\0b\ud800' },
      { '\0': 1, '\ud800': 2 },
      { alert: 'alt_1', text: 'x'.repeat(100_000) },
      nested(5000),
      { numbers: Array.from({ length: 5000 }, () => 1e308) }, // a megabyte once PostgreSQL has read it
      { constructor: 1, toString: 2, ['__proto__']: 3 },
      { quote: `'; drop schema threadbeat cascade; -- {"a"} \\ \\\\ {,} NULL` },
    ]
    const facts = bodies.map((body, n) => fact(n + 1, { body }))
    const strange = [
      fact(20, { kind: 'outcome\0' as 'outcome', thread: 't\0' as never }),
      fact(21, { kind: 'x'.repeat(50) as 'outcome' }),
      fact(22, { thread: 'x'.repeat(500) as never }),
      fact(23, { at: Number.POSITIVE_INFINITY }),
    ]
    value(await session.push([...facts, ...strange, fact(30)]))
    const rows = (await fleet.postgres()).sql(
      database,
      `select seq, coalesce(body ->> 'leftOut', 'whole') from threadbeat.event order by seq`,
    )
    expect(rows).toEqual([
      '1|whole',
      '2|whole',
      '3|it has 100027 bytes as JSON; the limit is 65536',
      '4|it is nested deeper than 100',
      '5|the hub refused it (23514)',
      '6|whole',
      '7|whole',
      '20|whole',
      '21|the hub refused it (23514)',
      '22|the hub refused it (23514)',
      '23|whole',
      '30|whole',
    ])
    expect(value(await session.known())).toEqual(new Map([['epo_1', 30]]))
  })

  it('say which row it is where nothing of it can be kept', async () => {
    const { members } = await fleet.hub(1)
    const session = await fleet.connect(members[0]!)
    expect(await session.push([fact(0.5)])).toMatchObject({
      ok: false,
      error: {
        code: 'hub.refused',
        message: expect.stringContaining('row 0.5 of start epo_1 is refused') as string,
      },
    })
    value(await session.push([fact(1)]))
  })
})
