import type { SuggestionView } from '../../../shared/contract/pollination.ts'
import { momentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { agentDecidesText, heldText, ignoringText } from '../../../shared/pollination/lines/held-text.ts'
import { replacesWords } from '../../../shared/pollination/lines/offer-words.ts'
import { isUnknown } from '../../../shared/pollination/lines/task-pattern.ts'
import { RULE_SCOPES } from '../../../shared/pollination/rules.ts'
import { placeOfTask } from '../../../shared/playbook/edit/place-of-task.ts'
import { commandToApprove } from '../../../shared/runs/shell/task-command.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { readSnapshotOf, snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { faceOf } from '../kit/time-text.ts'
import { showReports } from '../threads/reports.ts'
import type { Client } from '../kit/socket-client.ts'
import { shownLine } from '../kit/text.ts'
import { defineEdit } from '../hub/lists-there.ts'
import { defineAdd } from './suggest-add.ts'
import { decideAway, offeredLine, openElsewhere, showElsewhere, inPlace } from './suggest-away.ts'
import { patternOr } from './suggest-pattern.ts'
import { recordCommands, scopeOr } from './suggest-record.ts'
import { defineTrials, trialLine } from './suggest-try.ts'
import { trackedNote } from './tracked-note.ts'

const EXAMPLES = `
Examples: threadbeat suggest
          threadbeat suggest try api lint
          threadbeat suggest accept api lint
          threadbeat suggest accept api lint --tier daily --text "Run \`npm run lint -- --quiet\`"
          threadbeat suggest decline api lint "the editor does it"
          threadbeat suggest accept "api on desk" 3
          threadbeat suggest decline api lint "biome does it" --in typescript
          threadbeat suggest add "Run \`npm run lint\`" --tier daily --to api web
          threadbeat suggest edit "api on desk" 3 --text "Run \`npm run lint -- --quiet\`"
          threadbeat suggest rules --remove 3`

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
  defineTrials(suggest, cx)
  suggest
    .command('accept')
    .description('write a suggested line into HEARTBEAT.md; its command asks for your approval as any other')
    .argument('<thread>', THREAD_WORDS)
    .argument('<check>', 'as `suggest` names it, or the number of the suggestion')
    .option('--tier <tier>', TIERS.join(', '))
    .option('--text <text>', 'another line than the one that is shown')
    .option('--dry-run', 'show where the line would stand, and write nothing')
    .action((name: string, check: string, o: Wanted) => accept(cx, name, check, o))
  suggest
    .command('decline')
    .description('not again for 30 days, or, with --in, not before the rule is removed')
    .argument('<thread>', THREAD_WORDS)
    .argument('<check>', 'as `suggest` names it, or the number of the suggestion')
    .argument('[reason]', 'for your own record')
    .option('--in <where>', `keep it away from: ${RULE_SCOPES.join(', ')}`)
    .action((name: string, check: string, reason: string | undefined, o: { in?: string }) =>
      decline(cx, name, check, reason, o.in),
    )
  defineAdd(suggest, cx)
  defineEdit(suggest, cx)
  recordCommands(suggest, cx)
}

async function list(cx: Context, json: boolean): Promise<void> {
  const { client, snapshot } = await readSnapshotOf(cx)
  const face = faceOf(snapshot.fleet)
  const view = await client.pollination.view()
  if (json) return cx.out.json({ ...view, elsewhere: await openElsewhere(client, snapshot.fleet.others) })
  showReports(cx, snapshot)
  const { suggestions, ideas, unread, ignoring, compared, troubles, held } = view
  for (const trouble of troubles) cx.out.note(shownLine(trouble))
  for (const suggestion of suggestions) showLine(cx, suggestion, face)
  if (suggestions.length === 0 && held === 0) cx.out.line(nothingText(compared))
  if (held > 0) cx.out.line(heldText(held))
  if (ideas.length > 0) cx.out.line(`\nWorth a thought, for their repositories have nothing to run yet:`)
  for (const { number, name, title, command, because } of ideas) {
    cx.out.line(
      `  ${number} ${shownLine(name)}: ${title}${command === null ? '' : `, for example ${command}`}`,
    )
    cx.out.line(cx.out.colors.dim(`    ${shownLine(because)}`))
  }
  for (const one of view.offered) cx.out.line(offeredLine(one))
  await showElsewhere(cx, client, snapshot.fleet.others)
  if (ignoring.length > 0) cx.out.note(shownLine(ignoringText(ignoring)))
  for (const { number, name, why } of unread)
    cx.out.note(`Not compared: ${number} ${shownLine(name)}: ${shownLine(why)}`)
}

