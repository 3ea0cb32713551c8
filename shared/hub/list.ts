import { revealHidden } from '../base/hidden-text.ts'
import type { ThreadId } from '../base/ids.ts'
import { oneLine } from '../base/one-line.ts'
import type { Instant } from '../base/time.ts'
import { withheldBecause } from '../pollination/suspect/withheld.ts'
import { TIERS, type Tier } from '../schedule/tier.ts'
import { utf8Bytes } from './batch.ts'
import type { Fact } from './fact.ts'
import { isId, isInstant } from './order.ts'
import type { RemoteAdvice } from './status.ts'

/** A task line as other machines are told of it. */
export interface ListLine {
  readonly tier: Tier
  readonly text: string
  readonly raised: number // findings, as the master is told them
  readonly confirmed: number // of these
}

/** The tasks of a list that may be told. */
interface ToldList {
  readonly lines: readonly ListLine[]
  /** Lines that are left out because they look like an attack, or had no room. */
  readonly withheld: number
}

/** What another machine told of a list of its own. */
export interface RemoteList extends ToldList {
  readonly machine: string
  readonly thread: ThreadId
  readonly toldAt: Instant // by the clock of the teller
}

/** As JSON, with room for what the hub adds below its limit of 64 KB. */
const MOST_BYTES = 60_000
const MOST_LINES = 1000

/** The field of a fact that says that a list is told no more. */
export const TAKEN_BACK = 'takenBack'
export const TAKEN_BACK_BODY: Fact['body'] = { [TAKEN_BACK]: true }

/**
 * As it is told: from the top as far as there is room, what looks like an attack counted and left out. `withheld`: lines
 * that were left out before.
 */
export function listBody(lines: readonly ListLine[], withheld = 0): Fact['body'] {
  const told: ListLine[] = []
  let bytes = 100
  for (const { tier, text, raised, confirmed } of lines) {
    const line = { tier, text: oneLine(revealHidden(text)), raised, confirmed }
    if (withheldBecause(text) !== null) continue
    bytes += utf8Bytes(JSON.stringify(line)) + 1
    if (bytes > MOST_BYTES || told.length >= MOST_LINES) break
    told.push(line)
  }
  return { lines: told, withheld: withheld + lines.length - told.length }
}

/** Of a list that was told here; null: it was taken back. */
export function linesOf({ lines }: Fact['body']): readonly string[] | null {
  return Array.isArray(lines) ? (lines as readonly ListLine[]).map(({ text }) => text) : null
}

/** Field by field; a line that is not as it must be, or looks like an attack, is left out. null: it is told no more. */
export function readList({ machine, id, kind, at, body }: RemoteAdvice): RemoteList | null {
  const { lines, withheld } = body
  if (kind !== 'list' || !isId(id, 'thr') || !Array.isArray(lines)) return null
  const some: readonly unknown[] = lines.slice(0, MOST_LINES)
  const read = some.flatMap((line) => readLine(line) ?? [])
  return {
    machine,
    thread: id as ThreadId,
    lines: read,
    withheld: lines.length - read.length + (isInstant(withheld) ? withheld : 0),
    toldAt: at,
  }
}

function readLine(value: unknown): ListLine | null {
  const { tier, text, raised, confirmed } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>
  const known = TIERS.find((each) => each === tier)
  if (known === undefined || typeof text !== 'string' || text.trim() === '') return null
  if (withheldBecause(text) !== null) return null
  return {
    tier: known,
    text: oneLine(text),
    raised: isInstant(raised) ? raised : 0,
    confirmed: isInstant(confirmed) ? confirmed : 0,
  }
}
