import type { Alert } from '../../../shared/alerts/alert.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import { usageError } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'

const OPEN_SHOWN = 500

export const openAlerts = (client: Client): Promise<readonly Alert[]> =>
  client.alerts.list({ state: 'open', limit: OPEN_SHOWN })

/** The ids as they were typed; wrong usage: one of them is no open alert. */
export function requireOpen(open: readonly Alert[], ids: readonly string[]): AlertId[] {
  const unknown = ids.find((id) => !open.some((a) => a.id === id))
  if (unknown !== undefined)
    throw usageError(`There is no open alert "${unknown}". \`threadbeat ack\` shows them.`)
  return ids as AlertId[]
}
