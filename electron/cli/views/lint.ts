import { createHash } from 'node:crypto'
import { messageOf } from '../../../shared/base/error-message.ts'
import { applyChanges } from '../../../shared/playbook/edit/line-changes.ts'
import { lint } from '../../../shared/playbook/lint/lint.ts'
import type { LintProblem } from '../../../shared/playbook/lint/lint-problem.ts'
import { SECTION_TITLE } from '../../../shared/playbook/sections.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { readSnapshotOf, snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import type { Client } from '../kit/socket-client.ts'
import { shownLine } from '../kit/text.ts'
import { trackedNote } from './tracked-note.ts'

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
  const { problems, text, tracked } = await problemsOf(cx, client, thread)
  const called = o.fix ?? o.seen
  const problem = problems.find(({ called: its }) => its === called)
  if (problem === undefined)
    throw usageError(
      `${shownLine(thread.name)} has no problem ${called} as its list stands now; look again: ` +
        `threadbeat lint ${thread.number}`,
    )
  if (o.fix !== undefined) await mend(cx, client, thread, problem, { text, tracked })
  else await see(cx, client, thread, problem)
}

async function mend(
  cx: Context,
  client: Client,
  { id, name }: ThreadView,
  { fix, message, words, section }: Shown,
  { text, tracked }: { readonly text: string; readonly tracked: boolean },
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
  const what = section === undefined ? shownLine(words) : `the section "${SECTION_TITLE[section]}"`
  cx.out.line(`Done in HEARTBEAT.md of ${shownLine(name)}: ${shownLine(fix.label)}, for: ${what}`)
  if (tracked) cx.out.note(trackedNote(name))
}

async function see(
  cx: Context,
  client: Client,
  { id, name }: ThreadView,
  { suspect, line, words }: Shown,
): Promise<void> {
  if (suspect === undefined)
    throw new CliError(
      'Only a line that looks like an attack can be seen; others go when the list is changed.',
    )
  await client.doc.seen({ id, lines: [{ line: suspect.line, print: suspect.print }] })
  cx.out.line(
    `Line ${line} of ${shownLine(name)} is not told of again, as long as its words stay: ${shownLine(words)}`,
  )
}

async function show(cx: Context, name: string | undefined, isJson: boolean): Promise<void> {
  const { client, snapshot } = await readSnapshotOf(cx)
  const threads =
    name === undefined
      ? snapshot.threads.filter(({ trusted }) => trusted)
      : [findThread(snapshot.threads, name)]
  const { found, unread } = await problemsOfAll(cx, client, threads, name !== undefined)
  if (unread > 0) cx.exitWith(1)
  if (isJson) return cx.out.json(found.flatMap(({ thread, problems }) => problems.map(problemJson(thread))))
  if (unread === 0 && found.every(({ problems }) => problems.length === 0))
    return cx.out.line('No problems found.')
  const { bold, dim } = cx.out.colors
  for (const { thread, problems } of found) {
    if (problems.length === 0) continue
    cx.out.line(bold(`${thread.number} ${shownLine(thread.name)}`))
    problems.forEach(({ line, severity, message, hint, fix, suspect, called }, i) => {
      cx.out.line(`  ${i + 1}. line ${line}, ${severity}: ${shownLine(message)}`)
      cx.out.line(dim(`     ${shownLine(hint)}`))
      const ways = [
        ...(fix === null ? [] : [`--fix ${called}: ${shownLine(fix.label)}`]),
        ...(suspect === undefined ? [] : [`--seen ${called}`]),
      ]
      if (ways.length > 0) cx.out.line(dim(`     threadbeat lint ${thread.number} ${ways.join(', or ')}`))
    })
  }
}

interface Shown extends LintProblem {
  /** By which it is mended or seen: of what is said, and of the words of its line. */
  readonly called: string
  /** Of its line; what is missing has none, and names its section. */
  readonly words: string
}
interface Found {
  readonly thread: ThreadView
  readonly problems: readonly Shown[]
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
  ({ number, name }: ThreadView) =>
  ({ line, code, severity, message, hint, fix, suspect, called }: Shown) => ({
    thread: number,
    name,
    problem: called,
    line,
    code,
    severity,
    message,
    hint,
    fix: fix?.label ?? null, // what its button says; null: nothing is offered
    canBeSeen: suspect !== undefined,
  })

/** As the editor says them. */
async function problemsOf(cx: Context, client: Client, { id }: ThreadView) {
  const { text, exists, tracked } = await client.doc.read({ id })
  if (!exists) return { text, tracked, problems: [] }
  const timings = await client.doc.timings({ id })
  const { lines: suspects } = await client.doc.suspects({ id })
  const records = await client.doc.records({ id })
  return { text, tracked, problems: shownOf(lint(text, { now: cx.now(), timings, suspects, records }), text) }
}

/** What was shown under a code is what is done under it, whatever has come into the list since. */
function shownOf(problems: readonly LintProblem[], text: string): readonly Shown[] {
  const lines = text.split(/\r?\n/)
  const known = new Map<string, number>()
  return problems.map((problem) => {
    const words = (lines[problem.line - 1] ?? '').trim()
    const about = JSON.stringify([problem.code, problem.section ?? words, problem.fix?.label ?? null])
    const nth = known.get(about) ?? 0
    known.set(about, nth + 1)
    const called = createHash('sha256').update(`${about} ${nth}`).digest('hex').slice(0, 6)
    return { ...problem, called, words }
  })
}
