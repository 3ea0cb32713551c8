import type { AgentConfig } from '../../shared/agent-config.ts'
import { OUTCOME_WORD, STATE_WORD, type SlotFate } from '../../shared/words.ts'
import type { Run } from '../../shared/run.ts'
import type { ThreadState } from '../../shared/snapshot.ts'
import { formatDuration, MINUTE, type Instant } from '../../shared/time.ts'
import { STATE_GLYPH } from '../../shared/tray-state.ts'
import type { Colors } from './output.ts'

const OUTCOME_GLYPH: Record<SlotFate, string> = {
  quiet: STATE_GLYPH.quiet, unchanged: '=', skipped: '·', alert: STATE_GLYPH.alert, unproven: STATE_GLYPH.unproven, urgent: STATE_GLYPH.urgent,
  broken: STATE_GLYPH.broken, blocked: STATE_GLYPH.blocked, stopped: '■', interrupted: '▣', missed: '□', merged: '+', waiting: STATE_GLYPH.waiting, running: STATE_GLYPH.running,
}

type Paint = keyof Pick<Colors, 'red' | 'yellow' | 'magenta' | 'blue' | 'green' | 'dim'>
const PAINT: Partial<Record<SlotFate | ThreadState, Paint>> = {
  urgent: 'red', broken: 'magenta', blocked: 'yellow', alert: 'yellow', unproven: 'yellow', overdue: 'yellow', missed: 'yellow', running: 'blue', quiet: 'green',
  unchanged: 'green', paused: 'dim', off: 'dim', skipped: 'dim', merged: 'dim',
}
export const paintOf = (colors: Colors, state: SlotFate | ThreadState): ((text: string) => string) => colors[PAINT[state] ?? 'reset']

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

/** As shared/agent-config.ts says it; written here again because that file loads the schema library, which a command has no time for. */
export const runnerText = (agent: AgentConfig): string => (agent.kind === 'local' ? 'Local checks' : (agent.argv[0] ?? 'command'))

export const iso = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Text of repositories and agents must not move the cursor, change colours or hide anything on a terminal. */
export const plain = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
export const oneLine = (text: string): string => plain(text).replace(/\s+/g, ' ').trim()
