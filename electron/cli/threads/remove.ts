import { plural } from '../../../shared/base/amounts.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

export const removeCommand: Define = (command, cx) =>
  command
    .description('remove a thread with its history and pages; the repository is left alone')
    .argument('<thread>', THREAD_WORDS)
    .option('-y, --yes', 'do not ask')
    .action((name: string, o: { yes?: true }) => remove(cx, name, o.yes === true))

async function remove(cx: Context, name: string, sure: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const pages = (await client.knowledge.pages({ id: thread.id })).length
  const also = pages === 0 ? 'its history' : `its history and ${plural(pages, 'page')}`
  const question = `Remove ${thread.number} ${plain(thread.name)} and ${also}?`
  await requireYes(sure, question, 'Nothing was removed.')
  await client.threads.remove({ id: thread.id })
  cx.out.line(
    `Removed ${thread.number} ${plain(thread.name)} and ${also}. The repository and its HEARTBEAT.md are untouched.`,
  )
}
