import type { Define } from '../kit/command.ts'
import { readSnapshotOf, type Context } from '../kit/context.ts'

export const flagsCommand: Define = (command, cx) =>
  command
    .description('urgent flags that stand in HEARTBEAT.md files')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => flags(cx, o.json === true))

async function flags(cx: Context, json: boolean): Promise<void> {
  const { snapshot } = await readSnapshotOf(cx)
  const raised = snapshot.threads.flatMap((t) =>
    (t.doc?.flags ?? []).map((flag) => ({ number: t.number, name: t.name, flag })),
  )
  if (json) return cx.out.json(raised)
  if (raised.length === 0) return cx.out.line('No flags are raised.')
  cx.out.table(
    raised.map((r) => [
      { text: String(r.number), paint: cx.out.colors.dim },
      r.name,
      { text: r.flag, paint: cx.out.colors.red },
    ]),
  )
}
