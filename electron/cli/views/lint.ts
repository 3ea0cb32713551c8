import { createHash } from 'node:crypto'
import { messageOf } from '../../../shared/base/error-message.ts'
import { applyChanges } from '../../../shared/playbook/edit/line-changes.ts'
import { lint } from '../../../shared/playbook/lint/lint.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint-problem.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { readSnapshotOf, snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import type { Client } from '../kit/socket-client.ts'
import { shownLine } from '../kit/text.ts'

const EXAMPLES = `
Examples: threadbeat lint
          threadbeat lint api
          threadbeat lint api --fix 3fa2c1`

interface Options {
  readonly fix?: string
  readonly seen?: string
  readonly json?: true
}

/** What the editor says of a list, and its buttons. */
export const lintCommand: Define = (command, cx) =>
  command
    .description('what may be wrong in HEARTBEAT.md, and what would mend it')
    .argument('[thread]', `only this one: ${THREAD_WORDS}`)
    .option('--fix <code>', 'make the change that is offered under this code')
    .option('--seen <code>', 'a line that looks like an attack is as it should be')
    .option('--json', 'for programs')
    .addHelpText('after', EXAMPLES)
    .action((name: string | undefined, o: Options) => run(cx, name, o))

async function run(cx: Context, name: string | undefined, o: Options): Promise<void> {
  if (o.fix === undefined && o.seen === undefined) return show(cx, name, o.json === true)
  if (o.fix !== undefined && o.seen !== undefined) throw usageError('Either --fix or --seen, not both.')
  if (o.json === true) throw usageError('--json shows what there is; it goes with no change.')
  if (name === undefined) throw usageError('Which thread?')
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const { problems, text } = await problemsOf(cx, client, thread)
  const code = o.fix ?? o.seen
  const at = codesOf(problems, text).indexOf(code ?? '')
  const problem = problems[at]
  if (problem === undefined)
    throw usageError(
      `${shownLine(thread.name)} has no problem ${code} as its list stands now; look again: ` +
        `threadbeat lint ${thread.number}`,
    )
  const words = shownLine(text.split(/\r?\n/)[problem.line - 1] ?? '').trim()
  if (o.fix !== undefined) await mend(cx, client, thread, problem, text, words)
  else await see(cx, client, thread, problem, words)
}

/** Of what is said and of the line it is said of: what was shown under a code is what is done under it. */
function codesOf(problems: readonly LintProblem[], text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  const known = new Map<string, number>()
  return problems.map(({ code, line, fix }) => {
    const about = JSON.stringify([code, lines[line - 1] ?? '', fix?.label ?? null])
    const nth = known.get(about) ?? 0
    known.set(about, nth + 1)
    return createHash('sha256').update(`${about} ${nth}`).digest('hex').slice(0, 6)
  })
}

async function mend(
  cx: Context,
  client: Client,
  { id, name }: ThreadView,
  { fix, message }: LintProblem,
  text: string,
  words: string,
): Promise<void> {
  if (fix === null)
    throw new CliError(`Only you can say what is right here: ${shownLine(message)} Nothing was changed.`)
  const saved = await client.doc.save({
    id,
    text: applyChanges(text, fix.changes),
    base: text,
    existed: true,
  })
  if (saved.state !== 'saved' && saved.state !== 'merged')
    throw new CliError(`HEARTBEAT.md of ${shownLine(name)} has changed meanwhile. Nothing was written.`)
  cx.out.line(`Done in HEARTBEAT.md of ${shownLine(name)}: ${shownLine(fix.label)}, for: ${words}`)
}

async function see(
  cx: Context,
  client: Client,
  { id, name }: ThreadView,
  { suspect, line }: LintProblem,
  words: string,
): Promise<void> {
  if (suspect === undefined)
    throw new CliError(
      'Only a line that looks like an attack can be seen; others go when the list is changed.',
    )
  await client.doc.seen({ id, lines: [{ line: suspect.line, print: suspect.print }] })
  cx.out.line(`Line ${line} of ${shownLine(name)} is not told of again, as long as its words stay: ${words}`)
}

async function show(cx: Context, name: string | undefined, isJson: boolean): Promise<void> {
  const { client, snapshot } = await readSnapshotOf(cx)
  const threads =
    name === undefined
      ? snapshot.threads.filter(({ trusted }) => trusted)
      : [findThread(snapshot.threads, name)]
  const { found, unread } = await problemsOfAll(cx, client, threads, name !== undefined)
  if (unread > 0) cx.exitWith(1)
  if (isJson)
    return cx.out.json(
      found.flatMap(({ thread, problems, text }) =>
        problems.map(problemJson(thread, codesOf(problems, text))),
      ),
    )
  if (unread === 0 && found.every(({ problems }) => problems.length === 0))
    return cx.out.line('No problems found.')
  const { bold, dim } = cx.out.colors
  for (const { thread, problems, text } of found) {
    if (problems.length === 0) continue
    const codes = codesOf(problems, text)
    cx.out.line(bold(`${thread.number} ${shownLine(thread.name)}`))
    problems.forEach(({ line, severity, message, hint, fix, suspect }, i) => {
      cx.out.line(`  ${i + 1}. line ${line}, ${severity}: ${shownLine(message)}`)
      cx.out.line(dim(`     ${shownLine(hint)}`))
      const ways = [
        ...(fix === null ? [] : [`--fix ${codes[i]}: ${shownLine(fix.label)}`]),
        ...(suspect === undefined ? [] : [`--seen ${codes[i]}`]),
      ]
      if (ways.length > 0) cx.out.line(dim(`     threadbeat lint ${thread.number} ${ways.join(', or ')}`))
    })
  }
}

interface Found {
  readonly thread: ThreadView
  readonly text: string
  readonly problems: readonly LintProblem[]
}

/** A list that cannot be read is named, and hides no other. `isOne`: then its trouble is the answer. */
async function problemsOfAll(
  cx: Context,
  client: Client,
  threads: readonly ThreadView[],
  isOne: boolean,
): Promise<{ readonly found: readonly Found[]; readonly unread: number }> {
  const found: Found[] = []
  let unread = 0
  for (const thread of threads)
    try {
      found.push({ thread, ...(await problemsOf(cx, client, thread)) })
    } catch (error) {
      if (isOne) throw error
      unread++
      cx.out.note(
        `${thread.number} ${shownLine(thread.name)} could not be read: ${shownLine(messageOf(error))}`,
      )
    }
  return { found, unread }
}

const problemJson =
  ({ number, name }: ThreadView, codes: readonly string[]) =>
  ({ line, code, severity, message, hint, fix, suspect }: LintProblem, i: number) => ({
    thread: number,
    name,
    problem: codes[i],
    line,
    code,
    severity,
    message,
    hint,
    fix: fix?.label ?? null,
    seen: suspect !== undefined,
  })

/** As the editor says them. */
async function problemsOf(cx: Context, client: Client, { id }: ThreadView) {
  const { text, exists } = await client.doc.read({ id })
  if (!exists) return { text, problems: [] }
  const timings = await client.doc.timings({ id })
  const { lines: suspects } = await client.doc.suspects({ id })
  const records = await client.doc.records({ id })
  return { text, problems: lint(text, { now: cx.now(), timings, suspects, records }) }
}
