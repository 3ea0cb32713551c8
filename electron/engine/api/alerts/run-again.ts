import { runsAgain } from '../../../../shared/alerts/alert.ts'
import type { AlertId } from '../../../../shared/base/ids.ts'
import type { BeatTicket } from '../../../../shared/contract/beats.ts'
import { isSameCommand, type KeptCommand } from '../../../../shared/events/command-again.ts'
import { lookup, type ApiErrors } from '../lookup.ts'
import type { ApiContext, CoreParts } from '../parts.ts'

/** A person has seen this argument list and folder and wants it once more. */
export function runAlertAgain(
  { id, command }: { readonly id: AlertId; readonly command: KeptCommand },
  origin: ApiContext['origin'],
  { ports, store, engine }: CoreParts,
  errors: ApiErrors,
): BeatTicket {
  const alert = store.alerts.get(id)
  if (alert === null) throw errors.NOT_FOUND({ message: `There is no alert ${id}.` })
  if (alert.resolvedAt !== null)
    throw errors.CONFLICT({ message: 'This alert is over; nothing was started.' })
  const kept = runsAgain(alert)
  if (kept === null)
    throw errors.INVALID({
      message: 'Nothing of this alert can be run again: its news did not come from `threadbeat exec` itself.',
    })
  if (!isSameCommand(kept, command))
    throw errors.CONFLICT({
      message: 'The command is another one than was shown; nothing was started.',
    })
  lookup(store).trustedOr(alert.threadId, errors)
  const itemId = engine.jobs.runAgain(alert, kept)
  if (itemId === null) throw errors.CONFLICT({ message: 'It is under way already; nothing was started.' })
  ports.log('info', 'command.again', { threadId: alert.threadId, alertId: id, itemId, origin })
  engine.tick()
  return { itemId, runId: store.runs.ofItem(itemId)?.id ?? null, state: 'queued' }
}
