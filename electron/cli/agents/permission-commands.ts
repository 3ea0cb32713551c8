import { createHash } from 'node:crypto'
import { Option, type Command } from 'commander'
import type { PermissionView } from '../../../shared/contract/agents.ts'
import type { PermissionDecision } from '../../../shared/agents/permission.ts'
import type { ThreadView } from '../../../shared/views/snapshot.ts'
import { confirm, snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { exact, iso, plain, relative } from '../kit/text.ts'

/** Tool calls that an agent was refused: permissions, permit. */
export function addPermissionCommands(program: Command, cx: Context): void {
  program
    .command('permissions')
    .description('tool calls that a thread’s agent was refused, and what you decided')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .option('--json', 'for programs')
    .action((name: string, o: { json?: true }) => permissions(cx, name, o.json === true))
  program
    .command('permit')
    .description('decide about a refused tool call')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .argument('<number>', 'as `permissions` shows it')
    .addOption(new Option('--once', 'allow it in the next run only').conflicts(['always', 'never']))
    .addOption(new Option('--always', 'allow it in this thread from now on').conflicts('never'))
    .option('--never', 'refuse it from now on without asking again')
    .option('-y, --yes', 'do not ask')
    .action((name: string, number: string, o: PermitOptions) => permit(cx, name, number, o))
}

interface PermitOptions extends Partial<Record<PermissionDecision, true>> {
  readonly yes?: true
}
interface Numbered<T> {
  readonly number: string
  readonly permission: T
}

const DIGITS = { least: 4, most: 12 }

/**
 * Short numbers made from the rule itself: a number that a person has read means the same rule later on,
 * whatever an agent was refused meanwhile. As long as they must be to differ.
 */
export function numbered<T extends Pick<PermissionView, 'rule'>>(list: readonly T[]): readonly Numbered<T>[] {
  const whole = list.map(({ rule }) => digitsOf(rule))
  let length = DIGITS.least
  while (length < DIGITS.most && new Set(whole.map((digits) => digits.slice(0, length))).size < list.length)
    length++
  return list.map((permission, i) => ({ number: (whole[i] ?? '').slice(0, length), permission }))
}
const digitsOf = (rule: string): string =>
  (BigInt(`0x${createHash('sha256').update(rule).digest('hex').slice(0, 24)}`) % 10n ** BigInt(DIGITS.most))
    .toString()
    .padStart(DIGITS.most, '0')

export function byNumber<T extends Pick<PermissionView, 'rule'>>(list: readonly T[], number: string): T {
  if (!/^\d{4,12}$/.test(number))
    throw usageError(
      `A permission's number has 4 to 12 digits, got "${number}". \`threadbeat permissions THREAD\` shows them.`,
    )
  const [found, second] = list.filter(({ rule }) => digitsOf(rule).startsWith(number))
  if (found === undefined)
    throw new CliError(
      `No refused call has the number ${number}. \`threadbeat permissions THREAD\` shows them.`,
    )
  if (second !== undefined)
    throw usageError(`${number} fits several; \`threadbeat permissions THREAD\` shows more of it.`)
  return found
}

const DECISION_WORD: Record<PermissionView['decision'], string> = {
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

async function permit(cx: Context, name: string, number: string, o: PermitOptions): Promise<void> {
  const decision = o.once === true ? 'once' : o.always === true ? 'always' : o.never === true ? 'never' : null
  if (decision === null) throw usageError('One of --once, --always, --never')
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const chosen = byNumber(await client.permissions.list({ id: thread.id }), number)
  cx.out.line(`${consequence(decision, thread)}:`)
  cx.out.line(`  ${exact(chosen.label)}\n  rule: ${cx.out.colors.bold(exact(chosen.rule))}`)
  if (o.yes !== true && !(await confirm('Exactly this?')))
    throw new CliError('Nothing was changed. Without a terminal: add --yes')
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
