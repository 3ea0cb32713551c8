import {
  CALL_CHARS,
  type AgentTurn,
  type Report,
  type ReportedTask,
  type ToolCall,
} from '../agents/agent-turn.ts'
import { checkOf, type CheckId } from './check-id.ts'
import { firstCodeSpan } from '../playbook/code-span.ts'
import { taskKey } from '../playbook/doc.ts'
import type { WorkState } from '../playbook/work-queue.ts'
import type { TaskResult, TaskStatus } from './run.ts'
import { gitWords } from './git-words.ts'
import { lineCommands, mayWrite } from './shell-line.ts'
import { commandOf } from './task-command.ts'
import type { Tier } from '../schedule/tier.ts'

export interface DueWork {
  readonly key: string // TaskKey, or work:<id>
  readonly tier: Tier
  readonly text: string
}

export interface EvidenceFacts {
  readonly tasks: readonly DueWork[] // the due ones, and the work items of this run
  /** null: a plain command, whose calls nobody sees. */
  readonly turn: Pick<AgentTurn, 'calls' | 'callCount'> | null
  readonly report: Report | null
  /** Keys that stand ticked after the run; before it all of them were unticked. */
  readonly ticked: ReadonlySet<string>
  /** By id, where the items of this run stand in the list after it. */
  readonly work: ReadonlyMap<string, WorkState>
}

/**
 * Which trace an agent left of each due task. The rule: bad news is believed as it is; good news needs a
 * call that did the task, and only where no call can show it (the task names no command, or the runner does
 * not show its calls) the agent's own word for that one task counts: a report that says what was seen, or a
 * tick in the list. A command of the task inside a longer line (`npm test | tail`, `npm test || true`)
 * needs both, for how it ended is not known.
 */
export const evidenceOf = (f: EvidenceFacts): readonly TaskResult[] => f.tasks.map((task) => traceOf(task, f))

function traceOf(task: DueWork, f: EvidenceFacts): TaskResult {
  const reported = reportedOf(task, f.report)
  const said = oneLine(reported?.evidence ?? '')
  const isSaid = reported?.outcome === 'ok' && said !== ''
  const call = callOf(task, f.turn?.calls ?? [], isSaid)
  const trace = (status: TaskStatus, note: string): TaskResult => ({
    key: task.key,
    tier: task.tier,
    text: task.text,
    status,
    note,
    severity: status === 'finding' ? 'warning' : null,
    command: call?.words ?? null,
    exitCode: call?.exitCode ?? null,
    durationMs: null,
    output: '',
  })
  if (reported?.outcome === 'finding')
    return trace('finding', said || 'Reported a finding without saying what.')
  if (reported?.outcome === 'failed')
    return trace('failed', said || 'Reported that it could not be done, without saying why.')

  const work = task.key.startsWith('work:') ? f.work.get(task.key.slice('work:'.length)) : undefined
  if (work === 'failed') return trace('finding', said || 'Marked failed in the Work Queue.')
  if (work === 'done') return trace('passed', said || 'Marked done in the Work Queue.')

  if (reported?.outcome === 'skipped')
    return trace('untouched', said === '' ? 'Skipped.' : `Skipped: ${said}`)
  if (call !== null) {
    const shown = call.words.join(' ').slice(0, 120)
    if (call.unclear && !isSaid)
      return trace(
        'untouched',
        `\`${shown}\` was a part of a longer command line, so how it ended is not known, and nothing was said of it.`,
      )
    if (call.failed && reported?.outcome !== 'ok')
      return trace(
        'failed',
        `\`${shown}\` ended with exit code ${call.exitCode}, and nothing was said of it.`,
      )
    return trace(
      'passed',
      said ||
        `${call.isCommand ? 'Ran' : 'Called'} \`${shown}\`${call.exitCode === null || call.exitCode === 0 ? '' : ` (exit code ${call.exitCode})`}.`,
    )
  }
  const tick = f.ticked.has(task.key) ? 'Ticked in the list.' : null
  const word = isSaid ? said : tick
  if (word === null)
    return trace(
      'untouched',
      reported === null ? 'Left no trace.' : 'Reported as ok without saying what was seen.',
    )
  if (callsAreKnown(f) && namesCommand(task))
    return trace('untouched', `No call shows it, only the agent’s word: ${word}`)
  return trace('passed', word)
}

