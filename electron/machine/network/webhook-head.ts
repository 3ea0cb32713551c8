import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { strangerRefusal, type HeadRefusal } from './loopback-head.ts'

export const WEBHOOK_PATH = '/v1/events'

/**
 * Everything that can be said from the head of a request without knowing the token. null: nothing against
 * it.
 */
export function refusalOf(req: IncomingMessage, port: number): HeadRefusal | null {
  const { headers } = req
  const stranger = strangerRefusal(req, port)
  if (stranger !== null) return stranger
  if (req.method !== 'POST') return { status: 405, message: 'Only POST.', why: 'method' }
  if (req.url !== WEBHOOK_PATH) return { status: 404, message: `There is only ${WEBHOOK_PATH}.`, why: 'path' }
  if (!/^application\/json(\s*;\s*charset=("?)utf-8\2)?$/i.test(headers['content-type'] ?? ''))
    return { status: 415, message: 'Content-Type must be application/json.', why: 'type' }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return { status: 415, message: 'The body must not be compressed.', why: 'encoding' }
  return null
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
export function isToken(authorization: string | undefined, token: string | null): boolean {
  const given = /^Bearer ([\x21-\x7e]{1,500})$/.exec(authorization ?? '')?.[1]
  return (
    given !== undefined && token !== null && token !== '' && timingSafeEqual(sha256(given), sha256(token))
  )
}
