import { runnerName } from '../../../shared/agents/presets.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import type { Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { threadJson } from '../kit/json.ts'
import { paintOf, stateText } from '../kit/text.ts'

export const listCommand: Define = (command, cx) =>
  command
    .description('all threads')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, o.json === true))

async function list(cx: Context, json: boolean): Promise<void> {
  const { snapshot } = await snapshotOf(cx)
  if (json) return cx.out.json(snapshot.threads.map(threadJson))
  if (snapshot.threads.length === 0) return cx.out.line('No threads yet. Add one: threadbeat add PATH')
  cx.out.table(
    snapshot.threads.map((t) => [
      { text: String(t.number), paint: cx.out.colors.dim },
      t.role === 'master' ? `${t.name} (master)` : t.name,
      { text: stateText(t.state), paint: paintOf(cx.out.colors, t.state) },
      t.intervalMs === 0 ? 'off' : `every ${formatDuration(t.intervalMs)}`,
      runnerName(t.agent),
      { text: t.repoPath, paint: cx.out.colors.dim },
    ]),
  )
}