/** Also found by the task's text, which a model gives more readily than a key. */
function reportedOf(task: DueWork, report: Report | null): ReportedTask | null {
  const tasks = report?.tasks ?? []
  return (
    tasks.find((t) => t.key === task.key) ??
    tasks.find((t) => taskKey(task.tier, t.key) === task.key || `${task.tier}:${t.key}` === task.key) ??
    null
  )
}

/**
 * A report and a tick need a call themselves: a run that made one and shows none does not show its calls.
 */
const callsAreKnown = ({ turn }: EvidenceFacts): boolean =>
  turn !== null && turn.callCount > 0 && turn.callCount <= turn.calls.length

// ── Calls
// ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * What shows a built-in check: a command, or for the last three a tool. Generous, for there are many ways
 * to look at a thing.
 */
const SHOWN_BY: Readonly<Record<CheckId, RegExp>> = {
  'git-status': /^git (?:status|ls-files .*(?:-\w*[om]|--others|--modified))/,
  'urgent-flags': /HEARTBEAT\.md/i,
  'git-fetch': /^git (?:fetch|pull|remote update)\b/,
  'upstream-commits':
    /^git (?:(?:log|rev-list|shortlog|cherry|diff|show-branch)\b.*(?:\.\.|@\{|\/|--all|--remotes)|status\b.*(?: -\w*b|--branch|v2)|branch\b.*-\w*vv|for-each-ref\b.*track)/,
  'pr-checks': /^gh (?:pr (?:checks|list|view|status)|run (?:list|view|watch)|api|status)\b/,
  'merge-conflicts': /^git (?:merge-tree|merge-base|merge|diff|rev-list|log|cherry|status|ls-files)\b/,
  'day-log': /^git (?:log|shortlog|rev-list)\b/,
  'pr-status': /^gh (?:pr (?:list|status|view)|search prs|api|status)\b/,
  issues: /^gh (?:issue (?:list|status|view)|search issues|api|status)\b/,
  'stale-branches': /^git (?:branch|for-each-ref|show-ref|log|reflog|show-branch|rev-list)\b/,
  'daily-summary': /send_message/,
  'review-lists': /HEARTBEAT\.md/i,
}
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
function callOf(task: DueWork, calls: readonly ToolCall[], isSaid: boolean): Match | null {
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
    return (SHOWN_BY[check].test(call.input) && call.kind !== 'other') ||
      /^heartbeat_(?:read|write)$/.test(tool)
      ? asTool
      : null
  if (check === 'daily-summary') return SHOWN_BY[check].test(tool) ? asTool : null
  if (BY_HOST.includes(check) && call.kind !== 'command' && /git(?:hub|lab)/i.test(call.name)) return asTool
  // A server of git tools: git_status.
  if (call.kind !== 'command')
    return SHOWN_BY[check].test(`${tool.replaceAll('_', ' ')} ${call.input}`) ? asTool : null
  const found = lineCommands(call.input).find(
    ({ words }) => !words.some((w) => IDLE.test(w)) && SHOWN_BY[check].test(gitWords(words).join(' ')),
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
function namesCommand(task: DueWork): boolean {
  if (checkOf(task.text) !== null) return true
  const command = commandOf(task.text)
  return (
    command !== null &&
    (command.needsShell ||
      command.argv.length > 1 ||
      /\b(?:re-?run|run|execute|exec|start|invoke)\b/i.test(task.text))
  )
}

const NOTE_CHARS = 300
const oneLine = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length <= NOTE_CHARS ? plain : `${plain.slice(0, NOTE_CHARS - 1)}…`
}

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
