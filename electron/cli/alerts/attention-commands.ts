import type { Command } from 'commander'
import { ALERT_STATES } from '../../../shared/alerts/alert.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { formatLocal, parseDuration } from '../../../shared/base/time.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { chooseThreads } from '../kit/find-thread.ts'
import { alertJson } from '../kit/json.ts'
import { plain, relative } from '../kit/text.ts'
import { snoozeTier } from '../threads/thread-commands.ts'

/** What a person answers: ack, snooze, inbox, pause, resume. */
export function addAttentionCommands(program: Command, cx: Context): void {
  program
    .command('ack')
    .description('acknowledge alerts; without an id: show the open ones')
    .argument('[id...]', 'as shown')
    .option('--all', 'all that are open')
    .option('--note <text>', 'kept beside them')
    .option('--json', 'only list, for programs')
    .action((ids: string[], o: { all?: true; json?: true; note?: string }) => acknowledge(cx, ids, o))
  program
    .command('snooze')
    .description(
      'put alerts, or with --tier one tier of a thread, out of the way for a while; they come back by themselves',
    )
    .argument('<id...>', 'alerts as `ack` shows them; with --tier: one thread')
    .option('--for <duration>', 'such as 4h')
    .option('--until-change', 'until it is other news')
    .option('--tier <tier>', `${TIERS.join(', ')}: not due until then`)
    .option('--wake', 'with --tier: due again')
    .action((ids: string[], o: { for?: string; untilChange?: true; tier?: string; wake?: true }) =>
      snooze(cx, ids, o),
    )
  program
    .command('inbox')
    .description(
      'what was found, by what became of it; with an id: resolve it, or take back what was done to it',
    )
    .argument('[id...]', 'as shown')
    .option('--state <state>', ALERT_STATES.join(', '), 'open')
    .option('--resolve', 'by your word; a beat that finds it again raises it again')
    .option('--reopen', 'take back an acknowledgement, a snooze or a resolve')
    .option('--json', 'for programs')
    .action((ids: string[], o: InboxOptions) => inbox(cx, ids, o))
  program
    .command('pause')
    .description('start no beats for a while; one asked for by hand still runs')
    .argument('[thread]', 'number, name, path or the beginning of a name')
    .option('--all', 'everything')
    .option('--for <duration>', 'such as 1h; until resumed if not given')
    .option('--reason <text>', 'shown while it lasts', '')
    .action((name: string | undefined, o: { all?: true; for?: string; reason: string }) => pause(cx, name, o))
  program
    .command('resume')
    .description('end a pause')
    .argument('[thread]', 'number, name, path or the beginning of a name')
    .option('--all', 'the pause of everything')
    .action((name: string | undefined, o: { all?: true }) => resume(cx, name, o.all === true))
}

async function acknowledge(
  cx: Context,
  ids: readonly string[],
  { all, json, note }: { all?: true; json?: true; note?: string },
): Promise<void> {
  if (all === true && ids.length > 0) throw usageError('Either ids or --all, not both.')
  const { client, snapshot } = await snapshotOf(cx)
  const open = await client.alerts.list({ state: 'open', limit: 500 })
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
  const unknown = ids.find((id) => !open.some((a) => a.id === id))
  if (unknown !== undefined)
    throw usageError(`There is no open alert "${unknown}". \`threadbeat ack\` shows them.`)
  const chosen = all === true ? open.map((a) => a.id) : (ids as readonly AlertId[])
  if (chosen.length > 0)
    await client.alerts.acknowledge({ ids: [...chosen], ...(note === undefined ? {} : { note }) })
  cx.out.line(`${chosen.length} acknowledged.`)
}

