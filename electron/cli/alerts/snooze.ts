import { TIERS } from '../../../shared/schedule/tier.ts'
import { parseDuration } from '../../../shared/base/time.ts'
import { shortMomentText } from '../../../shared/base/clock/time-text.ts'
import type { Define } from '../kit/command.ts'
import { clockFace, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { snoozeTier } from '../threads/snooze-tier.ts'
import { openAlerts, requireOpen } from './open-alerts.ts'

export const snoozeCommand: Define = (command, cx) =>
  command
    .description(
      'put alerts, or with --tier one tier of a thread, out of the way for a while; they come back by themselves',
    )
    .argument('<id...>', 'alerts as `ack` shows them; with --tier: one thread')
    .option('--for <duration>', 'such as 4h')
    .option('--until-change', 'until it is other news')
    .option('--tier <tier>', `${TIERS.join(', ')}: not due until then`)
    .option('--wake', 'with --tier: due again')
    .action((ids: string[], { tier, ...o }: SnoozeOptions) =>
      tier === undefined ? snoozeAlerts(cx, ids, o) : snoozeTierOf(cx, ids, { ...o, tier }),
    )

interface SnoozeOptions {
  readonly for?: string
  readonly untilChange?: true
  readonly tier?: string
  readonly wake?: true
}

function snoozeTierOf(
  cx: Context,
  names: readonly string[],
  { untilChange, ...o }: SnoozeOptions & { readonly tier: string },
): Promise<void> {
  if (names.length > 1 || untilChange === true)
    throw usageError(
      '--tier puts off one tier of one thread: threadbeat snooze THREAD --tier hourly --for 4h',
    )
  return snoozeTier(cx, names[0] ?? '', o)
}

async function snoozeAlerts(
  cx: Context,
  ids: readonly string[],
  { for: duration, untilChange, wake }: SnoozeOptions,
): Promise<void> {
  if (wake === true)
    throw usageError('--wake goes with --tier; an alert is taken back by: threadbeat inbox ID --reopen')
  if ((duration === undefined) === (untilChange === undefined))
    throw usageError('Say how long: --for 4h, or --until-change.')
  const forMs = duration === undefined ? 0 : parseDuration(duration, 'm')
  if (duration !== undefined && (forMs === null || forMs === 0))
    throw usageError(`--for must be a duration such as 4h, got "${duration}"`)
  const { client } = await cx.session()
  const chosen = await requireOpen(cx, client, await openAlerts(client), ids)
  const until = untilChange === true ? 'change' : cx.now() + (forMs ?? 0)
  await client.alerts.snooze({ ids: chosen, until })
  const words = until === 'change' ? 'it changes' : shortMomentText(until, cx.now(), await clockFace(cx))
  cx.out.line(`${ids.length} snoozed until ${words}.`)
}
