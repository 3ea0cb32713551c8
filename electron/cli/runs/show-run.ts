import { shownStatus } from '../../../shared/runs/check-id.ts'
import { workerOf } from '../../../shared/runs/pair.ts'
import { tokensOf, type AgentTurn, type Report, type ToolCall } from '../../../shared/agents/agent-turn.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import { modelWords } from '../../../shared/agents/model-words.ts'
import { isOwnServer } from '../../../shared/agents/presets.ts'
import { PROFILE_WORDS } from '../../../shared/agents/permission.ts'
import type { Run, RunDetail, TaskResult } from '../../../shared/runs/run.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { fullText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { REASON_WORD, SKIP_WORD, TASK_WORD, TIER_WORD } from '../../../shared/views/words.ts'
import type { Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import type { Colors } from '../kit/colors.ts'
import type { Cell } from '../kit/output.ts'
import { shellWord } from '../kit/shell-word.ts'
import {
  count,
  exact,
  indented,
  shownLine,
  outcomeOf,
  outcomeText,
  paintOf,
  plain,
  relative,
} from '../kit/text.ts'
import { money, plural } from '../../../shared/base/amounts.ts'
import { printedWords } from '../../machine/agents/printed-words.ts'

export function readRunId(text: string): RunId {
  if (!text.startsWith('run_'))
    throw usageError(`A run's id begins with "run_", got "${text}". \`threadbeat log\` shows them.`)
  return text as RunId
}

export function summaryOf({ summary, skipReason, fault }: Run): string {
  if (summary !== null) return summary
  if (skipReason !== null) return SKIP_WORD[skipReason]
  return fault?.message ?? ''
}

/** Everything about one run. */
export function showRun(cx: Context, r: RunDetail, face: ClockFace): void {
  const { colors } = cx.out
  const outcome = outcomeOf(r)
  cx.out.line(
    `${colors.bold(plain(r.threadName))}  ${paintOf(colors, outcome)(outcomeText(outcome))}  ${plain(summaryOf(r))}`,
  )
  cx.out.table([
    ['Started', `${fullText(r.startedAt, face)}  (${relative(r.startedAt, cx.now())})`],
    ...(r.durationMs === null ? [] : [['Took', formatDuration(r.durationMs)]]),
    ['Because', r.reasons.map((reason) => REASON_WORD[reason]).join(', ') || r.kind],
    ['Tiers', r.tiers.map((tier) => TIER_WORD[tier]).join(', ') || '–'],
    ...(r.asked.length === 0 ? [] : [['Asked to', r.asked.join(', ')]]),
    ['Runner', `${r.runner}${r.exitCode === null ? '' : `, exit code ${r.exitCode}`}`],
    ...(r.turn === null ? [] : turnRows(r, r.turn)),
    ...(r.fault === null ? [] : [['Fault', `${r.fault.code}: ${r.fault.message}`]]),
    ...r.attachments.map((file, i) => [i === 0 ? 'Files' : '', `${file.path} (${count(file.bytes)} bytes)`]),
  ])
  if (r.message !== null) section(cx, `Message${senderWords(r.sender)}`, r.message)
  if (r.tasks.length > 0) cx.out.line()
  cx.out.table(r.tasks.map((t) => taskRow(cx.out, t, r)))
  if (r.report !== null) showReport(cx, r.report)
  if (r.turn !== null) showTurn(cx, r, r.turn)
  if (r.touched !== null)
    section(cx, colors.red('It may only look, but the repository is not as it was:'), r.touched)
  if (r.reply !== '') section(cx, 'Reply', r.reply)
  showOutput(cx, r)
  if (r.resume !== null)
    cx.out.line(
      `\nGo on by hand: cd ${shellWord(r.resume.folder)} && ${r.resume.argv.map(shellWord).join(' ')}`,
    )
}

/** What it printed; of an agent CLI what a person can read of it, and how to see the rest. */
function showOutput(cx: Context, { id, output, reply, turn }: RunDetail): void {
  const { text, leftOut } = turn === null ? { text: output, leftOut: 0 } : printedWords(output)
  // A reply that is all that was printed need not be read twice.
  if (text !== '' && text.trim() !== reply.trim()) section(cx, 'Output', text)
  if (leftOut > 0)
    cx.out.line(
      cx.out.colors.dim(
        `\n${plural(leftOut, 'line')} of its output ${leftOut === 1 ? 'is' : 'are'} for programs: ` +
          `threadbeat run ${id} --output`,
      ),
    )
}

/** '' for a person's own message; a number is a thread's. */
function senderWords(sender: string | null): string {
  if (sender === null || sender === 'user') return ''
  return ` from ${/^\d+$/.test(sender) ? 'thread ' : ''}${shownLine(sender)}`
}

function section(cx: Context, title: string, text: string): void {
  cx.out.line(`\n${cx.out.colors.bold(title)}\n${indented(text.trimEnd())}`)
}

/** Model, money and permission of an agent CLI's run. */
function turnRows(r: RunDetail, turn: AgentTurn): readonly (readonly string[])[] {
  const { usage, costUsd } = turn
  return [
    ['Model', modelWords(r, turn)],
    ...(r.profile === null ? [] : [['Allowed', PROFILE_WORDS[r.profile].name]]),
    [
      'Tokens',
      usage === null
        ? 'not told'
        : `${count(tokensOf(usage))}: ${count(usage.input)} in, ${count(usage.cached)} from the cache, ` +
          `${count(usage.output)} out`,
    ],
    ['Cost', costWords(r, costUsd)],
    ...(turn.sessionId === null ? [] : [['Session', turn.sessionId]]),
    ...(turn.toolsReached === false ? [['Tools', 'it did not reach Threadbeat’s']] : []),
  ]
}

function costWords({ runner, billing }: RunDetail, usd: number | null): string {
  if (isOwnServer(runner)) return 'not counted: a server of yours'
  return `${usd === null ? 'not told' : money(usd)}${billing === 'plan' ? ', covered by a plan' : ''}`
}

/** The task with what was seen, and what was executed for it. */
function taskRow({ colors }: Context['out'], t: TaskResult, run: RunDetail): readonly (Cell | string)[] {
  const status = shownStatus(t, run.tasks)
  return [
    { text: TASK_WORD[status], paint: paintOfTask(colors, status) },
    TIER_WORD[t.tier],
    ...(run.turn === null ? [] : [`by ${workerOf(t)}`]),
    t.text,
    `${t.note === t.text ? '' : t.note}${commandWords(t)}`,
  ]
}

function paintOfTask(colors: Colors, status: TaskResult['status']): (text: string) => string {
  if (status === 'passed') return colors.green
  return status === 'needs_agent' ? colors.dim : colors.yellow
}

/** '' where the note has it already. */
function commandWords({ command, note, exitCode }: TaskResult): string {
  if (command === null || note.includes(command.join(' '))) return ''
  return ` [${command.map(shellWord).join(' ')}${exitCode === null ? '' : `, exit code ${exitCode}`}]`
}

function showReport(cx: Context, { status, tasks, alerts, attachments }: Report): void {
  const { colors } = cx.out
  cx.out.line(
    `\n${colors.bold('Report')}  ${status === 'ok' ? colors.green('ok') : colors.yellow('needs attention')}`,
  )
  cx.out.table([
    ...tasks.map((t) => ['', t.outcome, t.key, t.evidence]),
    ...alerts.map((a) => [
      '',
      {
        text: a.state === 'gone' ? 'gone' : a.severity,
        paint: a.severity === 'urgent' ? colors.red : colors.yellow,
      },
      a.key,
      a.text,
    ]),
    ...attachments.map((file) => ['', 'file', '', file]),
  ])
}

const CALLS_SHOWN = 40

function showTurn(cx: Context, r: RunDetail, turn: AgentTurn): void {
  const { colors } = cx.out
  if (turn.callCount > 0) {
    cx.out.line(`\n${colors.bold(`Tool calls (${turn.callCount})`)}`)
    const shown = turn.calls.slice(0, CALLS_SHOWN)
    cx.out.table(shown.map((call) => callRow(cx.out, call)))
    if (turn.callCount > shown.length)
      cx.out.line(
        colors.dim(
          `  … ${turn.callCount - shown.length} ` +
            `more${turn.calls.length > shown.length ? `: threadbeat run ${r.id} --json` : ''}`,
        ),
      )
  }
  if (turn.unseenRefusals != null)
    cx.out.line(`\n${colors.yellow(`What was refused could not be seen: ${plain(turn.unseenRefusals)}`)}`)
  if (turn.refusals.length === 0) return
  cx.out.line(`\n${colors.bold('Refused')}`)
  for (const { rule, label } of turn.refusals) cx.out.line(`  ${plain(label)}: ${colors.yellow(exact(rule))}`)
  cx.out.line(colors.dim(`  Decide: threadbeat permissions ${shellWord(r.threadName)}`))
}

export function callRow({ colors }: Context['out'], call: ToolCall): readonly (Cell | string)[] {
  return [
    '',
    { text: call.ok ? '✓' : '✗', paint: call.ok ? colors.green : colors.yellow },
    call.name,
    call.exitCode === null ? '' : `exit ${call.exitCode}`,
    call.input,
  ]
}
