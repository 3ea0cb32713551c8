import type { ConversationEntry } from '../../../shared/runs/conversation-entry.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { isForAgent } from '../../../shared/queue/for-agent.ts'
import { HOLD_WORD } from '../../../shared/views/words.ts'
import { readLimit, THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { chooseAgentWords } from '../threads/kept.ts'
import { findThread } from '../kit/find-thread.ts'
import { indented, iso, shownLine, outcomeText, paintOf, plain, relative } from '../kit/text.ts'

export const talkCommand: Define = (command, cx) =>
  command
    .description('a thread’s conversation, the newest last')
    .argument('<thread>', THREAD_WORDS)
    .option('-n, --limit <count>', 'how many', '10')
    .option('--json', 'for programs')
    .action((name: string, o: { limit: string; json?: true }) => talk(cx, name, o))

async function talk(
  cx: Context,
  name: string,
  { limit, json }: { limit: string; json?: true },
): Promise<void> {
  const wanted = readLimit(limit, 100)
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

function endWords({ state, summary, runId }: ConversationEntry): string {
  const again = runId === null ? '' : `  Once more: threadbeat again ${runId}`
  return `It ${END_WORD[state]}${summary === null ? '' : `: ${shownLine(summary)}`}${again}`
}

function waitWords(e: ConversationEntry, thread: ThreadView): string {
  if (isForAgent(e))
    return `${HOLD_WORD.no_agent}. ${chooseAgentWords(thread)}. Or take it back: threadbeat queue cancel ${e.id}`
  return `waits${e.hold === null ? ' for its turn' : `: ${HOLD_WORD[e.hold]}`}`
}

function showEntry(cx: Context, thread: ThreadView, e: ConversationEntry): void {
  const { colors } = cx.out
  const when = (at: number): string => colors.dim(relative(at, cx.now()))
  const outcome = e.outcome === null ? '' : `  ${paintOf(colors, e.outcome)(outcomeText(e.outcome))}`
  const run = e.runId === null ? '' : `  ${colors.dim(e.runId)}`
  cx.out.line(
    `${colors.bold(shownLine(e.fromName))}  ${when(e.at)}${e.kind === 'report' ? `${outcome}${run}` : ''}`,
  )
  cx.out.line(indented(e.text))
  if (e.kind === 'message') {
    if (e.state === 'waiting') cx.out.line(colors.dim(`  ${waitWords(e, thread)}`))
    else if (e.state === 'running') cx.out.line(colors.blue('  is being worked on'))
    else
      cx.out.line(
        `${colors.bold(plain(thread.name))}  ${e.repliedAt === null ? '' : when(e.repliedAt)}${outcome}${run}`,
      )
    if (e.reply !== null && e.reply !== '') cx.out.line(indented(e.reply))
    else if (e.state === 'answered') cx.out.line(colors.dim('  answered without a word'))
    if (END_WORD[e.state] !== undefined) cx.out.line(colors.yellow(`  ${endWords(e)}`))
  }
  for (const file of e.attachments) cx.out.line(colors.dim(`  file: ${plain(file.path)}`))
}
