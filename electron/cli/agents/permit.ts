import { Option } from 'commander'
import { PERMISSION_DECISIONS, type PermissionDecision } from '../../../shared/agents/permission.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { exact } from '../kit/text.ts'
import { byNumber } from './permission-number.ts'
import { DECISION_WORD } from './permissions.ts'

export const permitCommand: Define = (command, cx) =>
  command
    .description('decide about a refused tool call')
    .argument('<thread>', THREAD_WORDS)
    .argument('<number>', 'as `permissions` shows it')
    .addOption(new Option('--once', 'allow it in the next run only').conflicts(['always', 'never']))
    .addOption(new Option('--always', 'allow it in this thread from now on').conflicts('never'))
    .option('--never', 'refuse it from now on without asking again')
    .option('-y, --yes', 'do not ask')
    .action((name: string, number: string, o: PermitOptions) => permit(cx, name, number, o))

interface PermitOptions extends Partial<Record<PermissionDecision, true>> {
  readonly yes?: true
}

async function permit(cx: Context, name: string, number: string, o: PermitOptions): Promise<void> {
  const decision = PERMISSION_DECISIONS.find((d) => o[d] === true)
  if (decision === undefined) throw usageError('One of --once, --always, --never')
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const chosen = byNumber(await client.permissions.list({ id: thread.id }), number)
  if (!chosen.allowable && decision !== 'never')
    throw new CliError(`This cannot be allowed by itself, only refused: ${exact(chosen.label)}. Or: --never`)
  cx.out.line(`${consequence(decision, thread)}:`)
  cx.out.line(`  ${exact(chosen.label)}\n  rule: ${cx.out.colors.bold(exact(chosen.rule))}`)
  await requireYes(o.yes === true, 'Exactly this?', 'Nothing was changed.')
  await client.permissions.decide({ id: thread.id, rule: chosen.rule, decision, confirmed: true })
  cx.out.line(`Set: ${DECISION_WORD[decision]}.`)
}

function consequence(decision: PermissionDecision, thread: ThreadView): string {
  const who = `the agent of ${thread.number} ${exact(thread.name)}`
  switch (decision) {
    case 'once':
      return `In its next run ${who} may do this, whatever else its profile allows`
    case 'always':
      return `From now on ${who} may do this in every run`
    case 'never':
      return `From now on ${who} is refused this, and you are not asked again`
  }
}
