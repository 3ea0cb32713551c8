import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactStream } from './redact-stream.ts'
import { createRedactor, redactSecrets } from './redactor.ts'
import { credentials } from './testing/credentials.ts'

const VALUE = 'plum+orchard/value=9'
const LINES = 'first line of it\nsecond "line" of it'
const redactor = createRedactor([VALUE, LINES])
const SECRETS = [...credentials('a'), VALUE]

/** Places where a credential stands, and the same without it. */
const PLACES: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `It said ${secret}.`,
  (secret) => `${JSON.stringify({ said: `one\n${secret}\nend`, n: 1 })}\n`,
  (secret) => JSON.stringify(JSON.stringify({ said: `one\n${secret}` })),
  (secret) => `KEY=${secret}\r\nnext\r\n`,
  (secret) => `curl "https://example.org/x?a=1&b=${secret}&c=2"`,
  (secret) => `\u001b[31m${secret}\u001b[0m and \u001b[1;32m${secret}\u001b[m`,
  (secret) => `${secret} ${secret}\t${secret}`,
  (secret) => `\u001b[01;31m\u001b[K${secret}\u001b[m\u001b[K`,
  (secret) => JSON.stringify(`\u001b[01;31m\u001b[K${secret}\u001b[m\u001b[K`),
]
/** What a reader does not see, in the middle of it. */
const UNSEEN = ['\u001b[31m', '\u001b[m\u001b[K', '\u001b]0;title\u0007', '\u200b', '\0', '\uFFFD', '\u202e']

describe('a redactor', () => {
  it.each(SECRETS)('leaves nothing of %s, wherever it stands', (secret) => {
    for (const place of PLACES) {
      const text = redactor.redact(place(secret))
      for (const line of secret.split('\n'))
        if (line.length > 8) expect([text, text.includes(line)]).toEqual([text, false])
      expect(text).toContain('[redacted]')
    }
  })

  it.each(SECRETS.filter((secret) => !secret.includes('\n')))(
    'leaves nothing of %s, whatever stands unseen inside of it',
    (secret) => {
      for (const unseen of UNSEEN)
        for (const at of [2, 4, secret.length - 3]) {
          const text = redactor.redact(`It is ${secret.slice(0, at)}${unseen}${secret.slice(at)} there`)
          expect([text, text.includes(secret.slice(at))]).toEqual([text, false])
        }
    },
  )

  it('leaves the rest of the text as it was', () => {
    const [, token = ''] = SECRETS
    expect(redactor.redact(`A ${token} b\n`)).toBe('A [redacted] b\n')
    expect(redactor.redact(`{"a":"${token}","b":[1,2]}`)).toBe('{"a":"[redacted]","b":[1,2]}')
    expect(redactor.redact(`psql postgres://ada:pa55w0rd@db/x`)).toBe('psql postgres://[redacted]@db/x')
    expect(redactor.redact('> Authorization: token 0123abcd4567\r\n')).toBe(
      '> Authorization: token [redacted]\r\n',
    )
    expect(redactor.redact('DB_PASSWORD=hunterhunter\n')).toBe('DB_PASSWORD=[redacted]\n')
    expect(redactor.redact('{"password": "pa ss7word zz"}')).toBe('{"password": "[redacted]"}')
    expect(redactor.redact('curl --user bob:hunter77 x')).toBe('curl --user bob:[redacted] x')
    expect(redactor.redact('docker run -u 1000:1000000 x')).toBe('docker run -u 1000:1000000 x')
    expect(redactor.redact('Set-Cookie: session=abcd1234efgh5678; Path=/')).toBe(
      'Set-Cookie: session=[redacted]; Path=/',
    )
    expect(redactor.redact('"client_secret": "correct-horse-9"')).toBe('"client_secret": "[redacted]"')
    expect(redactor.redact(`said ${LINES}; ${JSON.stringify({ a: LINES })}`)).toBe(
      'said [redacted]; {"a":"[redacted]"}',
    )
  })

  it('keeps JSON that can be read, also where a value is a number', () => {
    const json = JSON.stringify({ usage: { input_tokens: 12345678, tokens: 87654321 }, token: 'ab12cd34ef' })
    expect(JSON.parse(redactor.redact(json))).toEqual({
      usage: { input_tokens: 12345678, tokens: 87654321 },
      token: '[redacted]',
    })
    expect(redactor.redactIn({ a: [`x ${VALUE}`, 1, null], b: { [VALUE]: true } })).toEqual({
      a: ['x [redacted]', 1, null],
      b: { [VALUE]: true },
    })
  })

  it.each([
    'commit 9ae3c1f0b7d25e4f8a6b1c2d3e4f5a6b7c8d9e0f\nAuthor: Ada <ada@example.org>',
    '123e4567-e89b-12d3-a456-426614174000 and sha256:9ae3c1f0b7d25e4f8a6b1c2d3e4f5a6b7c8d9e0f',
    '"integrity": "sha512-z8hkXG1cAk4vQW0nLr5Y0p6k8JYB3b0cS2o8kq2ZbX7o7b1o1v2w3x4y5z6A7B8C9D=="',
    `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${'AAAAFCAYAAACNbyblAAAAHElEQVQI12P4'.repeat(40)}==`,
    '/home/ada/src/api/node_modules/.bin/token-tool --key-file=/etc/keys/a.pem',
    'export function sign(token: string, secret = process.env.API_KEY): Promise<Secret2> {',
    'const password = await ask(prompt)\nif (password === expectedPassword) return',
    'TOKEN=$GITHUB_TOKEN PASSWORD="${PW}" npm publish # API_KEY=<your key>',
    'type="password" name="token" autocomplete="current-password"',
    '.sk-folding-cube-animation-delay { color: red } task-list-of-many-words-in-a-row-2',
    'https://example.org:8443/a:b@c?x=1 git@github.com:ada/x.git ssh://git@example.org/x',
    '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIE\n-----END CERTIFICATE-----',
    'Bearer authentication is not Basic; the tokens: 1234567890 of 2000000000',
    'Tests  12 passed (12)\n   Start at  10:00:00\n   Duration  1.2s',
    'a — ü 漢字 🙂 \u0000 \ufeff',
  ])('leaves what is no credential: %s', (text) => {
    expect(redactor.redact(text)).toBe(text)
    expect(createRedactor().redact(text)).toBe(text)
  })

  it('changes nothing a second time', () => {
    fc.assert(
      fc.property(apart, (text) => {
        const once = redactor.redact(text)
        expect(redactor.redact(once)).toBe(once)
        const inLog = redactSecrets(text)
        expect(redactSecrets(inLog)).toBe(inLog)
      }),
    )
  })
})

