import type { PermissionView } from '../../../shared/contract/agents.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
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
  const list = numbered(await client.permissions.list({ id: thread.id }))
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
