import { NOTE_CHARS } from '../../../shared/history/history.ts'
import type { NoteId } from '../../../shared/base/ids.ts'
import { momentText } from '../../../shared/base/clock/time-text.ts'
import type { Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { iso, plain } from '../kit/text.ts'
import { faceOf } from '../kit/time-text.ts'
import { readRunId } from '../runs/show-run.ts'
import { readPast } from './read-past.ts'

const EXAMPLES = `
Examples: threadbeat note add Upgraded the CLI
          threadbeat note add --at "2026-11-22 09:41" --thread api Moved to the new server
          threadbeat note add --run run_4q Known flake
A note stands where the history is shown; to tell a thread something: threadbeat event`

/** A person's own words on runs and moments of the history: note list, add, edit, remove. */
export const noteCommand: Define = (note, cx) => {
  note
    .description('your own words on a run or a date, shown on the charts of the history')
    .addHelpText('after', EXAMPLES)
  note
    .command('list', { isDefault: true })
    .description('the newest first')
    .option('-t, --thread <thread...>', 'only of these, and those of all threads')
    .option('--run <id>', 'only of this run')
    .option('--from <date>', 'not older than this')
    .option('--to <date>', 'not newer than this')
    .option('--json', 'for programs')
    .action((o: ListOptions) => list(cx, o))
  note
    .command('add')
    .description('write one; of a run it takes the place of the one before')
    .argument('<text...>', `at most ${NOTE_CHARS} characters`)
    .option('--run <id>', 'on this run, as `log` shows it')
    .option('--at <date>', '"2026-11-22 09:41", 2026-11-22, or how long ago such as 2h; without it now')
    .option('-t, --thread <thread>', 'of this thread; without it of all')
    .action((words: string[], o: { run?: string; at?: string; thread?: string }) => add(cx, words, o))
  note
    .command('edit')
    .description('another text')
    .argument('<id>', 'as `note` shows it')
    .argument('<text...>', `at most ${NOTE_CHARS} characters`)
    .action((id: string, words: string[]) => edit(cx, id, words))
  note
    .command('remove')
    .description('take one away')
    .argument('<id>', 'as `note` shows it')
    .action((id: string) => remove(cx, id))
}

interface ListOptions {
  readonly thread?: string[]
  readonly run?: string
  readonly from?: string
  readonly to?: string
  readonly json?: true
}

async function list(cx: Context, { thread, run, from, to, json }: ListOptions): Promise<void> {
  const bounds = {
    ...(from !== undefined && { from: readPast('--from', from, cx.now(), 'begin') }),
    ...(to !== undefined && { to: readPast('--to', to, cx.now(), 'end') }),
  }
  const { client, snapshot } = await snapshotOf(cx)
  const notes = await client.notes.list({
    ...bounds,
    ...(run !== undefined && { runId: readRunId(run) }),
    ...(thread !== undefined && { threads: thread.map((name) => findThread(snapshot.threads, name).id) }),
  })
  if (json === true)
    return cx.out.json(
      notes.map(({ id, at, threadName, runId, text }) => ({
        id,
        at: iso(at),
        thread: threadName, // null: of all threads
        run: runId, // null: of no single run
        text,
      })),
    )
  if (notes.length === 0) return cx.out.line('No notes. Write one: threadbeat note add TEXT')
  const face = faceOf(snapshot.fleet)
  cx.out.table(
    notes.map((note) => [
      momentText(note.at, face),
      note.threadName ?? 'all threads',
      { text: note.id, paint: cx.out.colors.dim },
      { text: note.runId ?? '', paint: cx.out.colors.dim },
      note.text,
    ]),
  )
}

async function add(
  cx: Context,
  words: readonly string[],
  { run, at, thread }: { run?: string; at?: string; thread?: string },
): Promise<void> {
  const text = readText(words)
  if (run !== undefined && (at ?? thread) !== undefined)
    throw usageError('A note of a run stands at its start: neither --at nor --thread goes with --run.')
  const past = at === undefined ? undefined : readPast('--at', at, cx.now(), 'begin')
  const { client, snapshot } = await snapshotOf(cx)
  const saved = await client.notes.save({
    text,
    ...(run !== undefined && { runId: readRunId(run) }),
    ...(past !== undefined && { at: past }),
    ...(thread !== undefined && { threadId: findThread(snapshot.threads, thread).id }),
  })
  const when = momentText(saved.at, faceOf(snapshot.fleet))
  cx.out.line(
    `Noted on ${saved.runId === null ? when : `the run of ${plain(saved.threadName ?? '')}, ${when}`} (${saved.id}): ${plain(saved.text)}`,
  )
}

async function edit(cx: Context, id: string, words: readonly string[]): Promise<void> {
  const text = readText(words)
  const { client } = await cx.session()
  const saved = await client.notes.save({ id: readNoteId(id), text })
  cx.out.line(`${saved.id}: ${plain(saved.text)}`)
}

async function remove(cx: Context, id: string): Promise<void> {
  const { client } = await cx.session()
  await client.notes.remove({ id: readNoteId(id) })
  cx.out.line(`${id} is removed.`)
}

function readNoteId(id: string): NoteId {
  if (!/^not_[\w-]{1,100}$/.test(id))
    throw usageError(`"${id}" is no note's id. \`threadbeat note\` shows them.`)
  return id as NoteId
}

function readText(words: readonly string[]): string {
  const text = words.join(' ').trim()
  if (text === '' || text.length > NOTE_CHARS)
    throw usageError(`A note has 1 to ${NOTE_CHARS} characters, got ${text.length}.`)
  return text
}
