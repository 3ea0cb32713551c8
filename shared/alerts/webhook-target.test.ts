import { describe, expect, it } from 'vitest'
import { wantsNews, webhookTargetSchema } from './webhook.ts'
import { target, URLS } from './testing/webhook-target.ts'

describe('where news may go', () => {
  it.each([
    'https://example.org/hook',
    'https://example.org',
    'https://example.org:8443/a?b=c',
    'https://[2001:db8::1]/x',
    'http://localhost:8080/x',
    'http://127.0.0.1/x',
    'http://127.9.9.9/x',
    'http://[::1]:9/x',
    'http://10.1.2.3/x',
    'http://192.168.1.5:80/x',
    'http://172.16.0.1/x',
    'http://172.31.255.255/x',
    'http://[fd12:3456::1]/x',
    'HTTPS://EXAMPLE.ORG/x',
  ])('%s', (url) => expect(webhookTargetSchema.safeParse({ ...target('json'), url }).success).toBe(true))

  it.each([
    'http://example.org/x',
    'http://8.8.8.8/x',
    'http://172.32.0.1/x',
    'http://192.169.0.1/x',
    'http://169.254.169.254/latest',
    'http://127.0.0.1.evil.example/x',
    'http://localhost.evil.example/x',
    'http://10.0.0.256/x',
    'http://0.0.0.0/x',
    'http://2130706433/x',
    'http://0x7f.1/x',
    'http://010.0.0.1/x',
    'http://127.1/x',
    'https://user:pw@example.org/x',
    'http://127.0.0.1@evil.example/x',
    'http://127.0.0.1:80@evil.example/x',
    'http://127.0.0.1\\@evil.example/x',
    'http://nas/x',
    'http://nas.local/x',
    'http://[::ffff:8.8.8.8]/x',
    'http://[2001:db8::1]/x',
    'ftp://127.0.0.1/x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'https:///x',
    '//example.org/x',
    '',
    ' https://example.org/x',
    'https://example.org/x\r\nX: y',
    'https://example.org/ü',
    'https://example.org:0/x',
    'https://example.org:99999/x',
    'https://exa mple.org',
    'https://example.org/#x',
  ])('not %j', (url) => expect(webhookTargetSchema.safeParse({ ...target('json'), url }).success).toBe(false))

  it('every address that is let through is read alike by the platform', () => {
    for (const url of [
      'http://127.9.9.9/x',
      'http://10.1.2.3:8080/x',
      'http://[fd12:3456::1]/x',
      'http://localhost/x',
    ])
      expect(url.startsWith(`http://${new URL(url).hostname}`)).toBe(true)
  })

  it.each([
    [{ name: ' ' }],
    [{ id: '' }],
    [{ id: 'x'.repeat(41) }],
    [{ name: 'x'.repeat(61) }],
    [{ on: [] }],
    [{ on: ['quiet'] }],
    [{ secret: '' }],
    [{ secret: 'a\nb' }],
    [{ secret: 'ü' }],
    [{ kind: 'sms' }],
    [{ extra: 1 }],
    [{ kind: 'telegram', url: URLS.telegram, chat: null }],
    [{ kind: 'telegram', url: 'https://api.telegram.org/', chat: '1' }],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/' }],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/a/b' }],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/a?x=1' }],
  ])('refuses %j', (more) =>
    expect(webhookTargetSchema.safeParse({ ...target('json'), ...more }).success).toBe(false),
  )

  it('wants what is ticked, while it is on', () => {
    expect([
      wantsNews(target('json'), 'urgent'),
      wantsNews(target('json'), 'alert'),
      wantsNews({ ...target('json'), enabled: false }, 'urgent'),
    ]).toEqual([true, false, false])
  })
})