const plain = fc.constantFrom(
  ' ',
  '\n',
  '\r\n',
  'a',
  '"',
  "'",
  '\\n',
  '=',
  ': ',
  'token',
  'PASSWORD=',
  '-----',
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----END RSA PRIVATE KEY-----',
  '://',
  '@',
  'Bearer ',
  'authorization: ',
  '\u001b[31m',
  'eyJ',
  'ghp_',
  'x1y2z3w4v5',
  'first line of it',
  'second',
  '🙂',
)
const parts = fc.array(
  fc.oneof({ weight: 3, arbitrary: plain }, fc.constantFrom(...SECRETS, LINES), fc.string()),
  {
    maxLength: 20,
  },
)

const texts = parts.map((all) => all.join(''))
/** What a credential touches can belong to its word, or not. */
const apart = fc.tuple(parts, fc.constantFrom(' ', '\n', '"')).map(([all, between]) => all.join(between))

describe('pieces of a text', () => {
  const inPieces = (text: string, sizes: readonly number[]): readonly string[] => {
    const stream = redactStream(redactor)
    const told: string[] = []
    for (let at = 0, i = 0; at < text.length; i++) {
      const size = sizes[i % sizes.length]!
      told.push(stream.push(text.slice(at, at + size)))
      at += size
    }
    return [...told, stream.end()]
  }

  it('are redacted as the whole is, wherever they were cut', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (text, sizes) => {
        expect(inPieces(text, sizes).join('')).toBe(redactor.redact(text))
      }),
      { numRuns: 500 },
    )
  })

  it('of a line without an end are told before it ends, and as the whole', () => {
    const filler = 'x9'.repeat(12_000)
    const text = SECRETS.map((secret) => `${filler} ${secret} token="${VALUE}${filler}`).join('')
    const told = inPieces(text, [4096, 1, 8192])
    expect(told.slice(0, -1).join('').length).toBeGreaterThan(text.length - 100_000)
    expect(told.join('')).toBe(redactor.redact(text))
  })

  it('are told at the end of each line', () => {
    const stream = redactStream(redactor)
    expect([stream.push('one\ntw'), stream.push('o\rthree'), stream.end()]).toEqual([
      'one\n',
      'two\r',
      'three',
    ])
  })
})

describe('a hostile line', () => {
  /** How many times longer eight times the text takes. */
  const growth = (unit: string): number => {
    const took = (chars: number): number => {
      const text = unit.repeat(Math.ceil(chars / unit.length))
      const tries = [1, 2, 3].map(() => {
        const begun = performance.now()
        redactor.redact(text)
        return performance.now() - begun
      })
      return Math.min(...tries)
    }
    return took(3_200_000) / Math.max(5, took(400_000))
  }
  it.each([
    'eyJ',
    'eyJa.',
    '\\neyJabc',
    'ghp_',
    'token=',
    'token: "',
    'token="a" ',
    '://',
    '://a:',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN ',
    'Bearer ',
    'authorization: a ',
    'sk-',
    'sk-a ',
    'a',
    '\u001b[31m',
    'plum+',
    'SECRET',
    'AKIA',
    'xoxb-',
  ])('of "%s" is read in time that grows as it does', (unit) => {
    // Too much reading takes sixty-four times as long whenever it is measured; a busy machine only now and then.
    const isInTime = Array.from({ length: 5 }).some(() => growth(unit) < 32)
    expect(isInTime).toBe(true)
  })
})
