import { momentText } from '../../../shared/base/clock/time-text.ts'
import type { ListLine, RemoteList } from '../../../shared/hub/list.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { plural } from '../../../shared/base/amounts.ts'
import type { Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { shownLine } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'
import { awayAmong, type Away } from './away.ts'
import { answerTo } from './there.ts'

interface EditOptions {
  readonly text?: string
  readonly tier?: string
  readonly why?: string
  readonly yes?: true
}

/** `suggest edit`. */
export const defineEdit: Define = (suggest, cx) => {
  suggest
    .command('edit')
    .description('propose another line in the place of one in a list of another machine; it is decided there')
    .argument('<thread>', '“NAME on MACHINE”')
    .argument('<line>', 'as it stands there, or its number in `suggest lines`')
    .option('--text <text>', 'the line as it would stand there; absent: as it is')
    .option('--tier <tier>', `${TIERS.join(', ')}; absent: its own`)
    .option('--why <words>', 'told with it, one line')
    .option('--yes', 'without asking')
    .action((name: string, line: string, o: EditOptions) => edit(cx, name, line, o))
}

/** A list of another machine, its lines numbered for `suggest edit`. */
export async function showListAway(cx: Context, name: string, isJson: boolean): Promise<void> {
  const { away, list, snapshot } = await listAway(cx, name)
  if (isJson) return cx.out.json(list)
  const { lines, withheld, toldAt } = list
  cx.out.line(`${shownLine(away.called)}, as told at ${momentText(toldAt, faceOf(snapshot.fleet))}`)
  cx.out.table(lines.map(({ tier, text }, i) => [String(i + 1), tier, shownLine(text)]))
  if (withheld > 0) cx.out.note(`${plural(withheld, 'line')} not told.`)
}

async function listAway(cx: Context, name: string) {
  const opened = await snapshotOf(cx)
  const { client, snapshot } = opened
  const [away] = await awayAmong(cx, client, snapshot.threads, [name])
  if (away === undefined)
    throw usageError(`name a thread of another machine as “NAME on MACHINE”, got "${shownLine(name)}"`)
  const list = await client.hub.list({ machine: away.machine, thread: away.id })
  if (list === null)
    throw new CliError(
      `The list of ${shownLine(away.called)} is not known here: other machines may read it where its settings say so, ` +
        'and it is known while the app runs.',
    )
  return { ...opened, away, list }
}

async function edit(
  cx: Context,
  name: string,
  called: string,
  { text: wanted, tier: wantedTier, why, yes }: EditOptions,
): Promise<void> {
  if (wanted === undefined && wantedTier === undefined)
    throw usageError('Say what is to be different: --text, --tier or both')
  const given = TIERS.find((one) => one === wantedTier)
  if (wantedTier !== undefined && given === undefined)
    throw usageError(`--tier must be one of ${TIERS.join(', ')}, got "${wantedTier}"`)
  const { client, away, list } = await listAway(cx, name)
  const line = lineOr(list, called, away)
  const text = wanted?.trim() ?? line.text
  const tier = given ?? line.tier
  const refused = withheldBecause(text) ?? (why === undefined ? null : withheldBecause(why))
  if (refused !== null) throw new CliError(`The edit ${refused}, so it is proposed to nobody.`)
  await requireYes(
    yes === true,
    `Propose "${shownLine(text)}" (${tier}) to ${shownLine(away.called)}, in place of "${shownLine(line.text)}" (${line.tier})?`,
    'Nothing was proposed.',
  )
  const was = { wasTier: line.tier, wasText: line.text }
  const args = { thread: away.id, tier, text, why: why?.trim() || null, from: 'person', ...was }
  const id = await client.hub.send({ to: away.machine, verb: 'propose-edit', args })
  const answer = await answerTo(cx, away.machineName, id)
  if (answer === null) return
  if (answer.end !== 'done') cx.exitWith(1)
  cx.out.line(`${shownLine(away.machineName)}: ${answer.end}. ${shownLine(answer.text)}`)
}

/** By its text, or its number in the list as it was told. */
function lineOr({ lines }: RemoteList, called: string, { called: name }: Away): ListLine {
  const same = lines.filter(({ text }) => text === called)
  const [first, second] = same
  if (second !== undefined)
    throw new CliError(`Several lines of ${shownLine(name)} read so; use the number of one.`)
  const found = first ?? (/^\d{1,4}$/.test(called) ? lines[Number(called) - 1] : undefined)
  if (found !== undefined) return found
  throw new CliError(
    `No line of ${shownLine(name)} is "${shownLine(called)}": threadbeat suggest lines "${shownLine(name)}"`,
  )
}
