import type { Command } from 'commander'
import { tokensOf } from '../../../shared/agents/agent-turn.ts'
import type { RunnerTest, RunnerView } from '../../../shared/contract/agents.ts'
import type { CliConfig } from '../../../shared/agents/agent-config.ts'
import { faultSentence } from '../../../shared/base/faults.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import type { RunnerRest } from '../../../shared/views/snapshot.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { plural } from '../../../shared/base/plural.ts'
import { confirm, snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { isCliName } from './runner-choice.ts'
import { callRow, shellWord } from '../runs/show-run.ts'
import { count, exact, indented, iso, money, plain, relative, restWords } from '../kit/text.ts'

const NAMES = Object.keys(PRESETS).join(', ')

/** Runners of this machine: agents, agents rescan, agents test, agents try. */
export function addAgentCommands(program: Command, cx: Context): void {
  const agents = program
    .command('agents')
    .description('agent CLIs of this machine')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, false, o.json === true))
  // The parent takes --json wherever it stands.
  agents
    .command('rescan')
    .description('look for them again')
    .option('--json', 'for programs')
    .action((_: unknown, command: Command) =>
      list(cx, true, command.optsWithGlobals<{ json?: true }>().json === true),
    )
  agents
    .command('test')
    .description('start one with a harmless prompt and show all that is read from its answer')
    .argument('<name>', NAMES)
    .option('-y, --yes', 'do not ask')
    .option('--json', 'for programs')
    .action((name: string, _: unknown, command: Command) =>
      test(cx, name, command.optsWithGlobals<{ yes?: true; json?: true }>()),
    )
  agents
    .command('try')
    .description('try one that rests again at once')
    .argument('<name>', 'as `agents` shows it')
    .action((name: string) => tryAgain(cx, name))
}

const HOW_WORD: Record<NonNullable<RunnerView['how']>, string> = {
  setting: 'as set',
  path: 'on the PATH',
  'login shell': 'on the login shell’s PATH',
  folder: 'in a known folder',
}
/** Of this CLI, whatever the account. */
const restsOf = (resting: readonly RunnerRest[], cli: string): readonly RunnerRest[] =>
  resting.filter((r) => r.key.split(':')[0] === cli)

async function list(cx: Context, again: boolean, json: boolean): Promise<void> {
  const { client } = await cx.session()
  const runners = again ? await client.agents.rescan() : await client.agents.list()
  const { resting } = (await client.snapshot()).fleet
  if (json) {
    return cx.out.json(
      runners.map((r) => ({
        ...r,
        resting: restsOf(resting, r.cli).map((rest) => ({
          ...rest,
          since: iso(rest.since),
          until: iso(rest.until),
        })),
      })),
    )
  }
  const { colors } = cx.out
  cx.out.table(
    runners.map((r) => [
      { text: r.cli, paint: colors.bold },
      r.name,
      r.program === null
        ? { text: `not found; install it with: ${r.install}`, paint: colors.dim }
        : `${r.program}${r.how === null ? '' : `, ${HOW_WORD[r.how]}`}`,
      r.version ?? '',
      signedIn(cx, r),
      plural(r.threads, 'thread'),
      restsOf(resting, r.cli).length === 0
        ? ''
        : {
            text: `rests, tried again ${relative(restsOf(resting, r.cli)[0]?.until ?? null, cx.now())}`,
            paint: colors.yellow,
          },
    ]),
  )
  for (const rest of resting)
    cx.out.line(
      colors.yellow(
        `! ${restWords(rest, cx.now())}. ${plain(rest.message)} At once: threadbeat agents try ${shellWord(rest.key)}`,
      ),
    )
}

function signedIn(
  { out: { colors } }: Context,
  r: RunnerView,
): { text: string; paint: (text: string) => string } {
  if (r.program === null) return { text: '', paint: colors.dim }
  switch (r.signedIn) {
    case 'yes':
      return { text: `signed in${r.account === null ? '' : ` as ${r.account}`}`, paint: colors.green }
    case 'no':
      return { text: `signed out: ${r.signIn}`, paint: colors.yellow }
    case 'unknown':
      return { text: 'not known whether signed in', paint: colors.dim }
  }
}

