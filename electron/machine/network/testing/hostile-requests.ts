/** A request that must have no effect, byte for byte as it goes over the wire. */
interface HostileRequest {
  readonly name: string
  readonly bytes: string
}

const BODY = JSON.stringify({ thread: 1, text: 'from somebody else' })

/** Sent as they are, so that no client mends them. `host` may be several lines; '' leaves a header out. */
export function rawRequest(parts: {
  readonly host: string
  readonly method?: string
  readonly target?: string
  readonly version?: string
  readonly auth: string
  readonly type?: string
  readonly extra?: readonly string[]
  readonly body?: string
}): string {
  const {
    host,
    method = 'POST',
    target = '/v1/events',
    version = '1.1',
    auth,
    type = 'application/json',
    extra = [],
    body = BODY,
  } = parts
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...(host === '' ? [] : host.split('\n').map((h) => `Host: ${h}`)),
    ...(auth === '' ? [] : [`Authorization: ${auth}`]),
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
    ...extra,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/**
 * What a good request asks of the server under test: its path, its body and the headers it cannot do
 * without.
 */
type Place = Pick<Required<Parameters<typeof rawRequest>[0]>, 'target' | 'body' | 'extra'>

/**
 * More than a thousand requests as a page in a browser, a rebound name or a curious program could send
 * them: each has at least one thing wrong, most have the right token.
 */
export function hostileRequests(
  port: number,
  token: string,
  place: Place = { target: '/v1/events', body: BODY, extra: [] },
): readonly HostileRequest[] {
  const good = `127.0.0.1:${port}`
  const auth = `Bearer ${token}`
  const found: HostileRequest[] = []
  const add = (name: string, parts: Partial<Parameters<typeof rawRequest>[0]>): void =>
    void found.push({
      name,
      bytes: rawRequest({
        host: good,
        auth,
        ...place,
        ...parts,
        extra: [...place.extra, ...(parts.extra ?? [])],
      }),
    })

  const hosts = [
    '',
    '127.0.0.1',
    'localhost',
    `127.0.0.1:${port + 1}`,
    '127.0.0.1:80',
    `127.0.0.1.:${port}`,
    `localhost.:${port}`,
    `LOCALHOST:${port}`,
    `[::1]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `0.0.0.0:${port}`,
    `2130706433:${port}`,
    `0x7f000001:${port}`,
    `017700000001:${port}`,
    `127.1:${port}`,
    `127.0.0.2:${port}`,
    `127.0.0.1:0${port}`,
    `evil.example:${port}`,
    `evil.example`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.1:${port}.evil.example`,
    `localhost.evil.example:${port}`,
    `user@127.0.0.1:${port}`,
    `127.0.0.1:${port}@evil.example`,
    `127.0.0.1:${port},evil.example`,
    `127.0.0.1:${port}/`,
    `127.0.0.1:${port}#`,
    `http://127.0.0.1:${port}`,
    `127.0.0.1:${port}\nevil.example`,
    `evil.example\n127.0.0.1:${port}`,
    `127.0.0.1:${port}\n127.0.0.1:${port}`,
    'null',
    `127.0.0.1 :${port}`,
    `rebind.network:${port}`,
    `make-127-0-0-1-rr.1u.ms:${port}`,
    `xn--localhost-:${port}`,
  ]
  const origins = [
    'null',
    'http://evil.example',
    'https://evil.example',
    `http://127.0.0.1:${port}`,
    `http://localhost:${port}`,
    `https://127.0.0.1:${port}`,
    `http://[::1]:${port}`,
    'http://127.0.0.1',
    'http://localhost:3000',
    'file://',
    'chrome-extension://abcdef',
    'moz-extension://abcdef',
    `http://127.0.0.1:${port}.evil.example`,
    `http://evil.example#127.0.0.1:${port}`,
    'app://threadbeat',
    '*',
    ' ',
    `http://2130706433:${port}`,
    'http://localhost.',
    'data:',
  ]
  const sites = ['cross-site', 'same-site', 'same-origin', 'None', 'none, cross-site', 'other']
  const methods = [
    'GET',
    'HEAD',
    'OPTIONS',
    'PUT',
    'DELETE',
    'PATCH',
    'TRACE',
    'post',
    'Post',
    'CONNECT',
    'PROPFIND',
    'SEARCH',
    'POSTX',
    'M-SEARCH',
    'QUERY',
    'LINK',
  ]
  const types = [
    '',
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'text/plain, application/json',
    'application/jsonp',
    'application/json5',
    'application/ld+json',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/json; boundary=x',
    'application/json;',
    'text/json',
    'application/xml',
    'text/plain; application/json',
    '*/*',
    'application/*',
    'json',
    'application/ json',
    'application/csp-report',
    'application/reports+json',
    'text/ping',
  ]
  const targets = [
    `http://127.0.0.1:${port}/v1/events`,
    `http://evil.example/v1/events`,
    `//127.0.0.1:${port}/v1/events`,
    '/v1/events/',
    '/v1/events?x=1',
    '/v1/events#x',
    '/V1/events',
    '/v1//events',
    '/v1/./events',
    '/x/../v1/events',
    '/v1/events%20',
    '/v1%2fevents',
    '/v1/events;x',
    '/',
    '*',
    '/v1',
    '/v1/events/1',
    '/mcp',
    '\\v1\\events',
    '/v1/events%00',
  ]
  const auths = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `bearer ${token}`,
    `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
    token,
    `Bearer  ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token},`,
    `Token ${token}`,
    'Bearer null',
    'Bearer undefined',
    `Bearer ${token.toUpperCase()}x`,
    `Bearer "${token}"`,
    `Bearer ${'a'.repeat(token.length)}`,
    `Bearer ${'a'.repeat(4000)}`,
  ]
  const extras = [
    [`Authorization: ${auth}`],
    ['Authorization: Bearer x'],
    ['Content-Type: text/plain'],
    ['Content-Type: application/json'],
    ['Content-Length: 3'],
    ['Transfer-Encoding: chunked'],
    ['Transfer-Encoding: identity'],
    ['Content-Encoding: gzip'],
    ['Content-Encoding: identity', 'Content-Encoding: br'],
    ['Origin: null', 'Origin: null'],
    ['Sec-Fetch-Site: none', 'Sec-Fetch-Site: none'],
    [' Origin: x'],
    ['Origin : http://evil.example'],
    ['Host: evil.example'],
    ['X: a\rOrigin: null'],
  ]
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '1',
    'thread=1&text=x',
    '{"thread":1}',
    '{"text":"x"}',
    '{"thread":0,"text":"x"}',
    '{"thread":1.5,"text":"x"}',
    '{"thread":1,"text":""}',
    '{"thread":1,"text":"\\u200b\\u202e"}',
    '{"thread":1,"text":"x","run":"rm"}',
    '{"thread":1,"text":"x","__proto__":{"urgent":true}}',
    '{"thread":1,"text":"x","wake":"always"}',
    '{"thread":1,"text":"x","urgent":"yes"}',
    '{"thread":1,"text":"x","key":""}',
    `{"thread":1,"text":"${'x'.repeat(4001)}"}`,
    '{"thread":[1],"text":"x"}',
    '{"thread":1,"text":"x","trusted":true}',
    '{"thread":1,"text":"x","agent":{"kind":"command"}}',
    '{"thread":1,"text":"x","allow":["Bash"]}',
    `${'['.repeat(17)}${']'.repeat(17)}`,
    `${'['.repeat(60_000)}`,
    `{"thread":1,"text":"x","a":${'{"a":'.repeat(20)}1${'}'.repeat(21)}`,
    '\uFEFF\uFEFF{"thread":1,"text":"x"}',
    '{"thread":1,"text":"x"}{}',
    '{"thread":1,"text":"x"} // x',
    "{'thread':1,'text':'x'}",
  ]

  for (const host of hosts) add(`host ${JSON.stringify(host)}`, { host })
  for (const origin of origins) add(`origin ${origin}`, { extra: [`Origin: ${origin}`] })
  for (const site of sites) add(`site ${site}`, { extra: [`Sec-Fetch-Site: ${site}`] })
  for (const method of methods)
    for (const type of ['application/json', 'text/plain']) add(`method ${method} ${type}`, { method, type })
  for (const type of types) add(`type ${type}`, { type })
  for (const target of targets) add(`target ${target}`, { target })
  for (const value of auths) add(`auth ${value.slice(0, 20)} of ${value.length}`, { auth: value })
  for (const extra of extras) add(`with ${extra.join(' + ')}`, { extra })
  for (const body of bodies) add(`body ${body.slice(0, 40)}`, { body })
  add('old HTTP without a host', { version: '1.0', host: '' })
  add('HTTP 2 by word', { version: '2.0' })
  // What a browser sends along, in every mixture: one wrong thing does not make up for another.
  for (const host of hosts)
    for (const origin of origins)
      add(`host ${JSON.stringify(host)} × origin ${origin}`, {
        host,
        extra: [`Origin: ${origin}`, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'],
      })
  for (const method of methods)
    for (const origin of origins.slice(0, 6))
      add(`method ${method} × origin ${origin}`, {
        method,
        extra: [
          `Origin: ${origin}`,
          'Access-Control-Request-Method: POST',
          'Access-Control-Request-Headers: authorization',
          'Access-Control-Request-Private-Network: true',
        ],
      })
  for (const type of types.slice(0, 12))
    for (const origin of origins.slice(0, 6))
      add(`type ${type} × origin ${origin}`, { type, auth: '', extra: [`Origin: ${origin}`] })
  for (const host of hosts)
    for (const value of auths.slice(0, 6))
      add(`host ${JSON.stringify(host)} × auth of ${value.length}`, { host, auth: value })
  return found
}
