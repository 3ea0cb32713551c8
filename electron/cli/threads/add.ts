import path from 'node:path'
import { rejectedText } from '../../../shared/threads/rejected.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { plain, shownLine } from '../kit/text.ts'

export const addCommand: Define = (command, cx) =>
  command
    .description('add repositories as threads')
    .argument('<path...>', 'folders of git repositories')
    .option('--trust', 'let their heartbeats run at once; without it nothing of them is read')
    .option('--name <name>', 'what to call it (one path only)')
    .action((paths: string[], o: { trust?: true; name?: string }) => add(cx, paths, o))

async function add(
  cx: Context,
  paths: readonly string[],
  { trust, name }: { trust?: true; name?: string },
): Promise<void> {
  const { client } = await cx.session()
  const { added, rejected } = await client.threads.add({
    paths: paths.map((p) => path.resolve(p)),
    trust: trust === true,
    ...(name !== undefined && { name }),
  })
  for (const t of added)
    cx.out.line(
      `Added ${t.number} ${shownLine(t.name)}${t.trusted ? '' : `: not trusted yet, so nothing of it is read. When you trust it: threadbeat trust ${t.number}`}`,
    )
  for (const one of rejected) cx.out.note(`Not added: ${plain(rejectedText(one))}`)
  if (rejected.length > 0) cx.exitWith(1)
}
