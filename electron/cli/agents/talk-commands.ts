import type { Command } from 'commander'
import type { ConversationEntry } from '../../../shared/contract/conversation.ts'
import { EXIT_CODE } from '../../../shared/runs/run.ts'
import type { ItemId } from '../../../shared/base/ids.ts'
import { runnerKey, runnerName } from '../../../shared/agents/presets.ts'
import type { Snapshot, ThreadView } from '../../../shared/views/snapshot.ts'
import { formatLocal } from '../../../shared/base/time.ts'
import { HOLD_WORD } from '../../../shared/views/words.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { runDetailJson } from '../kit/json.ts'
import type { Client } from '../kit/socket-client.ts'
import { readRunId, summaryOf } from '../runs/show-run.ts'
import { indented, iso, oneLine, outcomeText, paintOf, plain, relative, restWords } from '../kit/text.ts'

/** What is said between a person and a thread's agent: talk, send, again, session. */
export function addTalkCommands(program: Command, cx: Context): void {
  program
    .command('talk')
    .description('a thread’s conversation, the newest last')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .option('-n, --limit <count>', 'how many', '10')
    .option('--json', 'for programs')
    .action((name: string, o: { limit: string; json?: true }) => talk(cx, name, o))
  program
    .command('send')
    .description('send a message to a thread')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .argument('<text...>')
    .option('--wait', 'until it is answered; prints the answer, the exit code says how it went')
    .option('--json', 'for programs; waits')
    .action((name: string, text: string[], o: WaitOptions) => send(cx, name, text.join(' '), o))
  program
    .command('again')
    .description('send the message of a run once more')
    .argument('<run>', 'id of its run, as `talk` and `log` show it')
    .option('--wait', 'until it is answered; prints the answer, the exit code says how it went')
    .option('--json', 'for programs; waits')
    .action((id: string, o: WaitOptions) => again(cx, id, o))
  program
    .command('session')
    .description('the session that a thread’s agent goes on with')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .option('--forget', 'end it: the next message begins a new one')
    .option('--json', 'for programs')
    .action((name: string, o: { forget?: true; json?: true }) => session(cx, name, o))
}

interface WaitOptions {
  readonly wait?: true
  readonly json?: true
}

