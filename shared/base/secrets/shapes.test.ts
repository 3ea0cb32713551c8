import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactSecrets } from './redactor.ts'
import { findSecret, mayHoldSecret } from './shapes.ts'

const CREDENTIALS: readonly string[] = [
  `ghp_${'a'.repeat(36)}`,
  `glpat-${'b'.repeat(20)}`,
  `npm_${'c'.repeat(36)}`,
  `xoxb-${'1'.repeat(12)}`,
  `AIza${'d'.repeat(35)}`,
  `sk-ant-${'e'.repeat(30)}`,
  `AKIA${'F'.repeat(16)}`,
  `glptt-${'b'.repeat(40)}`,
  `xapp-${'1'.repeat(12)}`,
  ...['dop_v1_', 'dckr_pat_', 'hvs.', 'GOCSPX-', 'ATATT3', 'tskey-', 'nvapi-'].map(
    (at) => at + 'g'.repeat(40),
  ),
  ...['shpat_', 'gsk_', 'xai-', 'sbp_', 'figd_', 'lin_api_'].map((at) => at + 'h'.repeat(40)),
  `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.${'c'.repeat(20)}`,
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----',
]

describe('credentials in a text', () => {
  it.each(CREDENTIALS)('%s is found, and none of it is left in a log', (credential) => {
    expect(findSecret(credential.split('\n')[0] ?? '')).not.toBe(null)
    expect(redactSecrets(`It said ${credential} twice: ${credential}.`)).toBe(
      'It said [redacted] twice: [redacted].',
    )
  })

  it('leave the rest of the line as it is', () => {
    expect(redactSecrets('https://ada:s3cret99@example.org/x and Bearer abcdef123')).toBe(
      'https://[redacted]@example.org/x and Bearer [redacted]',
    )
    expect(redactSecrets(`https://${'a1'.repeat(15)}@example.org/x`)).toBe('https://[redacted]@example.org/x')
    expect(redactSecrets('DB_PASS=hunter22abc MYSQL_PWD=hunter22abc SIGNING_KEY=hunter22abc')).toBe(
      'DB_PASS=[redacted] MYSQL_PWD=[redacted] SIGNING_KEY=[redacted]',
    )
    expect(redactSecrets(`x;AccountKey=${'k'.repeat(40)};y&sig=${'k'.repeat(30)}`)).toBe(
      'x;AccountKey=[redacted];y&sig=[redacted]',
    )
    expect(redactSecrets('mysql --password hunter2abc --host db')).toBe(
      'mysql --password [redacted] --host db',
    )
    expect(redactSecrets('machine x\n  login ada\n  password hunter2\n')).toBe(
      'machine x\n  login ada\n  password [redacted]\n',
    )
    expect(redactSecrets('db.example.org:5432:*:ada:hunter')).toBe('db.example.org:5432:*:ada:[redacted]')
    expect(redactSecrets('The password is hunter2abc, the token was `abc123XYZ`.')).toBe(
      'The password is [redacted], the token was `[redacted]`.',
    )
    for (const plain of [
      'the password is wrong, the token was refused',
      'use --token TOKEN or --password FILE',
      'src/a.ts:1200:5:error: no such name',
      'https://someones-long-user-name@example.org',
      'OLD_PWD=/home/ada',
      'xai-lib is fast',
    ])
      expect(redactSecrets(plain)).toBe(plain)
    for (const plain of ['the token count', 'git@github.com:ada/x.git', 'sk-8 is short'])
      expect(redactSecrets(plain)).toBe(plain)
  })
})

describe('a whole text', () => {
  const PIECES = [
    ...CREDENTIALS.flatMap((credential) => credential.split('\n')),
    ...['password', 'SECRET_KEY', 'api-key', 'Authorization', 'Bearer ', 'token is ', '--token ', '-u ada:'],
    ...['login ada password ', 'cookie: a=', '"password"', 'https://ada:', '@example.org', 'h:5432:db:ada:'],
    ...['hunter2Abc', 'hunter2abc!', 'abcdefgh', 'x', '$NAME', '(', ')', '[redacted]', 'AccountKey='],
    ...[
      ' ',
      '\t',
      ':',
      '=',
      ': "',
      "'",
      '"',
      '`',
      '\\',
      '\u001b[31m',
      ',',
      '.',
      '-',
      '@',
      '/',
      '\n',
      '\r\n',
      '\n',
    ],
  ]
  it('may hold a secret where one of its lines does', () => {
    const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
    console.log(`shapes seed: ${seed}`)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }), (pieces) => {
        const text = pieces.join('')
        const held = text.split(/(?<=\n)/).some((line) => findSecret(line) !== null)
        expect(mayHoldSecret(text) || !held).toBe(true)
      }),
      { seed, numRuns: 5000 },
    )
  })
  it('of a list as people write it holds none', () =>
    expect(mayHoldSecret('## Quick Tasks\n\n- [ ] Run `git status`; report what is untracked\n')).toBe(false))
})