async function snooze(
  cx: Context,
  ids: readonly string[],
  {
    for: duration,
    untilChange,
    tier,
    wake,
  }: { for?: string; untilChange?: true; tier?: string; wake?: true },
): Promise<void> {
  if (tier !== undefined) {
    if (ids.length > 1 || untilChange === true)
      throw usageError(
        '--tier puts off one tier of one thread: threadbeat snooze THREAD --tier hourly --for 4h',
      )
    return snoozeTier(cx, ids[0] ?? '', {
      tier,
      ...(duration !== undefined && { for: duration }),
      ...(wake !== undefined && { wake }),
    })
  }
  if (wake === true)
    throw usageError('--wake goes with --tier; an alert is taken back by: threadbeat inbox ID --reopen')
  if ((duration === undefined) === (untilChange === undefined))
    throw usageError('Say how long: --for 4h, or --until-change.')
  const forMs = duration === undefined ? 0 : parseDuration(duration, 'm')
  if (duration !== undefined && (forMs === null || forMs === 0))
    throw usageError(`--for must be a duration such as 4h, got "${duration}"`)
  const { client } = await cx.session()
  const open = await client.alerts.list({ state: 'open', limit: 500 })
  const unknown = ids.find((id) => !open.some((a) => a.id === id))
  if (unknown !== undefined)
    throw usageError(`There is no open alert "${unknown}". \`threadbeat ack\` shows them.`)
  if (untilChange === true) {
    await client.alerts.snooze({ ids: ids as AlertId[], until: 'change' })
    return cx.out.line(`${ids.length} snoozed until it changes.`)
  }
  const until = cx.now() + (forMs ?? 0)
  await client.alerts.snooze({ ids: ids as AlertId[], until })
  cx.out.line(
    `${ids.length} snoozed until ${formatLocal(until, Intl.DateTimeFormat().resolvedOptions().timeZone)}.`,
  )
}

interface InboxOptions {
  readonly state: string
  readonly resolve?: true
  readonly reopen?: true
  readonly json?: true
}
const INBOX_SHOWN = 200

async function inbox(
  cx: Context,
  ids: readonly string[],
  { state, resolve, reopen, json }: InboxOptions,
): Promise<void> {
  if (resolve === true && reopen === true) throw usageError('Either --resolve or --reopen, not both.')
  if (ids.length > 0 && resolve === undefined && reopen === undefined)
    throw usageError('With an id: --resolve or --reopen.')
  if (ids.length === 0 && (resolve ?? reopen) !== undefined)
    throw usageError('Which ones? `threadbeat inbox` shows their ids.')
  const wanted = ALERT_STATES.find((s) => s === state)
  if (wanted === undefined)
    throw usageError(`--state must be one of ${ALERT_STATES.join(', ')}, got "${state}"`)
  const { client, snapshot } = await snapshotOf(cx)
  if (ids.length > 0) {
    const malformed = ids.find((id) => !id.startsWith('alt_'))
    if (malformed !== undefined)
      throw usageError(`"${malformed}" is no alert's id. \`threadbeat inbox\` shows them.`)
    if (resolve === true) {
      await client.alerts.resolve({ ids: ids as AlertId[] })
      return cx.out.line(`${ids.length} resolved.`)
    }
    const reopened = await client.alerts.reopen({ ids: ids as AlertId[] })
    return cx.out.line(`${reopened.length} of ${ids.length} open again.`)
  }
  const { alerts, counts, next } = await client.alerts.page({ state: wanted, limit: INBOX_SHOWN })
  if (json === true) return cx.out.json({ counts, alerts: alerts.map(alertJson) })
  const names = new Map(snapshot.threads.map((t) => [t.id, `${t.number} ${t.name}`]))
  cx.out.table(
    alerts.map((a) => [
      { text: a.id, paint: cx.out.colors.dim },
      names.get(a.threadId) ?? '',
      a.severity,
      relative(a.lastSeenAt, cx.now()),
      `${a.seen}×`,
      a.text,
    ]),
  )
  cx.out.line(
    `${counts.open} open, ${counts.snoozed} snoozed, ${counts.acknowledged} acknowledged, ` +
      `${counts.resolved} resolved.${next === null ? '' : ` The first ${INBOX_SHOWN} are shown.`}`,
  )
}

async function pause(
  cx: Context,
  name: string | undefined,
  o: { all?: true; for?: string; reason: string },
): Promise<void> {
  const forMs = o.for === undefined ? null : parseDuration(o.for, 'm')
  if (o.for !== undefined && (forMs === null || forMs === 0))
    throw usageError(`--for must be a duration such as 1h, got "${o.for}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const until = forMs === null ? null : cx.now() + forMs
  const words =
    until === null
      ? 'until resumed'
      : `until ${formatLocal(until, Intl.DateTimeFormat().resolvedOptions().timeZone)}`
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
    return cx.out.line(
      'The pause of everything is ' +
        `over.${still.length === 0 ? '' : ` Paused by themselves: ${still.map((t) => `${t.number} ${plain(t.name)}`).join(', ')}`}`,
    )
  }
  for (const { id, number, name: called } of chooseThreads(snapshot.threads, name, all, 'resume')) {
    await client.threads.resume({ id })
    cx.out.line(`${number} ${plain(called)} beats again.`)
  }
}