function showLine(cx: Context, suggestion: SuggestionView, face: ClockFace): void {
  const {
    suggestion: called,
    number,
    name,
    pattern,
    tier,
    text,
    because,
    trial,
    agent,
    replaces,
  } = suggestion
  const { bold, dim } = cx.out.colors
  cx.out.line(
    `${bold(`${number} ${shownLine(name)}`)}: ${shownLine(text)} (${tier}), ` +
      `${isUnknown(pattern) ? '' : `as ${pattern}, `}suggestion ${called}`,
  )
  if (replaces !== null) cx.out.line(`  ${shownLine(replacesWords(replaces))}`)
  cx.out.line(dim(`  ${shownLine(because)}`))
  const tried = trialLine(trial, number, pattern)
  if (tried !== null) cx.out.line(`  ${shownLine(tried)}`)
  if (agent !== null)
    cx.out.line(dim(`  ${agentDecidesText(agent.toldAt === null ? null : momentText(agent.toldAt, face))}`))
}

const nothingText = (compared: number): string =>
  compared < 2
    ? `Nothing to compare: ${plural(compared, 'thread')} could be read, and it takes two.`
    : `No list of ${plural(compared, 'thread')} lacks a check that others like it run.`

interface Wanted {
  readonly tier?: string
  readonly text?: string
  readonly dryRun?: true
}

async function accept(
  cx: Context,
  name: string,
  called: string,
  { tier: wanted, text: changed, dryRun }: Wanted,
): Promise<void> {
  const given = TIERS.find((one) => one === wanted)
  if (wanted !== undefined && given === undefined)
    throw usageError(`--tier must be one of ${TIERS.join(', ')}, got "${wanted}"`)
  const opened = await snapshotOf(cx)
  const isAsIs = wanted === undefined && changed === undefined && dryRun === undefined
  if (isAsIs && (await decideAway(cx, opened, name, { say: 'accept', called }))) return
  const { client, snapshot } = opened
  const thread = findThread(snapshot.threads, name)
  const pattern = await patternOr(client, thread, called)
  if (dryRun === true) return showPlace(cx, client, thread, pattern, { tier: given, text: changed })
  const { number, tier, text, tracked, caution, replaces } = await client.pollination.accept({
    id: thread.id,
    pattern,
    ...(given !== undefined && { tier: given }),
    ...(changed !== undefined && { text: changed }),
  })
  cx.out.line(
    `Suggestion ${number} accepted: ${shownLine(text)} stands in the ${tier} tasks of ${shownLine(thread.name)}${inPlace(replaces)}.` +
      (commandToApprove(text) === null
        ? ''
        : ` Its command runs once you approve it: threadbeat approve ${thread.number}`),
  )
  if (tracked) cx.out.note(trackedNote(thread.name))
  if (caution !== null) cx.out.note(`Look at it again: the line ${shownLine(caution)}.`)
}

async function showPlace(
  cx: Context,
  client: Client,
  { id, name }: Pick<ThreadView, 'id' | 'name'>,
  pattern: string,
  wanted: { readonly tier: Tier | undefined; readonly text: string | undefined },
): Promise<void> {
  const { suggestions } = await client.pollination.view()
  const found = suggestions.find((one) => one.threadId === id && one.pattern === pattern)
  if (found === undefined) throw usageError(`"${pattern}" is not suggested to ${shownLine(name)} now`)
  const { text: list, exists } = await client.doc.read({ id })
  if (!exists) throw usageError(`${shownLine(name)} has no HEARTBEAT.md yet: its first beat writes one`)
  const { replaces } = found
  const line = { tier: wanted.tier ?? found.tier, text: wanted.text ?? found.text }
  const place = placeOfTask(list, { ...line, replaces })
  if (!place.ok) throw usageError(`The line cannot be written: ${place.error}`)
  const { green, red, dim } = cx.out.colors
  const paint = { '+': green, '-': red, ' ': dim }
  for (const { sign, text } of place.value) cx.out.line(paint[sign](`${sign} ${indented(text)}`.trimEnd()))
  cx.out.note('Nothing was written.')
}

/** A tab is four blanks wide. */
const indented = (text: string): string =>
  (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ') + shownLine(text.trimStart())

async function decline(
  cx: Context,
  name: string,
  called: string,
  reason: string | undefined,
  where: string | undefined,
): Promise<void> {
  const scope = where === undefined ? undefined : scopeOr(where)
  const opened = await snapshotOf(cx)
  if (scope === undefined && (await decideAway(cx, opened, name, { say: 'decline', called, reason }))) return
  const { client, snapshot } = opened
  const thread = findThread(snapshot.threads, name)
  const declined = await client.pollination.decline({
    id: thread.id,
    pattern: await patternOr(client, thread, called),
    ...(reason !== undefined && { reason }),
    ...(scope !== undefined && { scope }),
  })
  const to = shownLine(declined.where ?? thread.name)
  cx.out.line(
    declined.where === null
      ? `${shownLine(declined.text)} is not suggested to ${to} again for 30 days.`
      : `${shownLine(declined.text)} is kept away from ${to} by a rule: threadbeat suggest rules`,
  )
}
