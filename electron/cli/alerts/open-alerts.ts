import { alertState, UNTIL_CHANGE, type Alert } from '../../../shared/alerts/alert.ts'
import { shortMomentText } from '../../../shared/base/clock/time-text.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import { clockFace, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'

const OPEN_SHOWN = 500

export const openAlerts = (client: Client): Promise<readonly Alert[]> =>
  client.alerts.list({ state: 'open', limit: OPEN_SHOWN })

/** The ids as they were typed; wrong usage: one of them is no open alert, and what it is instead. */
export async function requireOpen(
  cx: Context,
  client: Client,
  open: readonly Alert[],
  ids: readonly string[],
): Promise<AlertId[]> {
  const unknown = ids.find((id) => !open.some((a) => a.id === id))
  if (unknown === undefined) return ids as AlertId[]
  for (const state of ['snoozed', 'acknowledged', 'resolved'] as const) {
    const alert = (await client.alerts.list({ state, limit: OPEN_SHOWN })).find((a) => a.id === unknown)
    if (alert !== undefined) throw usageError(await stateText(cx, alert))
  }
  throw usageError(`There is no open alert "${unknown}". \`threadbeat ack\` shows them.`)
}

async function stateText(cx: Context, alert: Alert): Promise<string> {
  const { id, snoozedUntil } = alert
  switch (alertState(alert, cx.now())) {
    case 'snoozed': {
      const until =
        snoozedUntil === null || snoozedUntil === UNTIL_CHANGE
          ? 'it changes'
          : shortMomentText(snoozedUntil, cx.now(), await clockFace(cx))
      return `${id} is snoozed until ${until}. Take it back first: threadbeat inbox ${id} --reopen`
    }
    case 'acknowledged':
      return `${id} is acknowledged already. Take that back: threadbeat inbox ${id} --reopen`
    case 'resolved':
      return `${id} is over: nothing of it is open.`
    case 'open':
      return `${id} is open again. Try once more.`
  }
}
