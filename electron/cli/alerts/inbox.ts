import { ALERT_STATES, type AlertState } from '../../../shared/alerts/alert.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import type { Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { alertJson } from '../kit/json.ts'
import { relative } from '../kit/text.ts'

export const inboxCommand: Define = (command, cx) =>
  command
    .description(
      'what was found, by what became of it; with an id: resolve it, or take back what was done to it',
    )
    .argument('[id...]', 'as shown')
    .option('--state <state>', ALERT_STATES.join(', '), 'open')
    .option('--resolve', 'by your word; a beat that finds it again raises it again')
    .option('--reopen', 'take back an acknowledgement, a snooze or a resolve')
    .option('--json', 'for programs')
    .action((ids: string[], o: InboxOptions) => inbox(cx, ids, o))

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
  if (ids.length > 0) await resolveOrReopen(cx, ids, resolve === true)
  else await showInbox(cx, wanted, json === true)
}

async function resolveOrReopen(cx: Context, ids: readonly string[], resolve: boolean): Promise<void> {
  const malformed = ids.find((id) => !id.startsWith('alt_'))
  if (malformed !== undefined)
    throw usageError(`"${malformed}" is no alert's id. \`threadbeat inbox\` shows them.`)
  const { client } = await cx.session()
  if (resolve) {
    await client.alerts.resolve({ ids: ids as AlertId[] })
    return cx.out.line(`${ids.length} resolved.`)
  }
  const reopened = await client.alerts.reopen({ ids: ids as AlertId[] })
  cx.out.line(`${reopened.length} of ${ids.length} open again.`)
}

async function showInbox(cx: Context, state: AlertState, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const { alerts, counts, next } = await client.alerts.page({ state, limit: INBOX_SHOWN })
  if (json) return cx.out.json({ counts, alerts: alerts.map(alertJson) })
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
