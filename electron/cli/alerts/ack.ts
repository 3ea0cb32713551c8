import type { Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { alertJson } from '../kit/json.ts'
import { relative } from '../kit/text.ts'
import { openAlerts, requireOpen } from './open-alerts.ts'

export const ackCommand: Define = (command, cx) =>
  command
    .description('acknowledge alerts; without an id: show the open ones')
    .argument('[id...]', 'as shown')
    .option('--all', 'all that are open')
    .option('--note <text>', 'kept beside them')
    .option('--json', 'only list, for programs')
    .action((ids: string[], o: { all?: true; json?: true; note?: string }) => acknowledge(cx, ids, o))

async function acknowledge(
  cx: Context,
  ids: readonly string[],
  { all, json, note }: { all?: true; json?: true; note?: string },
): Promise<void> {
  if (all === true && ids.length > 0) throw usageError('Either ids or --all, not both.')
  const { client, snapshot } = await snapshotOf(cx)
  const open = await openAlerts(client)
  if (json === true) return cx.out.json(open.map(alertJson))
  if (all !== true && ids.length === 0) {
    if (open.length === 0) return cx.out.line('No open alerts.')
    const names = new Map(snapshot.threads.map((t) => [t.id, `${t.number} ${t.name}`]))
    return cx.out.table(
      open.map((a) => [
        { text: a.id, paint: cx.out.colors.dim },
        names.get(a.threadId) ?? '',
        { text: a.severity, paint: a.severity === 'urgent' ? cx.out.colors.red : cx.out.colors.yellow },
        relative(a.lastSeenAt, cx.now()),
        `${a.seen}×`,
        a.text,
      ]),
    )
  }
  const chosen = all === true ? open.map((a) => a.id) : await requireOpen(cx, client, open, ids)
  if (chosen.length > 0)
    await client.alerts.acknowledge({ ids: chosen, ...(note === undefined ? {} : { note }) })
  cx.out.line(`${chosen.length} acknowledged.`)
}
