import { REST_WORD } from '../../../shared/agents/rest.ts'
import { oneLine } from '../../../shared/base/one-line.ts'
import { escapeHidden, exactLine, stripDeceptive } from '../../../shared/base/hidden-text.ts'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { OUTCOME_WORD, type SlotFate } from '../../../shared/runs/outcome-words.ts'
import type { Run } from '../../../shared/runs/run.ts'
import type { RunnerRest } from '../../../shared/views/snapshot.ts'
import type { ThreadState } from '../../../shared/views/thread-view.ts'
import { formatDuration, MINUTE, type Instant } from '../../../shared/base/time.ts'
import { STATE_GLYPH } from '../../../shared/views/tray/state-glyph.ts'
import type { Colors } from './colors.ts'

const OUTCOME_GLYPH: Record<SlotFate, string> = {
  quiet: STATE_GLYPH.quiet,
  unchanged: '=',
  skipped: STATE_GLYPH.idle,
  alert: STATE_GLYPH.alert,
  unproven: STATE_GLYPH.unproven,
  urgent: STATE_GLYPH.urgent,
  broken: STATE_GLYPH.broken,
  blocked: STATE_GLYPH.blocked,
  stopped: '■',
  interrupted: '▣',
  missed: '□',
  merged: '+',
  waiting: STATE_GLYPH.waiting,
  running: STATE_GLYPH.running,
}

type Paint = keyof Pick<Colors, 'red' | 'yellow' | 'magenta' | 'blue' | 'green' | 'dim'>
const PAINT: Partial<Record<SlotFate | ThreadState, Paint>> = {
  urgent: 'red',
  broken: 'magenta',
  blocked: 'yellow',
  alert: 'yellow',
  unproven: 'yellow',
  overdue: 'yellow',
  acknowledged: 'yellow',
  snoozed: 'dim',
  missed: 'yellow',
  running: 'blue',
  quiet: 'green',
  unchanged: 'green',
  idle: 'dim',
  paused: 'dim',
  off: 'dim',
  skipped: 'dim',
  merged: 'dim',
}
export const paintOf = (colors: Colors, state: SlotFate | ThreadState): ((text: string) => string) =>
  colors[PAINT[state] ?? 'reset']

export const stateText = (state: ThreadState): string => `${STATE_GLYPH[state]} ${STATE_WORD[state]}`
export const outcomeText = (outcome: SlotFate): string => `${OUTCOME_GLYPH[outcome]} ${OUTCOME_WORD[outcome]}`
export const outcomeOf = (run: Pick<Run, 'outcome'>): SlotFate => run.outcome ?? 'running'

/** "3 min ago", "in 2 h 5 min", "now". */
export function relative(at: Instant | null, now: Instant): string {
  if (at === null) return '–'
  const ms = at - now
  if (Math.abs(ms) < 1000) return 'now'
  const rounded = Math.abs(ms) < MINUTE ? Math.abs(ms) : Math.round(Math.abs(ms) / MINUTE) * MINUTE
  return ms < 0 ? `${formatDuration(rounded)} ago` : `in ${formatDuration(rounded)}`
}

/** "Claude Code rests: its usage limit is reached; tried again in 2 h" */
export const restWords = (r: RunnerRest, now: Instant): string =>
  `${shownLine(r.name)} rests: ${REST_WORD[r.cause]}; tried again ${relative(Math.max(now, r.until), now)}`

/** As `2026-11-22T09:41:00.000Z`: ISO 8601, in UTC. */
type IsoTime = `${string}T${string}Z`

/** null: there is no such instant. */
export function iso(at: Instant): IsoTime
export function iso(at: Instant | null): IsoTime | null
export function iso(at: Instant | null): IsoTime | null {
  return at === null ? null : (new Date(at).toISOString() as IsoTime)
}

/**
 * Text of repositories and agents must not move the cursor, change colours or hide anything on a terminal.
 */
export const plain = (text: string): string => stripDeceptive(text.replace(/\r\n/g, '\n').replace(/\r/g, ''))
/** Exact for whoever parses it: what hides, or is obeyed, stands in it as an escape of JSON. */
export const jsonText = (value: unknown, indent = 2): string =>
  escapeHidden(JSON.stringify(value, null, indent))
/** The same on one line. */
export const shownLine = (text: string): string => oneLine(plain(text))
/** Where a person decides about a text: `exactLine`. */
export const exact = exactLine
export const indented = (text: string): string => plain(text).replace(/^(?=.)/gm, '  ')

export const count = (n: number): string => n.toLocaleString('en-US')
