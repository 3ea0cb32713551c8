import { plural } from '../../../shared/base/amounts.ts'
import { machineWords } from '../../../shared/hub/machine-state.ts'
import type { HubDetails, HubStatus, JoinedMachine } from '../../../shared/hub/status.ts'
import { clockFace, type Context } from '../kit/context.ts'
import { sentenceOf } from '../kit/errors.ts'
import { exact, iso, plain, relative, shownLine } from '../kit/text.ts'
import { shortMomentText } from '../../../shared/base/clock/time-text.ts'

export async function hubStatus(cx: Context, json: boolean): Promise<void> {
  const { client, alone } = await cx.session()
  const status = await client.hub.status()
  const details = status.membership === null ? null : await asked(() => client.hub.details())
  if (json) return cx.out.json(statusJson(status, details))
  if (status.membership === null)
    return cx.out.line(
      'This machine has joined no hub. Make one: threadbeat hub init. Join one: threadbeat hub join',
    )
  const { host, port, database } = status.membership
  cx.out.line(`Hub: ${exact(host)}, port ${port}, database ${exact(database)}`)
  cx.out.line(alone === null ? linkWords(status, cx) : 'Threadbeat is not running: nothing is told or heard.')
  if (details === null) return
  if (typeof details === 'string') return cx.out.line(cx.out.colors.yellow(`! ${plain(details)}`))
  const face = await clockFace(cx)
  const ago = cx.now() - details.hubNow // this clock less the hub's
  const shown = (at: number): string => shortMomentText(at + ago, cx.now(), face)
  cx.out.line(
    `PostgreSQL ${plain(details.server)}, schema ${details.schema}, ${Math.ceil(details.bytes / 1e6)} MB, ` +
      `events are kept ${details.keepDays} days`,
  )
  cx.out.table(
    details.machines.map((machine) => [
      machine.id === details.machine ? `${shownLine(machine.name)} (this one)` : shownLine(machine.name),
      machine.class,
      plain(machine.version),
      machineWords(machine, details.hubNow, shown),
      `seen ${relative(machine.lastSeenAt, details.hubNow)}`,
      `joined ${relative(machine.joinedAt, details.hubNow)}${byWords(machine.invitedBy)}`,
    ]),
  )
  for (const { by, expiresAt } of details.invitations)
    cx.out.line(`An open code${by === null ? '' : ` of ${exact(by)}`}, until ${shown(expiresAt)}`)
}

/** Whoever has a login may invite: who brought whom is what a person looks for after one was lost. */
const byWords = (by: JoinedMachine['invitedBy']): string =>
  by === null ? '' : `, invited by ${shownLine(by.name)}${by.hasLeft ? ', which has left' : ''}`

/** A text: why the hub cannot be asked. */
const asked = async (ask: () => Promise<HubDetails>): Promise<HubDetails | string> => {
  try {
    return await ask()
  } catch (error) {
    return sentenceOf(error)
  }
}

function linkWords({ link }: HubStatus, cx: Context): string {
  const rows = link.waiting === 0 ? 'everything is told' : plural(link.waiting, 'row waits', 'rows wait')
  const skew =
    link.skewMs !== null && Math.abs(link.skewMs) >= 5000
      ? `; this clock is ${Math.abs(Math.round(link.skewMs / 1000))} s ${link.skewMs > 0 ? 'ahead of' : 'behind'} the hub’s`
      : ''
  switch (link.is) {
    case 'connected':
      return `Connected since ${relative(link.connectedSince, cx.now())}; ${rows}${skew}`
    case 'waiting':
      return `Not connected: ${plain(link.lastFault?.message ?? '')}; next try ${relative(link.nextTryAt, cx.now())}; ${rows}`
    case 'connecting':
      return `Connecting; ${rows}`
    case 'off':
      return 'Not in touch with it'
  }
}

const statusJson = ({ membership, link }: HubStatus, details: HubDetails | string | null) => ({
  hub: membership, // null: this machine has joined none
  link: {
    is: link.is,
    connectedSince: iso(link.connectedSince),
    fault: link.lastFault && { code: link.lastFault.code, message: link.lastFault.message }, // null: none
    nextTryAt: iso(link.nextTryAt),
    waiting: link.waiting,
    skewMs: link.skewMs,
  },
  unreachable: typeof details === 'string' ? details : null, // why the hub could not be asked; null: it was, or there is none
  // null: as above
  machines:
    details === null || typeof details === 'string'
      ? null
      : details.machines.map((machine) => ({
          id: machine.id,
          name: machine.name,
          class: machine.class,
          version: machine.version,
          isConnected: machine.isConnected,
          lastSeenAt: iso(machine.lastSeenAt),
          skewMs: machine.skewMs,
          joinedAt: iso(machine.joinedAt),
          invitedBy: machine.invitedBy, // null: whoever administers the hub
        })),
})
