import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { BODY_BYTES, type Fact } from '../../../../shared/hub/fact.ts'

const MOST_DEEP = 100
const LATEST = 8_640_000_000_000_000 // of an instant

/** A fact as the parameters of one row. */
export interface StorableFact {
  readonly epoch: string
  readonly seq: string
  readonly at: string
  readonly kind: string
  readonly thread: string | null
  readonly body: string // JSON
}

/** PostgreSQL takes neither NUL nor half a surrogate pair: U+FFFD stands for them. */
export const storableText = (text: string): string => text.replace(/\0|\p{Cs}/gu, '\uFFFD')

/**
 * JSON that `jsonb` takes. hub.refused: it would be more than 64 KB, is nested deeper than 100, or is no JSON;
 * nothing of it was cut.
 */
export function storableJson(value: Readonly<Record<string, unknown>>): Result<string, Fault> {
  try {
    const json = JSON.stringify(cleaned(value, 0))
    const bytes = Buffer.byteLength(json)
    return bytes <= BODY_BYTES
      ? ok(json)
      : err(fault('hub.refused', `it has ${bytes} bytes as JSON; the limit is ${BODY_BYTES}`))
  } catch (error) {
    return err(fault('hub.refused', messageOf(error)))
  }
}

/** What stays of a fact that could not be sent as it is says so; it never holds up those behind it. */
export function storableFact(fact: Fact): StorableFact {
  const body = storableJson(fact.body)
  return body.ok ? rowOf(fact, body.value) : withoutBody(fact, body.error.message)
}

/** `why` is a sentence without what was in the body. */
export function withoutBody(fact: Fact, why: string): StorableFact {
  const { alert } = fact.body // by which its state is known
  const kept = typeof alert === 'string' && alert.length <= 100 ? { alert: storableText(alert) } : {}
  return rowOf(fact, JSON.stringify({ ...kept, leftOut: storableText(why).slice(0, 500) }))
}

const rowOf = ({ epoch, seq, at, kind, thread }: Fact, body: string): StorableFact => ({
  epoch: storableText(epoch),
  seq: String(seq),
  at: String(Number.isFinite(at) ? Math.trunc(Math.max(-LATEST, Math.min(LATEST, at))) : 0),
  kind: storableText(kind),
  thread: thread === null ? null : storableText(thread),
  body,
})

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MOST_DEEP) throw new Error(`it is nested deeper than ${MOST_DEEP}`)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1))
  // Without a prototype `__proto__` is a key like others.
  const clean = Object.create(null) as Record<string, unknown>
  for (const [key, item] of Object.entries(value)) clean[storableText(key)] = cleaned(item, depth + 1)
  return clean
}
