import { oneLine } from '../base/one-line.ts'
import type { Line } from './line-syntax.ts'
import { formatStamp } from './stamp.ts'
import { err, ok, type Result } from '../base/result.ts'
import type { Instant } from '../base/time.ts'

export const WORK_STATES = ['pending', 'in-progress', 'done', 'failed'] as const
export type WorkState = (typeof WORK_STATES)[number]

/**
 * One entry of the Work Queue: `- [pending] id: title`, with indented lines below for times, notes and
 * `attempts left: n`.
 */
export interface WorkItem {
  readonly id: string
  readonly state: WorkState
  readonly title: string
  readonly line: number
  readonly endLine: number
  readonly notes: readonly string[]
  /**
   * From `attempts left: n`: how often a failed item may go back to pending by itself. null: no such line.
   */
  readonly attemptsLeft: number | null
}

/** What a beat may take: pending, or failed with an attempt that its writer left it. */
export const isToDo = ({ state, attemptsLeft }: WorkItem): boolean =>
  state === 'pending' || (state === 'failed' && (attemptsLeft ?? 0) > 0)

export interface WorkError {
  readonly line: number
  readonly message: string
}

/**
 * The strict ledger. One line that is not understood empties the whole queue: running the rest on a guess
 * could do work twice. The lines themselves stay as they are; only the queue is disabled, the tiers are
 * not.
 */
export function parseWork(
  lines: readonly Line[],
  sections: readonly { from: number; to: number }[],
): { items: readonly WorkItem[]; errors: readonly WorkError[] } {
  const items: (WorkItem & { notes: string[] })[] = []
  const errors: WorkError[] = []
  const seen = new Set<string>()
  sections
    .slice(1)
    .forEach((s) => errors.push({ line: s.from, message: 'a second Work Queue section; there may be one' }))

  const first = sections[0]
  let current: ({ -readonly [K in keyof WorkItem]: WorkItem[K] } & { notes: string[] }) | null = null
  for (let n = first === undefined ? 1 : first.from + 1; first !== undefined && n <= first.to; n++) {
    const line = lines[n - 1]
    if (line === undefined || line.kind === 'blank' || line.kind === 'comment') continue
    if (line.kind === 'item' && line.indent < 2) {
      const entry = readEntry(line)
      if (typeof entry === 'string') {
        current = null
        errors.push({ line: n, message: entry })
      } else if (seen.has(entry.id)) {
        current = null
        errors.push({ line: n, message: `the id "${entry.id}" is used twice` })
      } else {
        seen.add(entry.id)
        current = { ...entry, line: n, endLine: n, notes: [], attemptsLeft: null }
        items.push(current)
      }
    } else if (current !== null && line.indent >= 2) {
      const error = readDetail(line, current)
      current.endLine = n
      if (error !== null) errors.push({ line: n, message: error })
    } else if (
      !(line.kind === 'text' && /^\([^()]{0,200}\)$/.test(line.text)) &&
      !(line.indent >= 2 && errors.length > 0)
    ) {
      errors.push({
        line: n,
        message: 'only lines like "- [pending] id: title" and indented lines below them may stand here',
      })
    }
  }
  return errors.length > 0 ? { items: [], errors } : { items, errors }
}

/*   - [in-progress] db-42: Rebuild the index
 *     ^                                      */
function readEntry(line: Line): { id: string; state: WorkState; title: string } | string {
  if (line.boxAt !== -1) return 'a work item carries a state, not a box: "- [pending] id: title"'
  const match = /^\[([^\]]{0,40})\]\s+([^:\s]{1,80}):\s+(\S.*)$/.exec(line.text)
  if (match === null) return 'not of the form "- [pending] id: title"'
  const [, state, id = '', title = ''] = match
  const known = WORK_STATES.find((s) => s === state)
  if (known === undefined) return `the state must be ${WORK_STATES.join(', ')}, got "${state}"`
  if (!/^[A-Za-z0-9][\w.-]*$/.test(id))
    return `the id may hold letters, digits, "-", "_" and ".", got "${id}"`
  return { id, state: known, title: title.trim() }
}

function readDetail(line: Line, item: { notes: string[]; attemptsLeft: number | null }): string | null {
  if (line.kind === 'code' || line.kind === 'fence') return null
  const attempts = /^attempts left:\s*(.*)$/i.exec(line.text)
  if (attempts === null) {
    if (line.text !== '') item.notes.push(line.text)
    return null
  }
  if (item.attemptsLeft !== null) return '"attempts left" stands twice below this item'
  if (!/^\d{1,3}$/.test(attempts[1] ?? ''))
    return `"attempts left" must be a whole number, got "${attempts[1]}"`
  item.attemptsLeft = Number(attempts[1])
  return null
}

/**
 * A move of one item. Who asks decides what is legal: only a person, or an explicit attempt left, puts
 * failed work back.
 */
export interface WorkMove {
  readonly do: 'moveWork'
  readonly id: string
  readonly to: WorkState
  readonly by: 'person' | 'agent' | 'engine'
  readonly at: Instant
  readonly timeZone: string
  readonly note?: string // one line: what came of it, or why it failed
  /** The engine undoes a move that was made by hand: any state may follow any other. */
  readonly putBack?: boolean
  /** With `putBack`: the attempts that it has then; absent: as many as it has. */
  readonly attemptsLeft?: number | null
}

/** What a legal move changes below the state itself; an illegal one is refused in a sentence. */
export function planWorkMove(
  item: WorkItem,
  move: WorkMove,
): Result<{ attemptsLeft: number | null; detail: string }, string> {
  const note = oneLine(move.note ?? '')
  const detail = `${move.to}: ${formatStamp(move.at, move.timeZone)}${note === '' ? '' : ` – ${note}`}`
  if (move.by === 'engine' && move.putBack === true)
    return ok({ attemptsLeft: move.attemptsLeft ?? null, detail })
  const again = move.to === 'pending' && (item.state === 'failed' || item.state === 'done')
  if (again && move.by === 'person') return ok({ attemptsLeft: null, detail })
  if (again && item.state === 'failed') {
    const left = item.attemptsLeft ?? 0
    return left > 0
      ? ok({ attemptsLeft: left - 1, detail })
      : err(
          `"${item.id}" failed and has no "attempts left: n" above zero; only a person may put it back to pending`,
        )
  }
  return NEXT[item.state].includes(move.to)
    ? ok({ attemptsLeft: null, detail })
    : err(
        `"${item.id}" is ${item.state} and cannot become ${move.to}; from ${item.state} it may ` +
          `become: ${NEXT[item.state].join(', ') || 'nothing, unless a person puts it back to pending'}`,
      )
}

const NEXT: Readonly<Record<WorkState, readonly WorkState[]>> = {
  pending: ['in-progress'],
  'in-progress': ['done', 'failed'],
  done: [],
  failed: [],
}
