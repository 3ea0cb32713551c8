import { tokensOf, type AgentTurn } from '../../../shared/agents/agent-turn.ts'
import type { RunnerTest } from '../../../shared/contract/agents.ts'
import type { CliConfig } from '../../../shared/agents/agent-config.ts'
import { faultSentence } from '../../../shared/base/faults.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import type { Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { momentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { clockFace, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { callRow } from '../runs/show-run.ts'
import { count, exact, indented, iso, plain } from '../kit/text.ts'
import { money } from '../../../shared/base/amounts.ts'
import { isCliName, KNOWN_RUNNERS } from './read-runner.ts'

/** Those that need nothing that a thread names. */
const TESTED = KNOWN_RUNNERS.filter((cli) => PRESETS[cli].serverVariable === undefined)
const NAMES = TESTED.join(', ')

/** `agents test`, whose --json the parent takes wherever it stands. */
export const defineTest: Define = (test, cx) =>
  test
    .description('start one with a harmless prompt and show all that is read from its answer')
    .argument('<name>', NAMES)
    .option('-y, --yes', 'do not ask')
    .option('--json', 'for programs')
    .action((name: string, _: unknown, command: typeof test) =>
      testAgent(cx, name, command.optsWithGlobals<{ yes?: true; json?: true }>()),
    )

async function testAgent(
  cx: Context,
  name: string,
  { yes, json }: { yes?: true; json?: true },
): Promise<void> {
  if (!isCliName(name) || !TESTED.includes(name))
    throw usageError(`There is no runner "${name}". Runners: ${NAMES}`)
  const { client } = await cx.session()
  const program = (await client.agents.list()).find((r) => r.cli === name)?.program ?? null
  const say = json === true ? cx.out.note : cx.out.line
  say(
    program === null
      ? `${PRESETS[name].name} was not found; install it with: ${PRESETS[name].install}`
      : `${PRESETS[name].name} would be started once with a harmless prompt: ${exact(program)}. ` +
          'It counts as any start of yours does.',
  )
  await requireYes(yes === true, 'Start it?', 'Nothing was started.')
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
  showTest(cx, result, await clockFace(cx))
}

/** Every field, also those that the runner did not give: that is what the test is for. */
function showTest(
  cx: Context,
  { ok, fault, text, exitCode, durationMs, turn, output }: RunnerTest,
  face: ClockFace,
): void {
  const { colors } = cx.out
  cx.out.line(
    ok
      ? colors.green('✓ It works.')
      : colors.red(`✗ ${fault === null ? 'It did not answer.' : plain(faultSentence(fault))}`),
  )
  cx.out.table([
    ['Answer', text === '' ? 'none' : text],
    ['Exit code', exitCode === null ? 'none' : String(exitCode)],
    ['Took', formatDuration(durationMs)],
    ...(turn === null ? [['Output', 'could not be read as this runner’s']] : turnRows(turn, face)),
  ])
  if (turn !== null && turn.calls.length > 0) cx.out.table(turn.calls.map((call) => callRow(cx.out, call)))
  if (!ok && output !== '') cx.out.line(`\n${colors.bold('Output')}\n${indented(output.trimEnd())}`)
}

const NOT_TOLD = 'not told'

function turnRows(
  { usage, totals, refusals, ...turn }: AgentTurn,
  face: ClockFace,
): readonly (readonly string[])[] {
  return [
    ['Session', turn.sessionId ?? NOT_TOLD],
    ['Model', turn.model ?? NOT_TOLD],
    [
      'Tokens',
      usage === null
        ? NOT_TOLD
        : `${count(tokensOf(usage))}: ${count(usage.input)} in, ` +
          `${count(usage.cached)} from the cache, ${count(usage.output)} out`,
    ],
    ['Cost', turn.costUsd === null ? NOT_TOLD : money(turn.costUsd)],
    [
      'Session in all',
      totals === null ? NOT_TOLD : `${count(tokensOf(totals.usage))} tokens, ${money(totals.costUsd)}`,
    ],
    ['Tool calls', String(turn.callCount)],
    ['Refused', refusals.length === 0 ? 'nothing' : refusals.map((r) => r.label).join(', ')],
    ['Limit ends', turn.resetsAt === null ? NOT_TOLD : momentText(turn.resetsAt, face)],
    ['Unreadable lines', String(turn.malformedLines)],
    ['Tools', toolsWords(turn.toolsReached)],
  ]
}

function toolsWords(reached: boolean | null): string {
  if (reached === null) return NOT_TOLD
  return reached ? 'Threadbeat’s were reached' : 'Threadbeat’s were not reached'
}
