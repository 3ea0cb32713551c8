import { QUESTIONS_KEPT } from '../../../shared/agents/permission.ts'
import { plural } from '../../../shared/base/amounts.ts'
import type { PermissionView } from '../../../shared/contract/agents.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import type { Client } from '../kit/socket-client.ts'
import { exact, iso, plain, relative } from '../kit/text.ts'
import { numbered } from './permission-number.ts'

export const permissionsCommand: Define = (command, cx) =>
  command
    .description('tool calls that a thread’s agent was refused, and what you decided')
    .argument('<thread>', THREAD_WORDS)
    .option('--json', 'for programs')
    .action((name: string, o: { json?: true }) => permissions(cx, name, o.json === true))

export const DECISION_WORD: Record<PermissionView['decision'], string> = {
  asked: 'waits for you',
  once: 'allowed in the next run',
  always: 'always allowed',
  never: 'never allowed',
}

async function permissions(cx: Context, name: string, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const known = await client.permissions.list({ id: thread.id })
  const list = numbered(known)
  await tellLeftOut(cx, client, known)
  if (json)
    return cx.out.json(
      list.map(({ number, permission: p }) => ({
        number,
        rule: p.rule,
        label: p.label,
        decision: p.decision,
        askedAt: iso(p.askedAt),
        run: p.runId,
      })),
    )
  if (list.length === 0) return cx.out.line(`${thread.number} ${plain(thread.name)} was refused nothing.`)
  const { colors } = cx.out
  for (const { number, permission: p } of list) {
    cx.out.line(
      `${number}  ${(p.decision === 'asked' ? colors.yellow : colors.dim)(DECISION_WORD[p.decision])} ` +
        ` ${exact(p.label)}  ${colors.dim(relative(p.askedAt, cx.now()))}`,
    )
    cx.out.line(`      ${exact(p.rule)}`) // never cut: it is what would be allowed
  }
  if (list.some(({ permission }) => permission.decision === 'asked'))
    cx.out.line(colors.dim(`Decide: threadbeat permit ${thread.number} NUMBER --once, --always or --never`))
}

/** Beside what is listed, as `--json` prints it: no more wait at a time, and of the newest run's others it is known. */
async function tellLeftOut(cx: Context, client: Client, known: readonly PermissionView[]): Promise<void> {
  const waiting = known.filter(({ decision }) => decision === 'asked')
  if (waiting.length < QUESTIONS_KEPT) return
  cx.out.note(
    `No more than ${QUESTIONS_KEPT} refused calls of a thread wait for you at a time. Others are asked about when ` +
      'they are refused again.',
  )
  const { runId } = waiting.reduce((newest, one) => (one.askedAt > newest.askedAt ? one : newest))
  if (runId === null) return
  const { turn } = await client.runs.get({ id: runId })
  const listed = new Set(known.map(({ rule }) => rule))
  const others = (turn?.refusals ?? []).filter(({ rule }) => !listed.has(rule)).length
  if (others > 0)
    cx.out.note(
      `The newest of these runs was refused ${plural(others, 'call')} that ${others === 1 ? 'is' : 'are'} not listed ` +
        `here: threadbeat run ${runId}`,
    )
}
