import { type CheckId, checkOf } from '../check-id.ts'
import type { DueWork } from './facts.ts'
import type { ToolCall } from '../../agents/agent-turn.ts'
import { commandOf } from '../shell/task-command.ts'
import { lineCommands } from '../shell/shell-line.ts'
import { gitWords } from '../shell/git-words.ts'
import { firstCodeSpan } from '../../playbook/code-span.ts'
import { TRACES } from './traces.ts'

// ── Calls
// ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const BY_LIST: readonly CheckId[] = ['urgent-flags', 'review-lists']

const BY_HOST: readonly CheckId[] = ['pr-checks', 'pr-status', 'issues']

/**
 * Without a match nothing follows from the exit code: 1 is "no pull request" for gh, and "nothing found"
 * for a look at a log.
 */
const EXIT_TELLS: readonly CheckId[] = ['git-status', 'git-fetch']

interface Match {
  readonly words: readonly string[]
  readonly exitCode: number | null
  readonly isCommand: boolean
  readonly failed: boolean // the exit code is this command's own, and is not 0
  readonly unclear: boolean // the exit code would tell, and is not this command's own
}

/**
 * The last call that did the task: a second try counts for more than the first, and one whose end is known
 * for more than one that needs the agent's word. null: none.
 */
export function callOf(task: DueWork, calls: readonly ToolCall[], isSaid: boolean): Match | null {
  const check = checkOf(task.text)
  const wanted = check === null ? wantedCommands(task.text) : []
  const joints = check === null ? jointsOf(commandOf(task.text)?.text ?? '') : ''
  let unclear: Match | null = null
  for (const call of calls.toReversed()) {
    // Refused, or never begun: it did nothing.
    if (!call.ok && call.exitCode === null) continue
    const match =
      check === null
        ? (commandMatch(wanted, joints, call) ?? mentionMatch(task.text, call))
        : checkMatch(check, call)
    if (match !== null && (!match.unclear || isSaid)) return match
    unclear ??= match
  }
  return unclear
}

function checkMatch(check: CheckId, call: ToolCall): Match | null {
  const tool = call.name.replace(/^.*__/, '')
  const asTool = { words: [tool], exitCode: call.exitCode, isCommand: false, failed: false, unclear: false }
  if (BY_LIST.includes(check))
    return (TRACES[check].shown.test(call.input) && call.kind !== 'other') ||
      /^heartbeat_(?:read|write)$/.test(tool)
      ? asTool
      : null
  if (check === 'daily-summary') return TRACES[check].shown.test(tool) ? asTool : null
  if (BY_HOST.includes(check) && call.kind !== 'command' && /git(?:hub|lab)/i.test(call.name)) return asTool
  // A server of git tools: git_status.
  if (call.kind !== 'command')
    return TRACES[check].shown.test(`${tool.replaceAll('_', ' ')} ${call.input}`) ? asTool : null
  const found = lineCommands(call.input).find(
    ({ words }) => !words.some((w) => IDLE.test(w)) && TRACES[check].shown.test(gitWords(words).join(' ')),
  )
  return found === undefined ? null : matchOf(found, call, EXIT_TELLS.includes(check))
}

const matchOf = (
  found: { readonly words: readonly string[]; readonly alone: boolean },
  call: ToolCall,
  exitTells: boolean,
): Match => ({
  words: found.words,
  exitCode: call.exitCode,
  isCommand: true,
  failed: exitTells && found.alone && (call.exitCode ?? 0) !== 0,
  unclear: false,
})

/** What the task's own command line runs; several when it is one for a shell. */
function wantedCommands(taskText: string): readonly (readonly string[])[] {
  const command = commandOf(taskText)
  return command === null ? [] : lineCommands(command.text).map((c) => c.words)
}

