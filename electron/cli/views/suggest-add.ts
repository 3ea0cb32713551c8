import { plural } from '../../../shared/base/amounts.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import type { Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { shownLine } from '../kit/text.ts'
import { showListAway } from '../hub/lists-there.ts'
import { awayAmong } from '../hub/away.ts'
import { offerAway } from './suggest-away.ts'

interface AddOptions {
  readonly tier: string
  readonly to?: readonly string[]
  readonly all?: true
  readonly yes?: true
  readonly json?: true
}

/** `suggest add`. */
export const defineAdd: Define = (suggest, cx) => {
  suggest
    .command('add')
    .description('propose a line to many threads as a suggestion; it is written nowhere')
    .argument('<line>', 'as it would stand in HEARTBEAT.md, without its box')
    .requiredOption('--tier <tier>', TIERS.join(', '))
    .option(
      '--to <threads...>',
      'numbers, names, paths or beginnings of names; of another machine “NAME on MACHINE”',
    )
    .option('--all', 'to every trusted thread')
    .option('--yes', 'without asking')
    .option('--json', 'for programs; without --yes it only says where it would be proposed')
    .action((line: string, o: AddOptions) => add(cx, line, o))
  suggest
    .command('lines')
    .description('lines that your lists have, what most have first, or those of a list of another machine')
    .argument('[thread]', 'of another machine: “NAME on MACHINE”, where its list may be read')
    .option('--json', 'for programs')
    .action((of: string | undefined, o: { json?: true }) =>
      of === undefined ? lines(cx, o.json === true) : showListAway(cx, of, o.json === true),
    )
}

async function lines(cx: Context, json: boolean): Promise<void> {
  const { client } = await cx.session()
  const view = await client.pollination.view()
  if (json) return cx.out.json(view.lines)
  if (view.lines.length === 0) return cx.out.line('No list has a line.')
  cx.out.table(view.lines.map(({ tier, text, lists }) => [plural(lists, 'list'), tier, shownLine(text)]))
}

/** Says thread by thread where it would be proposed, then does it where a person says yes. */
async function add(
  cx: Context,
  text: string,
  { tier: wanted, to, all, yes, json }: AddOptions,
): Promise<void> {
  const tier = TIERS.find((one) => one === wanted)
  if (tier === undefined) throw usageError(`--tier must be one of ${TIERS.join(', ')}, got "${wanted}"`)
  if ((to === undefined) === (all === undefined))
    throw usageError('Name threads with --to, or all with --all')
  const { client, snapshot } = await snapshotOf(cx)
  const away = await awayAmong(cx, client, snapshot.threads, to ?? [])
  if (away.length > 0) {
    if (json === true) throw usageError('--json is for threads of this machine')
    const names = away.map(({ called }) => shownLine(called)).join(', ')
    await requireYes(
      yes === true,
      `Offer "${shownLine(text)}" (${tier}) to ${names}?`,
      'Nothing was offered.',
    )
    await offerAway(cx, client, { text, tier }, away)
  }
  const here = to?.filter((name) => !away.some(({ called }) => called === name))
  if (here?.length === 0) return
  const threads =
    here === undefined
      ? snapshot.threads.filter(({ trusted }) => trusted)
      : here.map((name) => findThread(snapshot.threads, name))
  if (threads.length === 0) throw new CliError('No thread is trusted, so there is none to propose it to.')
  const line = { text, tier, ids: [...new Set(threads.map(({ id }) => id))] }
  const weighed = await client.pollination.weigh(line)
  if (json === true) return cx.out.json(yes === true ? await client.pollination.propose(line) : weighed)
  for (const { number, name, why } of weighed)
    cx.out.line(
      `${number} ${shownLine(name)}: ${why === null ? 'can have it' : `not, for ${shownLine(why)}`}`,
    )
  const count = weighed.filter(({ why }) => why === null).length
  if (count === 0) throw new CliError('No thread can have it, so nothing was proposed.')
  await requireYes(
    yes === true,
    `Propose "${shownLine(text)}" (${tier}) to ${count} of ${weighed.length}?`,
    'Nothing was proposed.',
  )
  for (const { number, name, suggestion } of await client.pollination.propose(line))
    if (suggestion !== null)
      cx.out.line(`Suggestion ${suggestion} is proposed to ${number} ${shownLine(name)}: threadbeat suggest`)
}
