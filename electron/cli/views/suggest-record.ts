import { plural } from '../../../shared/base/amounts.ts'
import { momentText } from '../../../shared/base/clock/time-text.ts'
import type { Cell } from '../../../shared/pollination/lines/matrix.ts'
import { BY_ITS_AGENT, DECIDED_WORDS, holdsWords } from '../../../shared/pollination/lines/decided-words.ts'
import { outcomeWords } from '../../../shared/pollination/lines/outcome-words.ts'
import { RULE_SCOPES, type RuleScope } from '../../../shared/pollination/rules.ts'
import type { Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { iso, shownLine } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'

/** What is on record of suggestions: rules, which list has what, what was decided and whether it helped. */
export const recordCommands: Define = (suggest, cx) => {
  suggest
    .command('rules')
    .description('what is kept away, and from where')
    .option('--remove <number>', 'may be suggested again')
    .option('--json', 'for programs')
    .action((o: { remove?: string; json?: true }) => rules(cx, o))
  suggest
    .command('rule')
    .description('make a no for 30 days one for good')
    .argument('<suggestion>', 'its number, as in `suggest log`')
    .argument('[reason]', 'another than that of the no')
    .requiredOption('--in <where>', `keep it away from: ${RULE_SCOPES.join(', ')}`)
    .action((number: string, reason: string | undefined, o: { in: string }) =>
      makeRule(cx, number, reason, o.in),
    )
  suggest
    .command('who')
    .description('which list has which check, and which has not')
    .argument('[check]', 'only this one')
    .option('--json', 'for programs')
    .action((check: string | undefined, o: { json?: true }) => who(cx, check, o.json === true))
  suggest
    .command('retire')
    .description('take a line that a suggestion brought out of its list again')
    .argument('<suggestion>', 'its number, as in `suggest log`')
    .action((number: string) => retire(cx, number))
  suggest
    .command('undo')
    .description('take a decision back: a line goes out as it was written, a no and its rules end')
    .argument('<suggestion>', 'its number, as in `suggest log`')
    .action((number: string) => undo(cx, number))
  suggest
    .command('log')
    .description('what was decided, newest first')
    .argument('[words...]', 'only what holds all of them: thread, line, reason, accepted, declined, …')
    .option('--json', 'for programs')
    .action((words: string[], o: { json?: true }) => log(cx, words.join(' '), o.json === true))
}

async function rules(cx: Context, { remove, json }: { remove?: string; json?: true }): Promise<void> {
  const { client } = await cx.session()
  if (remove !== undefined) {
    const rule = numberOr(remove, 'a rule')
    await client.pollination.removeRule({ rule })
    return cx.out.line(`Rule ${rule} is removed.`)
  }
  const view = await client.pollination.view()
  if (json === true) return cx.out.json(view.rules.map((one) => ({ ...one, at: iso(one.at) })))
  if (view.rules.length === 0) return cx.out.line('No rule keeps a suggestion away.')
  cx.out.table(
    view.rules.map(({ id, title, where, reason }) => [
      String(id),
      title,
      `not in ${shownLine(where)}`,
      { text: shownLine(reason), paint: cx.out.colors.dim },
    ]),
  )
}

async function who(cx: Context, only: string | undefined, json: boolean): Promise<void> {
  const { client } = await cx.session()
  const { matrix } = await client.pollination.view()
  const rows = matrix.rows.filter(({ pattern }) => only === undefined || pattern === only)
  if (rows.length === 0 && only !== undefined)
    throw usageError(
      `no list has a check "${only}"; there are: ${matrix.rows.map(({ pattern }) => pattern).join(', ')}`,
    )
  if (json) return cx.out.json({ ...matrix, rows })
  if (rows.length === 0) return cx.out.line('No list has a check that is known.')
  for (const { pattern, cells, has } of rows) {
    const names = (cell: Cell): string =>
      matrix.threads
        .filter((_, i) => cells[i] === cell)
        .map(({ number, name }) => `${number} ${shownLine(name)}`)
        .join(', ')
    cx.out.line(`${cx.out.colors.bold(pattern)}: in ${has} of ${plural(matrix.threads.length, 'list')}`)
    for (const [cell, word] of WHO) if (names(cell) !== '') cx.out.line(`  ${word}: ${names(cell)}`)
  }
}
const WHO: readonly (readonly [Cell, string])[] = [
  ['h', 'has it'],
  ['p', 'has it paused'],
  ['c', 'has a script for it'],
  ['n', 'has not'],
  ['k', 'declined'],
]

async function retire(cx: Context, given: string): Promise<void> {
  const suggestion = numberOr(given, 'a suggestion')
  const { client } = await cx.session()
  const { name, text } = await client.pollination.retire({ suggestion })
  cx.out.line(
    `Suggestion ${suggestion} is retired: ${shownLine(text)} is taken out of the list of ${shownLine(name)}.`,
  )
}

async function makeRule(
  cx: Context,
  given: string,
  reason: string | undefined,
  where: string,
): Promise<void> {
  const suggestion = numberOr(given, 'a suggestion')
  const scope = scopeOr(where)
  const { client } = await cx.session()
  const made = await client.pollination.makeRule({
    suggestion,
    scope,
    ...(reason !== undefined && { reason }),
  })
  cx.out.line(
    `${shownLine(made.text)} is kept away from ${shownLine(made.where)} by a rule: threadbeat suggest rules`,
  )
}

/** What is typed behind `--in`. */
export function scopeOr(where: string): RuleScope {
  const scope = RULE_SCOPES.find((one) => one === where)
  if (scope === undefined) throw usageError(`--in must be one of ${RULE_SCOPES.join(', ')}, got "${where}"`)
  return scope
}

async function undo(cx: Context, given: string): Promise<void> {
  const suggestion = numberOr(given, 'a suggestion')
  const { client } = await cx.session()
  const { name, text, replaces, taken, again } = await client.pollination.undo({ suggestion })
  const gone =
    replaces === null
      ? `${shownLine(text)} is taken out of the list of ${shownLine(name)}`
      : `the line of ${shownLine(name)} reads ${shownLine(replaces.text)} (${replaces.tier}) again`
  const done = taken ? `${gone}, and` : 'it'
  const waits = `${taken ? 'the suggestion ' : ''}waits for a decision again`
  const open = replaces === null ? null : waits
  const now =
    open ??
    (again
      ? `may be suggested to ${shownLine(name)} again`
      : `is not suggested to ${shownLine(name)} again: its list has another line for the same`)
  cx.out.line(`Suggestion ${suggestion} is undone: ${done} ${now}.`)
}

function numberOr(given: string, of: string): number {
  const number = Number(given)
  if (Number.isSafeInteger(number) && number >= 1) return number
  throw usageError(`must be the number of ${of}, 1 or more, got "${given}"`)
}

async function log(cx: Context, words: string, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const { decided: all, decisionsPath, troubles } = await client.pollination.view()
  const decided = all.filter((one) => holdsWords(one, words))
  for (const trouble of troubles) cx.out.note(shownLine(trouble))
  if (json) return cx.out.json(decided.map((one) => ({ ...one, at: iso(one.at) })))
  if (all.length === 0)
    return cx.out.line(
      `Nothing is decided as things stand. Decisions, and those undone, are written to ${shownLine(decisionsPath)}`,
    )
  if (decided.length === 0) return cx.out.line('Nothing that was decided has this.')
  const face = faceOf(snapshot.fleet)
  cx.out.table(
    decided.map(({ number, at, threadName, state, by, text, reason, outcome }) => [
      String(number),
      { text: momentText(at, face), paint: cx.out.colors.dim },
      shownLine(threadName),
      `${DECIDED_WORDS[state]}${by === 'agent' ? ` ${BY_ITS_AGENT}` : ''}`,
      shownLine(text),
      shownLine(reason),
      outcome === null ? '' : outcomeWords(outcome),
    ]),
  )
  cx.out.line(cx.out.colors.dim(`With reasons, sources and hashes: ${shownLine(decisionsPath)}`))
}
