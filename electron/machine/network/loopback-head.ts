import type { IncomingMessage } from 'node:http'

export interface HeadRefusal {
  readonly status: number
  readonly message: string
  readonly why: string // for the log
}

/**
 * What speaks against any request to a server on the loopback address, before its token is looked at: web
 * pages, and requests that can be read in two ways. null: nothing.
 */
export function strangerRefusal(req: IncomingMessage, port: number): HeadRefusal | null {
  const { headers } = req
  if (req.httpVersionMajor !== 1) return { status: 505, message: 'Only HTTP/1.', why: 'version' }
  const repeated = repeatedHeader(req.rawHeaders)
  if (repeated !== null)
    return { status: 400, message: `The header ${repeated} stands there more than once.`, why: 'duplicate' }
  // By name and port: a page whose name was made to lead here still sends its own name.
  if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(headers.host ?? ''))
    return { status: 403, message: 'Not allowed under that name.', why: 'host' }
  // No page is served from here, so an origin is never our own. A browser without its guards leaves the origin
  // out, but not where the page stands.
  if (headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none')
    return { status: 403, message: 'Not allowed from a web page.', why: 'origin' }
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
  const names = new Set<string>()
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    if (ONCE.includes(name) && names.has(name)) return name
    names.add(name)
  }
  return null
}
