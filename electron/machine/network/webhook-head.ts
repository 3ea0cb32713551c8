import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const WEBHOOK_PATH = '/v1/events'

/**
 * Everything that can be said from the head of a request without knowing the token. null: nothing against
 * it.
 */
export function refusalOf(
  req: IncomingMessage,
  port: number,
): { readonly status: number; readonly message: string; readonly why: string } | null {
  const { headers } = req
  const own = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (req.httpVersionMajor !== 1) return { status: 505, message: 'Only HTTP/1.', why: 'version' }
  const repeated = repeatedHeader(req.rawHeaders)
  if (repeated !== null)
    return { status: 400, message: `The header ${repeated} stands there more than once.`, why: 'duplicate' }
  // By name and port: a page whose name was made to lead here still sends its own name.
  if (!own.includes(headers.host ?? ''))
    return { status: 403, message: 'Not allowed under that name.', why: 'host' }
  if (headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none')
    return { status: 403, message: 'Not allowed from a web page.', why: 'origin' }
  if (req.method !== 'POST') return { status: 405, message: 'Only POST.', why: 'method' }
  if (req.url !== WEBHOOK_PATH) return { status: 404, message: `There is only ${WEBHOOK_PATH}.`, why: 'path' }
  if (!/^application\/json(\s*;\s*charset=("?)utf-8\2)?$/i.test(headers['content-type'] ?? ''))
    return { status: 415, message: 'Content-Type must be application/json.', why: 'type' }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return { status: 415, message: 'The body must not be compressed.', why: 'encoding' }
  return null
}

/**
 * Node keeps the first of some headers and joins others; whoever sends two of these means to be read in two
 * ways.
 */
const ONCE = [
  'host',
  'authorization',
  'origin',
  'sec-fetch-site',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
]
function repeatedHeader(raw: readonly string[]): string | null {
  const seen = new Set<string>()
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    if (ONCE.includes(name) && seen.has(name)) return name
    seen.add(name)
  }
  return null
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
export function isToken(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer ([\x21-\x7e]{1,500})$/.exec(authorization ?? '')?.[1]
  return (
    given !== undefined && token !== null && token !== '' && timingSafeEqual(sha256(given), sha256(token))
  )
}
