import { type AgentTurn, CALL_CHARS, type ToolCall } from '../../agents/agent-turn.ts'
import { mayWrite } from '../shell/shell-line.ts'

// ── Writing
// ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Whether a call of this run may have changed the repository; true where not all of them are known.
 * Threadbeat's own tools write HEARTBEAT.md alone. `allowed`: rules of its CLI that a person gave; what they
 * allow word by word is left out.
 */
export function mayHaveWritten(
  turn: Pick<AgentTurn, 'calls' | 'callCount'> | null,
  allowed: readonly string[],
): boolean {
  if (turn === null || turn.callCount > turn.calls.length) return true
  return turn.calls.some((call) => {
    if (allowed.some((rule) => isCallOf(rule, call))) return false
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

/**
 * A rule names a call where all that stands in its brackets is what was asked: `Bash(npm test)`. Of a path one
 * slash begins at the repository, two at the root.
 */
function isCallOf(rule: string, { kind, input }: ToolCall): boolean {
  const named = /^\w+\((.+)\)$/s.exec(rule)?.[1]
  if (named === undefined || input.length >= CALL_CHARS) return false
  if (kind === 'command') return input.trim() === named.trim()
  return (
    kind === 'write' &&
    pathsOf(input).every(
      (path) => path === named || `/${path}` === named || (named.startsWith('/') && path.endsWith(named)),
    )
  )
}

const writesTheListOnly = (input: string): boolean =>
  pathsOf(input).every((path) => /(?:^|[\\/])HEARTBEAT\.md$/.test(path))

/** The path among the arguments, not a text that mentions it. */
function pathsOf(input: string): readonly string[] {
  const paths = [...input.matchAll(/"(?:file_?path|path|notebook_path)"\s*:\s*"((?:[^"\\]|\\.)*)"/gi)].map(
    (m) => m[1] ?? '',
  )
  return paths.length > 0 ? paths : [input.trim()]
}

const HARMLESS_TOOLS =
  /^(?:TodoWrite|TodoRead|ToolSearch|WebSearch|WebFetch|Skill|update_plan|todo_list|web_search|think)$/
