import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

export const trustCommand: Define = (command, cx) =>
  command
    .description('let a repository be read and its approved commands run')
    .argument('<thread>', THREAD_WORDS)
    .option('--revoke', 'take it back')
    .action((name: string, o: { revoke?: true }) => trust(cx, name, o.revoke !== true))

async function trust(cx: Context, name: string, on: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const { id, number, name: called, repoPath } = findThread(snapshot.threads, name)
  await client.threads.trust({ id, on })
  cx.out.line(
    on
      ? `${number} ${plain(called)} is trusted: ${repoPath}`
      : `${number} ${plain(called)} is not trusted any more; nothing of it is read or run.`,
  )
}
