import type { Refusal } from '../../../../../shared/agents/agent-turn.ts'
import { shorten } from '../../../../../shared/base/one-line.ts'
import { mayWrite } from '../../../../../shared/runs/shell/shell-line.ts'
import { refusal } from '../../call-log.ts'

/** What a call of Codex was to do: a command line, a patch of these files, a script that cannot be read, a tool. */
export interface Asks {
  readonly kind: 'command' | 'write' | 'script' | 'other'
  readonly text: string
}

/** Codex' own words for what its rules, not its sandbox, refuse. */
const POLICY =
  /^(?:Script error:\n)?(?:approval policy is \w|patch rejected\b|exec_command failed\b[^\n]{0,300}\bRejected\()|\brejected by user approval settings\b|^user (?:cancelled|rejected) MCP tool call/m
/** By these Codex itself tells what its sandbox refused from what failed; such a call has no item. */
const DENIED =
  /operation not permitted|permission denied|read-only file system|\bE(?:ROFS|PERM|ACCES)\b|seccomp|sandbox|landlock|failed to write file|access is denied/i
/** Of a command that did run: nothing else says that of a place to which a person may write. */
const READ_ONLY = /read-only file system|\bEROFS\b/i
/** Its sandbox has no network. */
const NO_NETWORK =
  /could not resolve host|name resolution|network is unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|getaddrinfo|error connecting to/i
const PUSHES = /\bgit\b[^\n;&|]*\bpush\b/

/** Of a call of which no item tells, so that it was not run, or not to its end. What a tool answers may be any text. */
export const wasRefused = ({ kind }: Asks, output: string, isSandboxed: boolean): boolean =>
  kind === 'other' ? output.search(POLICY) === 0 : POLICY.test(output) || (isSandboxed && DENIED.test(output))

/** Of a command that ran in the sandbox: it failed at that, or went on without. */
export function wasHeldBack(command: string, exitCode: number | null, output: string): boolean {
  if (READ_ONLY.test(output) && (exitCode !== 0 || mayWrite(command))) return true
  return exitCode !== null && exitCode !== 0 && (NO_NETWORK.test(output) || PUSHES.test(command))
}

/** Codex has no rules that would let one call pass. */
export function refusalOf({ kind, text }: Asks): Refusal {
  const shown = shorten(text.replace(/\s+/g, ' '), 200)
  const [rule, label] = {
    command: [`exec_command(${text})`, `run \`${shown}\``],
    write: [`apply_patch(${text})`, `edit ${shown}`],
    script: [`exec(${text})`, `run a script: ${shown}`],
    other: [text, `use the tool ${shown}`],
  }[kind] as [string, string]
  const said = `${label} (Codex’ sandbox takes no exceptions: only with more rights)`
  return { ...refusal(rule, label, false), label: said }
}
