import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

export const pinCommand: Define = (command, cx) =>
  command
    .description('let a thread stand first among those of its state')
    .argument('<thread>', THREAD_WORDS)
    .action((name: string) => pin(cx, name, true))

export const unpinCommand: Define = (command, cx) =>
  command
    .description('let it stand where it belongs')
    .argument('<thread>', THREAD_WORDS)
    .action((name: string) => pin(cx, name, false))

async function pin(cx: Context, name: string, pinned: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  await client.threads.change({ id: thread.id, pinned })
  cx.out.line(`${thread.number} ${plain(thread.name)} is ${pinned ? 'pinned' : 'not pinned'}.`)
}
