import { describe, expect, it } from 'vitest'
import { redactSecrets } from './redactor.ts'
import { findSecret } from './shapes.ts'

const CREDENTIALS: readonly string[] = [
  `ghp_${'a'.repeat(36)}`,
  `glpat-${'b'.repeat(20)}`,
  `npm_${'c'.repeat(36)}`,
  `xoxb-${'1'.repeat(12)}`,
  `AIza${'d'.repeat(35)}`,
  `sk-ant-${'e'.repeat(30)}`,
  `AKIA${'F'.repeat(16)}`,
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
    for (const plain of ['the token count', 'git@github.com:ada/x.git', 'sk-8 is short'])
      expect(redactSecrets(plain)).toBe(plain)
  })
})
