import { EXIT_CODE } from '../../../shared/runs/run.ts'
import type { ItemId } from '../../../shared/base/ids.ts'
import { runnerKey } from '../../../shared/agents/presets.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { chooseAgentWords } from '../threads/kept.ts'
import { runDetailJson } from '../kit/json.ts'
import type { Client } from '../kit/socket-client.ts'
import { shownLine, outcomeText, plain, restWords } from '../kit/text.ts'
import { runAgain } from '../alerts/run-again.ts'
import { readRunId, summaryOf } from '../runs/show-run.ts'

const WAIT_WORDS = 'until it is answered; prints the answer, the exit code says how it went'

export const sendCommand: Define = (command, cx) =>
  command
    .description('send a message to a thread')
    .argument('<thread>', THREAD_WORDS)
    .argument('<text...>')
    .option('--wait', WAIT_WORDS)
    .option('--json', 'for programs; waits')
    .action((name: string, text: string[], o: WaitOptions) => send(cx, name, text.join(' '), o))

export const againCommand: Define = (command, cx) =>
  command
    .description('send the message of a run once more, or run a command again that failed under `exec`')
    .argument('<what>', 'id of a run, as `talk` and `log` show it; of an alert, as `ack` does; or a thread')
    .option(
      '--wait',
      'until it has ended; of a message the answer is printed, the exit code says how it went',
    )
    .option('-y, --yes', 'the command may run as it is shown; do not ask')
    .option('--json', 'for programs; waits')
    .action((what: string, o: AgainOptions) =>
      what.startsWith('run_') ? again(cx, what, o) : runAgain(cx, what, o),
    )

interface AgainOptions extends WaitOptions {
  readonly yes?: true
}

interface WaitOptions {
  readonly wait?: true
  readonly json?: true
}

async function send(cx: Context, name: string, text: string, o: WaitOptions): Promise<void> {
  const { client, snapshot, alone } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const waits = o.wait === true || o.json === true
  if (waits) refuseEndlessWait(thread, alone !== null, snapshot, cx)
  const { itemId } = await client.messages.send({ to: thread.id, text })
  if (waits) return answer(cx, client, itemId, o.json === true)
  sent(cx, thread, itemId, `Sent to ${thread.number} ${plain(thread.name)}.`, alone !== null)
}

/** What will really happen to a message that nobody here waits for. */
function sent(cx: Context, thread: ThreadView, itemId: ItemId, words: string, isAlone: boolean): void {
  if (thread.agent.kind !== 'local') {
    cx.out.line(words)
    if (isAlone) cx.out.note('Threadbeat is not running; it is answered once it is started.')
    return
  }
  cx.out.line(
    `Kept: ${thread.number} ${plain(thread.name)} has no agent; it is read when it has one. ` +
      `${chooseAgentWords(thread)}. Or take it back: threadbeat queue cancel ${itemId}`,
  )
}

/** Asked for before anything is sent, so that a script which tries again does not send it twice. */
function refuseEndlessWait(thread: ThreadView, isAlone: boolean, { fleet }: Snapshot, cx: Context): void {
  const refuse = (why: string): never => {
    throw new CliError(`Nothing was sent, for nobody would answer: ${why}`)
  }
  if (isAlone) refuse('Threadbeat is not running. Start it, or: threadbeat serve')
  if (thread.agent.kind === 'local')
    refuse(`${thread.number} ${thread.name} has no agent. ${chooseAgentWords(thread)}`)
  if (!thread.trusted)
    refuse(
      `${thread.number} ${thread.name} is not trusted. When you trust it: threadbeat trust ${thread.number}`,
    )
  const rest = fleet.resting.find((r) => r.key === runnerKey(thread.agent))
  if (rest !== undefined && rest.until > cx.now())
    cx.out.note(`${restWords(rest, cx.now())}. The message is tried all the same.`)
}

async function again(cx: Context, id: string, o: WaitOptions): Promise<void> {
  const runId = readRunId(id)
  const { client, snapshot, alone } = await snapshotOf(cx)
  const waits = o.wait === true || o.json === true
  const { threadId } = await client.runs.get({ id: runId })
  const thread = snapshot.threads.find((t) => t.id === threadId)
  if (waits && thread !== undefined) refuseEndlessWait(thread, alone !== null, snapshot, cx)
  const { itemId } = await client.messages.again({ runId })
  if (waits) return answer(cx, client, itemId, o.json === true)
  if (thread !== undefined) sent(cx, thread, itemId, 'Sent once more.', alone !== null)
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
    cx.out.note(`${outcomeText(detail.outcome)}: ${shownLine(summaryOf(detail))}  (${detail.id})`)
}