async function talk(
  cx: Context,
  name: string,
  { limit, json }: { limit: string; json?: true },
): Promise<void> {
  const wanted = Number(limit)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 100)
    throw usageError(`-n must be 1 to 100, got "${limit}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const { entries } = await client.conversation.page({ id: thread.id, limit: wanted })
  if (json === true)
    return cx.out.json(entries.map((e) => ({ ...e, at: iso(e.at), repliedAt: iso(e.repliedAt) })))
  if (entries.length === 0)
    return cx.out.line(`Nothing was said yet. Say something: threadbeat send ${thread.number} TEXT`)
  entries.forEach((entry, i) => {
    if (i > 0) cx.out.line()
    showEntry(cx, thread, entry)
  })
}

const END_WORD: Partial<Record<ConversationEntry['state'], string>> = {
  failed: 'failed',
  interrupted: 'was interrupted',
  stopped: 'was stopped',
}

function showEntry(cx: Context, thread: ThreadView, e: ConversationEntry): void {
  const { colors } = cx.out
  const when = (at: number): string => colors.dim(relative(at, cx.now()))
  const outcome = e.outcome === null ? '' : `  ${paintOf(colors, e.outcome)(outcomeText(e.outcome))}`
  const run = e.runId === null ? '' : `  ${colors.dim(e.runId)}`
  cx.out.line(
    `${colors.bold(oneLine(e.fromName))}  ${when(e.at)}${e.kind === 'report' ? `${outcome}${run}` : ''}`,
  )
  cx.out.line(indented(e.text))
  if (e.kind === 'message') {
    if (e.state === 'waiting')
      cx.out.line(colors.dim(`  waits${e.hold === null ? ' for its turn' : `: ${HOLD_WORD[e.hold]}`}`))
    else if (e.state === 'running') cx.out.line(colors.blue('  is being worked on'))
    else
      cx.out.line(
        `${colors.bold(plain(thread.name))}  ${e.repliedAt === null ? '' : when(e.repliedAt)}${outcome}${run}`,
      )
    if (e.reply !== null && e.reply !== '') cx.out.line(indented(e.reply))
    else if (e.state === 'answered') cx.out.line(colors.dim('  answered without a word'))
    const ended = END_WORD[e.state]
    if (ended !== undefined)
      cx.out.line(
        colors.yellow(
          `  It ${ended}${e.summary === null ? '' : `: ${oneLine(e.summary)}`}${e.runId === null ? '' : `  Once more: threadbeat again ${e.runId}`}`,
        ),
      )
  }
  for (const file of e.attachments) cx.out.line(colors.dim(`  file: ${plain(file.path)}`))
}

async function send(cx: Context, name: string, text: string, o: WaitOptions): Promise<void> {
  const { client, snapshot, alone } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const waits = o.wait === true || o.json === true
  if (waits) refuseEndlessWait(thread, alone !== null, snapshot, cx)
  const { itemId } = await client.messages.send({ to: thread.id, text })
  if (waits) return answer(cx, client, itemId, o.json === true)
  cx.out.line(
    thread.agent.kind === 'local'
      ? `Kept for ${thread.number} ${plain(thread.name)}, which has no agent yet; it is read when it has one.`
      : `Sent to ${thread.number} ${plain(thread.name)}.`,
  )
  if (alone !== null && thread.agent.kind !== 'local')
    cx.out.note('Threadbeat is not running; it is answered once it is started.')
}

/** Asked for before anything is sent, so that a script which tries again does not send it twice. */
function refuseEndlessWait(thread: ThreadView, isAlone: boolean, { fleet }: Snapshot, cx: Context): void {
  const refuse = (why: string): never => {
    throw new CliError(`Nothing was sent, for nobody would answer: ${why}`)
  }
  if (isAlone) refuse('Threadbeat is not running. Start it, or: threadbeat serve')
  if (thread.agent.kind === 'local')
    refuse(
      `${thread.number} ${thread.name} has no agent. Choose one: threadbeat set runner --thread ` +
        `${thread.number} claude`,
    )
  if (!thread.trusted)
    refuse(
      `${thread.number} ${thread.name} is not trusted. When you trust it: threadbeat trust ${thread.number}`,
    )
  const rest = fleet.resting.find((r) => r.key === runnerKey(thread.agent))
  if (rest !== undefined && rest.until > cx.now())
    cx.out.note(`${restWords(rest, cx.now())}. The message waits.`)
}

async function again(cx: Context, id: string, o: WaitOptions): Promise<void> {
  const runId = readRunId(id)
  const { client, snapshot, alone } = await snapshotOf(cx)
  const waits = o.wait === true || o.json === true
  if (waits) {
    const { threadId } = await client.runs.get({ id: runId })
    const thread = snapshot.threads.find((t) => t.id === threadId)
    if (thread !== undefined) refuseEndlessWait(thread, alone !== null, snapshot, cx)
  }
  const { itemId } = await client.messages.again({ runId })
  if (waits) return answer(cx, client, itemId, o.json === true)
  cx.out.line('Sent once more.')
  if (alone !== null) cx.out.note('Threadbeat is not running; it is answered once it is started.')
}

/** Waits for the run of the message, prints what was answered, and ends with its outcome's code. */
async function answer(cx: Context, client: Client, itemId: ItemId, json: boolean): Promise<void> {
  const run = await client.beat.wait({ itemId })
  if (run === null) throw new CliError('The message was taken back before it was read.')
  const detail = await client.runs.get({ id: run.id })
  cx.exitWith(EXIT_CODE[detail.outcome ?? 'broken'])
  if (json) return cx.out.json(runDetailJson(detail))
  if (detail.reply !== '') cx.out.line(plain(detail.reply.trimEnd()))
  // What went wrong is no part of the answer that a program may read.
  if (detail.outcome !== null && detail.outcome !== 'quiet')
    cx.out.note(`${outcomeText(detail.outcome)}: ${oneLine(summaryOf(detail))}  (${detail.id})`)
}

async function session(
  cx: Context,
  name: string,
  { forget, json }: { forget?: true; json?: true },
): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const stored = await client.conversation.session({ id: thread.id })
  if (forget === true) await client.conversation.forget({ id: thread.id })
  if (json === true)
    return cx.out.json(
      stored === null || forget === true
        ? null
        : {
            ...stored,
            lastActivityAt: iso(stored.lastActivityAt),
            expiresAt: iso(stored.expiresAt),
            mode: thread.session,
          },
    )
  const who = `${thread.number} ${plain(thread.name)}`
  if (forget === true)
    return cx.out.line(
      stored === null
        ? `${who} had no session.`
        : `The session of ${who} is over; the next message begins a new one.`,
    )
  if (stored === null)
    return cx.out.line(
      `${who} has no session: ` +
        `${thread.session === 'resume' ? 'the next message begins one, or a beat that you ask for' : 'each run has a fresh one'}.`,
    )
  cx.out.table([
    ['Session', stored.id],
    ['Runner', runnerName(thread.agent)],
    ['Last used', relative(stored.lastActivityAt, cx.now())],
    [
      'Over',
      `${relative(stored.expiresAt, cx.now())}, at ` +
        `${formatLocal(stored.expiresAt, Intl.DateTimeFormat().resolvedOptions().timeZone)}, if no ` +
        'message uses it',
    ],
    [
      'Used by',
      thread.session === 'resume'
        ? 'messages and beats'
        : `nobody: each run has a fresh one, until: threadbeat set session resume --thread ${thread.number}`,
    ],
  ])
}
