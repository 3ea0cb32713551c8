import type { PollinationView, SuggestionView } from '../../../shared/contract/pollination.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { momentText } from '../../../shared/base/clock/time-text.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { iso, shownLine } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'

const EXAMPLES = `
Examples: threadbeat suggest
          threadbeat suggest accept api lint
          threadbeat suggest accept api lint --tier daily --text "Run \`npm run lint -- --quiet\`"
          threadbeat suggest decline api lint "the editor does it"`

/** Advice from one repository to another: list, accept, decline, log. */
export const suggestCommand: Define = (suggest, cx) => {
  suggest
    .description('checks that others of your repositories have, as advice')
    .addHelpText('after', EXAMPLES)
  suggest
    .command('list', { isDefault: true })
    .description('what is suggested now, and why')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, o.json === true))
  suggest
    .command('accept')
    .description('write a suggested line into HEARTBEAT.md; its command asks for your approval as any other')
    .argument('<thread>', THREAD_WORDS)
    .argument('<check>', 'as `suggest` names it')
    .option('--tier <tier>', TIERS.join(', '))
    .option('--text <text>', 'another line than the one that is shown')
    .action((name: string, check: string, o: { tier?: string; text?: string }) => accept(cx, name, check, o))
  suggest
    .command('decline')
    .description('not again for 30 days')
    .argument('<thread>', THREAD_WORDS)
    .argument('<check>', 'as `suggest` names it')
    .argument('[reason]', 'for your own record')
    .action((name: string, check: string, reason: string | undefined) => decline(cx, name, check, reason))
  suggest
    .command('log')
    .description('what was decided, newest first')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => log(cx, o.json === true))
}

async function list(cx: Context, json: boolean): Promise<void> {
  const { client } = await cx.session()
  const view = await client.pollination.view()
  if (json) return cx.out.json(view)
  const { suggestions, ideas, unread, compared } = view
  for (const suggestion of suggestions) showLine(cx, suggestion)
  if (suggestions.length === 0) cx.out.line(nothingText(compared))
  if (ideas.length > 0) cx.out.line(`\nWorth a thought, for their repositories have nothing to run yet:`)
  for (const { number, name, title, command, because } of ideas) {
    cx.out.line(
      `  ${number} ${shownLine(name)}: ${title}${command === null ? '' : `, for example ${command}`}`,
    )
    cx.out.line(cx.out.colors.dim(`    ${shownLine(because)}`))
  }
  for (const { number, name, why } of unread)
    cx.out.note(`Not compared: ${number} ${shownLine(name)}: ${shownLine(why)}`)
}

function showLine(cx: Context, { number, name, pattern, tier, text, because }: SuggestionView): void {
  const { bold, dim } = cx.out.colors
  cx.out.line(`${bold(`${number} ${shownLine(name)}`)}: ${shownLine(text)} (${tier}), as ${pattern}`)
  cx.out.line(dim(`  ${shownLine(because)}`))
}

const nothingText = (compared: number): string =>
  compared < 2
    ? `Nothing to compare: ${plural(compared, 'thread')} could be read, and it takes two.`
    : `No list of ${plural(compared, 'thread')} lacks a check that others like it run.`

async function accept(
  cx: Context,
  name: string,
  pattern: string,
  { tier: wanted, text: changed }: { tier?: string; text?: string },
): Promise<void> {
  const given = TIERS.find((one) => one === wanted)
  if (wanted !== undefined && given === undefined)
    throw usageError(`--tier must be one of ${TIERS.join(', ')}, got "${wanted}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const { number, tier, text } = await client.pollination.accept({
    id: thread.id,
    pattern,
    ...(given !== undefined && { tier: given }),
    ...(changed !== undefined && { text: changed }),
  })
  cx.out.line(
    `Suggestion ${number} accepted: ${shownLine(text)} stands in the ${tier} tasks of ${shownLine(thread.name)}. ` +
      `Its command runs once you approve it: threadbeat approve ${thread.number}`,
  )
}

async function decline(cx: Context, name: string, pattern: string, reason = ''): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const { text } = await client.pollination.decline({ id: thread.id, pattern, reason })
  cx.out.line(`${shownLine(text)} is not suggested to ${shownLine(thread.name)} again for 30 days.`)
}

const WORD: Record<PollinationView['decided'][number]['state'], string> = {
  accepted: 'accepted',
  adapted: 'accepted, changed',
  declined: 'declined',
}

async function log(cx: Context, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const { decided } = await client.pollination.view()
  if (json) return cx.out.json(decided.map((one) => ({ ...one, at: iso(one.at) })))
  if (decided.length === 0) return cx.out.line('Nothing was decided yet.')
  const face = faceOf(snapshot.fleet)
  cx.out.table(
    decided.map(({ number, at, name, state, text, reason }) => [
      String(number),
      { text: momentText(at, face), paint: cx.out.colors.dim },
      shownLine(name),
      WORD[state],
      shownLine(text),
      shownLine(reason),
    ]),
  )
}
