import type { ThreadState } from '../thread-view.ts'

/** One glyph for every state, wherever text stands alone: tray menu and command line. */
export const STATE_GLYPH: Record<ThreadState, string> = {
  urgent: '◆',
  missing: '⊘',
  broken: '⊗',
  blocked: '⊠',
  alert: '▲',
  unproven: '△',
  overdue: '◔',
  running: '▶',
  acknowledged: '◇',
  snoozed: '☾',
  waiting: '◷',
  new: '⊕',
  idle: '·',
  quiet: '✓',
  paused: '‖',
  off: '○',
}
