import { formatDuration } from '../../../shared/base/time.ts'
import { readLimit, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { runJson } from '../kit/json.ts'
import { outcomeOf, outcomeText, paintOf, relative } from '../kit/text.ts'
import { summaryOf } from './show-run.ts'

export const logCommand: Define = (command, cx) =>
  command
    .description('recent runs, the newest first')
    .argument('[thread]', 'only this one')
    .option('-n, --limit <count>', 'how many', '20')
    .option('--json', 'for programs')
    .action((name: string | undefined, o: { limit: string; json?: true }) => log(cx, name, o))

async function log(
  cx: Context,
  name: string | undefined,
  { limit, json }: { limit: string; json?: true },
): Promise<void> {
  const count = readLimit(limit, 200)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = name === undefined ? null : findThread(snapshot.threads, name)
  const { runs } = await client.runs.page({ limit: count, ...(thread !== null && { threadId: thread.id }) })
  if (json === true) return cx.out.json(runs.map(runJson))
  if (runs.length === 0) return cx.out.line('No runs yet.')
  const names = new Map(snapshot.threads.map((t) => [t.id, `${t.number} ${t.name}`]))
  const { colors } = cx.out
  cx.out.table(
    runs.map((r) => [
      relative(r.startedAt, cx.now()),
      names.get(r.threadId) ?? r.threadId,
      { text: outcomeText(outcomeOf(r)), paint: paintOf(colors, outcomeOf(r)) },
      r.kind === 'message' ? 'message' : (r.tiers.at(-1) ?? ''),
      r.durationMs === null ? '' : formatDuration(r.durationMs),
      { text: r.id, paint: colors.dim },
      summaryOf(r),
    ]),
  )
}
