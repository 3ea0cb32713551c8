import { type AgentTurn, CALL_CHARS } from '../../agents/agent-turn.ts'
import { mayWrite } from '../shell/shell-line.ts'

// ── Writing
// ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Whether a call of this run may have changed the repository; true where not all of them are known.
 * Threadbeat's own tools write HEARTBEAT.md alone.
 */
export function mayHaveWritten(turn: Pick<AgentTurn, 'calls' | 'callCount'> | null): boolean {
  if (turn === null || turn.callCount > turn.calls.length) return true
  return turn.calls.some((call) => {
    switch (call.kind) {
      case 'read':
      case 'own':
        return false
      case 'write':
        return call.ok && !writesTheListOnly(call.input)
      case 'command':
        return call.input.length >= CALL_CHARS || mayWrite(call.input) // one that was cut off is not known
      case 'other':
        return !HARMLESS_TOOLS.test(call.name)
    }
  })
}

/** The path among the arguments, not a text that mentions it. */
function writesTheListOnly(input: string): boolean {
  const paths = [...input.matchAll(/"(?:file_?path|path|notebook_path)"\s*:\s*"((?:[^"\\]|\\.)*)"/gi)].map(
    (m) => m[1] ?? '',
  )
  return (paths.length > 0 ? paths : [input.trim()]).every((path) => /(?:^|[\\/])HEARTBEAT\.md$/.test(path))
}

const HARMLESS_TOOLS =
  /^(?:TodoWrite|TodoRead|ToolSearch|WebSearch|WebFetch|Skill|update_plan|todo_list|web_search|think)$/