async function test(cx: Context, name: string, { yes, json }: { yes?: true; json?: true }): Promise<void> {
  if (!isCliName(name)) throw usageError(`There is no runner "${name}". Runners: ${NAMES}`)
  const { client } = await cx.session()
  const found = (await client.agents.list()).find((r) => r.cli === name)
  const say = json === true ? cx.out.note : cx.out.line
  say(
    found?.program == null
      ? `${PRESETS[name].name} was not found; install it with: ${PRESETS[name].install}`
      : `${PRESETS[name].name} would be started once with a harmless prompt: ${exact(found.program)}. ` +
          'It counts as any start of yours does.',
  )
  if (yes !== true && !(await confirm('Start it?')))
    throw new CliError('Nothing was started. Without a terminal: add --yes')
  const agent: CliConfig = {
    kind: 'cli',
    cli: name,
    env: {},
    models: {},
    fallbackModels: [],
    efforts: {},
    profiles: {},
    bypassUntil: null,
  }
  const result = await client.agents.test({ agent, confirmed: true })
  if (!result.ok) cx.exitWith(1)
  if (json === true)
    return cx.out.json({
      ...result,
      turn: result.turn === null ? null : { ...result.turn, resetsAt: iso(result.turn.resetsAt) },
    })
  showTest(cx, result)
}

/** Every field, also those that were not told: that is what the test is for. */
function showTest(cx: Context, { ok, fault, text, exitCode, durationMs, turn, output }: RunnerTest): void {
  const { colors } = cx.out
  cx.out.line(
    ok
      ? colors.green('✓ It works.')
      : colors.red(`✗ ${fault === null ? 'It did not answer.' : plain(faultSentence(fault))}`),
  )
  const told = (value: string | null): string => value ?? 'not told'
  cx.out.table([
    ['Answer', text === '' ? 'none' : text],
    ['Exit code', exitCode === null ? 'none' : String(exitCode)],
    ['Took', formatDuration(durationMs)],
    ...(turn === null
      ? [['Output', 'could not be read as this runner’s']]
      : [
          ['Session', told(turn.sessionId)],
          ['Model', told(turn.model)],
          [
            'Tokens',
            turn.usage === null
              ? told(null)
              : `${count(tokensOf(turn.usage))}: ${count(turn.usage.input)} in, ` +
                `${count(turn.usage.cached)} from the cache, ${count(turn.usage.output)} out`,
          ],
          ['Cost', turn.costUsd === null ? told(null) : money(turn.costUsd)],
          [
            'Session in all',
            turn.totals === null
              ? told(null)
              : `${count(tokensOf(turn.totals.usage))} tokens, ${money(turn.totals.costUsd)}`,
          ],
          ['Tool calls', String(turn.callCount)],
          ['Refused', turn.refusals.length === 0 ? 'nothing' : turn.refusals.map((r) => r.label).join(', ')],
          ['Limit ends', turn.resetsAt === null ? told(null) : new Date(turn.resetsAt).toISOString()],
          ['Unreadable lines', String(turn.malformedLines)],
          [
            'Tools',
            turn.toolsReached === null
              ? told(null)
              : turn.toolsReached
                ? 'Threadbeat’s were reached'
                : 'Threadbeat’s were not reached',
          ],
        ]),
  ])
  if (turn !== null && turn.calls.length > 0) cx.out.table(turn.calls.map((call) => callRow(cx.out, call)))
  if (!ok && output !== '') cx.out.line(`\n${colors.bold('Output')}\n${indented(output.trimEnd())}`)
}

async function tryAgain(cx: Context, name: string): Promise<void> {
  const {
    client,
    snapshot: {
      fleet: { resting },
    },
  } = await snapshotOf(cx)
  const meant = resting.filter(
    (r) => r.key === name || r.key.split(':')[0] === name || r.name.toLowerCase() === name.toLowerCase(),
  )
  if (meant.length === 0)
    throw new CliError(
      resting.length === 0
        ? 'No runner rests.'
        : `"${name}" does not rest. Resting: ${resting.map((r) => r.key).join(', ')}`,
    )
  for (const rest of meant) {
    await client.agents.wake({ key: rest.key })
    cx.out.line(
      `${plain(rest.name)} is tried again at the next beat of ` +
        `${rest.threads === 1 ? 'its thread' : `one of its ${rest.threads} threads`}.`,
    )
  }
}
