import { CLI_NAMES, type CliName } from '../../../shared/agents/agent-names.ts'
import { hasOwnServer, PRESETS, startsSame } from '../../../shared/agents/presets.ts'
import { isShown, othersWords } from '../../../shared/agents/shown-runners.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { modelWords } from '../../../shared/agents/model-words.ts'
import type { RunnerView } from '../../../shared/contract/agents.ts'
import type { RunnerRest } from '../../../shared/views/snapshot.ts'
import type { Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import type { Cell } from '../kit/output.ts'
import { shellWord } from '../kit/shell-word.ts'
import { iso, plain, relative, restWords } from '../kit/text.ts'
import { defineTest } from './test-agent.ts'

export const agentsCommand: Define = (agents, cx) => {
  agents
    .description('agent CLIs of this machine')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, false, o.json === true))
  // The parent takes --json wherever it stands.
  agents
    .command('rescan')
    .description('look for them again')
    .option('--json', 'for programs')
    .action((_: unknown, command: typeof agents) =>
      list(cx, true, command.optsWithGlobals<{ json?: true }>().json === true),
    )
  defineTest(agents.command('test'), cx)
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
  if (json) return cx.out.json(runners.map((r) => runnerJson(r, restsOf(resting, r.cli))))
  const { colors } = cx.out
  cx.out.table([
    ...runners.filter(isShown).map((r) => runnerRow(cx, r, restsOf(resting, r.cli)[0])),
    ...OWN_SERVER.map((cli) => ownServerRow(cx, cli, runners, restsOf(resting, cli)[0])),
  ])
  const others = othersWords(runners)
  if (others !== null) cx.out.line(colors.dim(others))
  for (const rest of resting)
    cx.out.line(
      colors.yellow(
        `! ${restWords(rest, cx.now())}. ${plain(rest.message)} At once: threadbeat agents try ${shellWord(rest.key)}`,
      ),
    )
}

const runnerJson = (runner: RunnerView, rests: readonly RunnerRest[]) => ({
  ...runner,
  resting: rests.map((rest) => ({ ...rest, since: iso(rest.since), until: iso(rest.until) })),
})

function runnerRow(cx: Context, r: RunnerView, rest: RunnerRest | undefined): readonly (Cell | string)[] {
  const { colors } = cx.out
  return [
    { text: r.cli, paint: colors.bold },
    r.name,
    r.program === null
      ? { text: notFound(r), paint: colors.dim }
      : `${r.program}${r.how === null ? '' : `, ${HOW_WORD[r.how]}`}`,
    r.version ?? '',
    signedIn(cx, r),
    `beats on ${modelWords(r.cheapest, null)}`,
    plural(r.threads, 'thread'),
    restCell(cx, rest),
  ]
}

const restCell = (cx: Context, rest: RunnerRest | undefined): Cell | string =>
  rest === undefined
    ? ''
    : { text: `rests, tried again ${relative(rest.until, cx.now())}`, paint: cx.out.colors.yellow }

/** Nothing of these can be looked for but the program that asks: a person names the server. */
const OWN_SERVER = CLI_NAMES.filter(hasOwnServer)

function ownServerRow(
  cx: Context,
  cli: CliName,
  runners: readonly RunnerView[],
  rest: RunnerRest | undefined,
): readonly (Cell | string)[] {
  const { colors } = cx.out
  const { name, install, serverVariable } = PRESETS[cli]
  const through = runners.find((r) => startsSame(r.cli, cli))
  return [
    { text: cli, paint: colors.bold },
    name,
    through?.program == null
      ? { text: `needs ${PRESETS[cli].program}, not found; install it with: ${install}`, paint: colors.dim }
      : `through ${through.program}`,
    '',
    { text: `a server of yours, named by ${serverVariable}`, paint: colors.dim },
    'models as you name them',
    '',
    restCell(cx, rest),
  ]
}

/** Who names its program need not have it found. */
const notFound = ({ install, threads, threadsByPath }: RunnerView): string =>
  threads > 0 && threadsByPath === threads
    ? 'not on the PATH, and not needed there: its threads name their program'
    : `not found; install it with: ${install}`

function signedIn({ out: { colors } }: Context, r: RunnerView): Cell {
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
