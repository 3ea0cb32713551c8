import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatJoinCode, parseJoinCode, type JoinCode } from './join-code.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
const runs = { seed, numRuns: 1000 }
const word = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength })
    .filter((text) => !/\p{Cc}/u.test(text) && text.length <= maxLength)
const certificate = fc
  .base64String({ maxLength: 400 })
  .map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`)
const codes: fc.Arbitrary<JoinCode> = fc.record({
  host: fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.constant('/var/run/postgresql'), word(255)),
  port: fc.integer({ min: 1, max: 65_535 }),
  database: word(63),
  role: word(63),
  password: word(200),
  ca: fc.option(certificate),
  expiresAt: fc.maxSafeNat(),
})
const DAMAGED = {
  ok: false,
  error: expect.stringMatching(/^(the code is (damaged|empty)|this is no code)/) as string,
}

it('a code is read as what was written, also with the line breaks of a mail', () => {
  console.log(`join code seed: ${seed}`)
  fc.assert(
    fc.property(codes, fc.integer({ min: 1, max: 80 }), (code, width) => {
      const text = formatJoinCode(code)
      expect(text).toMatch(/^tbhub1-[\w-]+$/)
      expect(parseJoinCode(text)).toEqual({ ok: true, value: code })
      const mailed = text.replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n ')
      expect(parseJoinCode(` ${mailed}\n`)).toEqual({ ok: true, value: code })
    }),
    runs,
  )
})

it('one wrong character, or two neighbours exchanged, is found, wherever it is', () => {
  fc.assert(
    fc.property(codes, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (code, place, other) => {
      const text = formatJoinCode(code)
      const at = place % text.length
      const wrong = text.slice(0, at) + other + text.slice(at + 1)
      const swapped =
        text.slice(0, at) +
        text
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        text.slice(at + 2)
      for (const damaged of [wrong, swapped].filter((other) => other !== text))
        expect(parseJoinCode(damaged)).toEqual(DAMAGED)
    }),
    runs,
  )
})

it('a code that is cut at either end, doubled in part, or written in other letters is found', () => {
  fc.assert(
    fc.property(codes, fc.nat(), fc.nat(), (code, first, second) => {
      const text = formatJoinCode(code)
      const [from, to] = [first % text.length, second % text.length].sort((a, b) => a - b) as [number, number]
      const damaged = [
        text.slice(0, from),
        text.slice(from + 1),
        text.slice(0, from) + text.slice(to + 1),
        text.slice(0, to) + text.slice(from),
        text.toLowerCase(),
        text.toUpperCase(),
      ]
      for (const other of damaged.filter((each) => each !== text))
        expect(parseJoinCode(other)).toEqual(DAMAGED)
    }),
    runs,
  )
})

it('any other text is told to be no code, in a sentence without it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `tbhub1-${text}`),
      ),
      (text) => {
        const read = parseJoinCode(text)
        expect(read.ok).toBe(false)
      },
    ),
    runs,
  )
  expect(parseJoinCode(`tbhub1-${'A'.repeat(20_000)}`)).toEqual({
    ok: false,
    error: 'the code has 20007 characters; the longest has 20000',
  })
})

it.each([
  [{ host: '' }, 'no host'],
  [{ port: 70_000 }, 'the port 70000, not 1 to 65535'],
  [{ database: 'a\u0000b' }, 'no database'],
  [{ role: 'x'.repeat(64) }, 'no login'],
  [{ password: '' }, 'no password'],
  [{ ca: 'mine' }, 'something else where the certificate of its authority stands'],
  [{ expiresAt: 0.5 }, 'no time at which it expires'],
] as const)('a whole code that does not fit is told of by its field: %j', (bad, says) => {
  const good = {
    host: 'hub.lan',
    port: 5432,
    database: 'fleet',
    role: 'r',
    password: 'p',
    ca: null,
    expiresAt: 1,
  }
  expect(parseJoinCode(formatJoinCode({ ...good, ...bad }))).toEqual({
    ok: false,
    error: `the code has ${says}; ask for a new one`,
  })
})