/** All of the task's commands, in one call. */
function commandMatch(wanted: readonly (readonly string[])[], joints: string, call: ToolCall): Match | null {
  if (wanted.length === 0 || call.kind !== 'command') return null
  const ran = lineCommands(call.input)
  const found = wanted.map((words) => ran.find((r) => isSame(gitWords(words), gitWords(r.words))))
  const first = found[0]
  if (first === undefined || found.includes(undefined)) return null
  // A line that is put together as the task's own is ends as the task asked.
  return {
    ...matchOf(first, call, true),
    unclear: !first.alone && (joints === '' || jointsOf(call.input) !== joints),
  }
}

/** Pipes, lists and the like between the commands of a line, but for `cd x &&` before them. */
const jointsOf = (line: string): string =>
  line
    .replace(/'[^']*'|"(?:[^"\\]|\\.)*"|\d?>&\d|&>|>&/g, 'q')
    .trim()
    .replace(/^cd [^\s;&|]+ *&& */, '')
    .match(/\|\||&&|[;|&\n]/g)
    ?.join(' ') ?? ''

/** The program is named, and does nothing. */
const IDLE = /^--(?:help|version|dry-run|just-print|no-run|collect-only|list-?tests?)$/i

/**
 * The task's words in the same order; flags anywhere, and more of them; further arguments unless they may
 * be another order ("make", "make clean").
 */
function isSame(wanted: readonly string[], ran: readonly string[]): boolean {
  const plain = (words: readonly string[]): readonly string[] => words.filter((w) => !w.startsWith('-'))
  const asked = plain(wanted)
  const did = plain(ran)
  if (ran.some((w) => IDLE.test(w) && !wanted.includes(w))) return false
  if (
    !sameWord(asked[0] ?? '', did[0] ?? '') ||
    (asked.length > 1 && !sameWord(asked[1] ?? '', did[1] ?? ''))
  )
    return false
  if (!wanted.every((w) => !w.startsWith('-') || ran.includes(w))) return false
  let at = 0
  for (const word of did) if (at < asked.length && sameWord(asked[at] ?? '', word)) at++
  if (at < asked.length) return false
  return (
    asked.length > 1 ||
    did.length === 1 ||
    ran[ran.indexOf(did[1] ?? '') - 1]?.startsWith('-') === true ||
    /[/.]/.test(did[1] ?? '')
  )
}

/** `./check.sh`, `check.sh` below the folder, and its whole path are one program. */
const sameWord = (asked: string, did: string): boolean => {
  const bare = asked.replace(/^\.\//, '')
  return (
    did.replace(/^\.\//, '') === bare ||
    (bare.includes('/') || asked.startsWith('./') ? did.endsWith(`/${bare}`) : false)
  )
}

/**
 * A task about a thing rather than a command ("Check `CHANGELOG.md`"): a call that names it looked at it.
 */
function mentionMatch(taskText: string, call: ToolCall): Match | null {
  const span = firstCodeSpan(taskText)?.text.trim() ?? ''
  const [only, ...more] = commandOf(taskText)?.argv ?? [span]
  if (only === undefined || only === '' || more.length > 0 || !/[./]/.test(only) || call.kind === 'own')
    return null
  const bare = only.replace(/^\.\//, '')
  if (call.kind !== 'command')
    return call.input.includes(bare)
      ? { words: [call.name], exitCode: call.exitCode, isCommand: false, failed: false, unclear: false }
      : null
  const found = lineCommands(call.input).find(
    ({ words }) => words[0] !== 'echo' && words.some((w) => w.includes(bare)),
  )
  return found === undefined ? null : matchOf(found, call, false)
}

/**
 * Something that a call would show: a check of ours, or a command line. One word (`main`, `Makefile`) may
 * be anything unless it is to be run.
 */
export function namesCommand(task: DueWork): boolean {
  if (checkOf(task.text) !== null) return true
  const command = commandOf(task.text)
  return (
    command !== null &&
    (command.needsShell ||
      command.argv.length > 1 ||
      /\b(?:re-?run|run|execute|exec|start|invoke)\b/i.test(task.text))
  )
}
