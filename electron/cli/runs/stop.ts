import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { chooseThreads } from '../kit/find-thread.ts'
import { plain } from '../kit/text.ts'

export const stopCommand: Define = (command, cx) =>
  command
    .description('end what a thread is running')
    .argument('[thread]', THREAD_WORDS)
    .option('--all', 'whatever runs')
    .action((name: string | undefined, o: { all?: true }) => stop(cx, name, o.all === true))

async function stop(cx: Context, name: string | undefined, all: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const chosen = chooseThreads(snapshot.threads, name, all, 'stop')
  const running = chosen.filter((t) => t.running !== null)
  for (const { number, name: called, running: now } of running) {
    if (now === null) continue
    await client.beat.stop({ runId: now.runId })
    cx.out.line(
      `${number} ${plain(called)}: its ${now.kind === 'message' ? 'message' : 'beat'} is being stopped (${now.runId})`,
    )
  }
  if (running.length === 0)
    cx.out.line(
      all
        ? 'Nothing is running.'
        : `${chosen.map((t) => `${t.number} ${plain(t.name)}`).join(', ')} is not running anything.`,
    )
}
