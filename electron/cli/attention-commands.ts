import type { Command } from 'commander'
import type { AlertId } from '../../shared/ids.ts'
import { formatLocal, parseDuration } from '../../shared/time.ts'
import { snapshotOf, type Context } from './context.ts'
import { usageError } from './errors.ts'
import { chooseThreads } from './find-thread.ts'
import { alertJson } from './json.ts'
import { plain, relative } from './text.ts'

/** What a person answers: ack, snooze, pause, resume. */
export function addAttentionCommands(program: Command, cx: Context): void {
  program.command('ack').description('acknowledge alerts; without an id: show the open ones')
    .argument('[id...]', 'as shown').option('--all', 'all that are open').option('--json', 'only list, for programs')
    .action((ids: string[], o: { all?: true; json?: true }) => acknowledge(cx, ids, o))
  program.command('snooze').description('put alerts out of the way for a while; they come back by themselves')
    .argument('<id...>', 'as `ack` shows them').requiredOption('--for <duration>', 'such as 4h')
    .action((ids: string[], o: { for: string }) => snooze(cx, ids, o.for))
  program.command('pause').description('start no beats for a while; one asked for by hand still runs')
    .argument('[thread]', 'number, name, path or the beginning of a name').option('--all', 'everything')
    .option('--for <duration>', 'such as 1h; until resumed if not given').option('--reason <text>', 'shown while it lasts', '')
    .action((name: string | undefined, o: { all?: true; for?: string; reason: string }) => pause(cx, name, o))
  program.command('resume').description('end a pause')
    .argument('[thread]', 'number, name, path or the beginning of a name').option('--all', 'the pause of everything')
    .action((name: string | undefined, o: { all?: true }) => resume(cx, name, o.all === true))
}

async function acknowledge(cx: Context, ids: readonly string[], { all, json }: { all?: true; json?: true }): Promise<void> {
  if (all === true && ids.length > 0) throw usageError('Either ids or --all, not both.')
  const { client, snapshot } = await snapshotOf(cx)
  const open = await client.alerts.list({ state: 'open', limit: 500 })
  if (json === true) return cx.out.json(open.map(alertJson))
  if (all !== true && ids.length === 0) {
    if (open.length === 0) return cx.out.line('No open alerts.')
    const names = new Map(snapshot.threads.map((t) => [t.id, `${t.number} ${t.name}`]))
    return cx.out.table(open.map((a) => [
      { text: a.id, paint: cx.out.colors.dim }, names.get(a.threadId) ?? '', { text: a.severity, paint: a.severity === 'urgent' ? cx.out.colors.red : cx.out.colors.yellow },
      relative(a.lastSeenAt, cx.now()), `${a.seen}×`, a.text,
    ]))
  }
  const unknown = ids.find((id) => !open.some((a) => a.id === id))
  if (unknown !== undefined) throw usageError(`There is no open alert "${unknown}". \`threadbeat ack\` shows them.`)
  const chosen = all === true ? open.map((a) => a.id) : (ids as readonly AlertId[])
  if (chosen.length > 0) await client.alerts.acknowledge({ ids: [...chosen] })
  cx.out.line(`${chosen.length} acknowledged.`)
}

async function snooze(cx: Context, ids: readonly string[], duration: string): Promise<void> {
  const forMs = parseDuration(duration, 'm')
  if (forMs === null || forMs === 0) throw usageError(`--for must be a duration such as 4h, got "${duration}"`)
  const { client } = await cx.session()
  const open = await client.alerts.list({ state: 'open', limit: 500 })
  const unknown = ids.find((id) => !open.some((a) => a.id === id))
  if (unknown !== undefined) throw usageError(`There is no open alert "${unknown}". \`threadbeat ack\` shows them.`)
  const until = cx.now() + forMs
  await client.alerts.snooze({ ids: ids as AlertId[], until })
  cx.out.line(`${ids.length} snoozed until ${formatLocal(until, Intl.DateTimeFormat().resolvedOptions().timeZone)}.`)
}

async function pause(cx: Context, name: string | undefined, o: { all?: true; for?: string; reason: string }): Promise<void> {
  const forMs = o.for === undefined ? null : parseDuration(o.for, 'm')
  if (o.for !== undefined && (forMs === null || forMs === 0)) throw usageError(`--for must be a duration such as 1h, got "${o.for}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const until = forMs === null ? null : cx.now() + forMs
  const words = until === null ? 'until resumed' : `until ${formatLocal(until, Intl.DateTimeFormat().resolvedOptions().timeZone)}`
  if (o.all === true && name === undefined) {
    await client.threads.pause({ id: null, until, reason: o.reason })
    return cx.out.line(`Everything is paused ${words}.`)
  }
  for (const { id, number, name: called } of chooseThreads(snapshot.threads, name, o.all === true, 'pause')) {
    await client.threads.pause({ id, until, reason: o.reason })
    cx.out.line(`${number} ${plain(called)} is paused ${words}.`)
  }
}

async function resume(cx: Context, name: string | undefined, all: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  if (all && name === undefined) {
    await client.threads.resume({ id: null })
    const still = snapshot.threads.filter((t) => t.pause !== null)
    return cx.out.line(`The pause of everything is over.${still.length === 0 ? '' : ` Paused by themselves: ${still.map((t) => `${t.number} ${plain(t.name)}`).join(', ')}`}`)
  }
  for (const { id, number, name: called } of chooseThreads(snapshot.threads, name, all, 'resume')) {
    await client.threads.resume({ id })
    cx.out.line(`${number} ${plain(called)} beats again.`)
  }
}
