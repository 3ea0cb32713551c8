import { hostname } from 'node:os'
import { plural } from '../../../shared/base/amounts.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { Invitation } from '../../../shared/hub/status.ts'
import { machineNameProblem, type MachineClass } from '../../../shared/hub/machine.ts'
import { readRegularFile } from '../../machine/disk/regular-file.ts'
import { readSecret } from '../alerts/read-secret.ts'
import { requireYes } from '../kit/confirm.ts'
import type { Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { exact, plain, relative } from '../kit/text.ts'

export interface ReachWords {
  readonly host?: string
  readonly port?: string
}

export interface MachineWords {
  readonly name?: string
  readonly class: MachineClass
}

const CERTIFICATE_BYTES = 100_000

function reachOf({ host, port }: ReachWords): { readonly host?: string; readonly port?: number } {
  const number = port === undefined ? undefined : Number(port)
  if (number !== undefined && !(Number.isInteger(number) && number >= 1 && number <= 65_535))
    throw usageError(`--port must be a whole number from 1 to 65535, got "${port}".`)
  return { ...(host !== undefined && { host }), ...(number !== undefined && { port: number }) }
}

export async function initHub(cx: Context, o: ReachWords & { readonly ca?: string }): Promise<void> {
  const reach = reachOf(o)
  const admin = await administrator(o)
  const { client } = await cx.session()
  const invitation = await client.hub.init({ ...admin, ...reach })
  cx.out.note('There is a hub now. The first machine joins it with this code:')
  showInvitation(cx, invitation)
}

/** Asked for, so that its password stands in no list of processes. */
async function administrator({ ca }: { readonly ca?: string }): Promise<{ url: string; ca: string | null }> {
  const text = ca === undefined ? null : await certificate(ca)
  const url = await readSecret('Address of the administrator (postgres://…): ')
  if (url === '') throw usageError('An address is needed on stdin: postgres://USER:PASSWORD@HOST/DATABASE')
  return { url, ca: text }
}

export async function upgradeHub(cx: Context, o: { readonly ca?: string }): Promise<void> {
  const admin = await administrator(o)
  const { client } = await cx.session()
  const { from, to } = await client.hub.upgrade(admin)
  cx.out.line(
    from === to
      ? `The hub has schema ${to} already; there was nothing to do.`
      : `The hub has schema ${to} now; it had ${from}.`,
  )
}

export async function removeMachine(
  cx: Context,
  machine: string,
  o: { readonly ca?: string; readonly yes?: true },
): Promise<void> {
  await requireYes(
    o.yes === true,
    `End the login of ${exact(machine)}? It can join again with a new code alone.`,
    'Nothing was changed.',
  )
  const admin = await administrator(o)
  const { client } = await cx.session()
  const { name, id, connections, invited } = await client.hub.remove({ ...admin, machine })
  cx.out.line(
    `${exact(name)} (${id}) is no part of the fleet any more: its login, its open codes and ` +
      `${plural(connections, 'connection')} are ended.`,
  )
  if (invited.length > 0)
    cx.out.note(`Still there, and joined with a code of it: ${invited.map((one) => exact(one)).join(', ')}.`)
}

async function certificate(file: string): Promise<string> {
  try {
    const { bytes } = await readRegularFile(file, { maxBytes: CERTIFICATE_BYTES, links: 'follow' })
    return bytes.toString('utf8')
  } catch (error) {
    throw usageError(`The certificate ${file} cannot be read: ${messageOf(error)}`)
  }
}

export async function invite(cx: Context, o: ReachWords): Promise<void> {
  const reach = reachOf(o)
  const { client } = await cx.session()
  showInvitation(cx, await client.hub.invite(reach))
}

function sayBlocked(cx: Context, why: string | null): void {
  if (why !== null)
    cx.out.note(
      `Other machines cannot reach the hub yet: ${plain(why)}. What to change is in docs/hub.md of Threadbeat.`,
    )
}

/** The code alone stands on stdout. */
function showInvitation(
  cx: Context,
  { code, expiresAt, host, isForThisMachineOnly, blocked }: Invitation,
): void {
  cx.out.line(plain(code))
  cx.out.note(
    `It is good for one machine, and ends ${relative(expiresAt, cx.now())}. There: threadbeat hub join`,
  )
  if (isForThisMachineOnly)
    cx.out.note(
      `It names the hub ${exact(host)}, which only this machine can reach: for others add --host NAME.`,
    )
  sayBlocked(cx, blocked)
}

function nameOf({ name: given = hostname() }: MachineWords): string {
  const name = given.trim()
  const problem = machineNameProblem(name)
  if (problem !== null) throw usageError(`${problem} Say another one: --name NAME`)
  return name
}

/** With what is missing, the command that helps stands alone on stdout. */
export async function makeHubHere(cx: Context, o: MachineWords): Promise<void> {
  const name = nameOf(o)
  const { client } = await cx.session()
  const here = await client.hub.makeHere({ name, class: o.class })
  if (here.is === 'missing') {
    if (here.command !== null) cx.out.line(plain(here.command))
    const then = here.command === null ? '' : ' After the command above, try again.'
    throw new CliError(`${plain(here.why)}.${then}`)
  }
  const { host, port, database } = here.membership
  cx.out.line(
    `This machine is the hub now, in the database ${exact(database)} at ${host}:${port}, and has joined it as ${exact(name)}.`,
  )
  sayBlocked(cx, here.blocked)
  cx.out.note(
    'For each of them, with the name by which it reaches this one: threadbeat hub invite --host NAME',
  )
}

export async function joinHub(cx: Context, o: MachineWords): Promise<void> {
  const name = nameOf(o)
  const { client, alone } = await cx.session()
  const code = await readSecret('Code: ')
  if (code === '')
    throw usageError('A code is needed on stdin. Another machine has one: threadbeat hub invite')
  const { host, database } = await client.hub.join({ code, name, class: o.class })
  cx.out.line(`Joined as ${exact(name)}, a ${o.class}, at ${exact(host)}, database ${exact(database)}.`)
  cx.out.line(
    alone === null
      ? 'Outcomes, alerts and states of this machine’s threads are told there from now on.'
      : 'Outcomes, alerts and states of this machine’s threads are told there once Threadbeat runs.',
  )
}

export async function rotate(cx: Context): Promise<void> {
  const { client } = await cx.session()
  await client.hub.rotate()
  cx.out.line('This machine has another password at the hub.')
}

export async function leaveHub(
  cx: Context,
  { forget, yes }: { readonly forget?: true; readonly yes?: true },
): Promise<void> {
  const { client } = await cx.session()
  await requireYes(
    yes === true,
    'Leave the hub? The other machines keep what this one told them, and hear nothing more of it.',
    'Nothing was changed.',
  )
  if (forget === true) {
    await client.hub.forget()
    return cx.out.line('This machine knows nothing of the hub any more. Its login there was not taken away.')
  }
  const { events, states, mail } = await client.hub.leave()
  cx.out.line(
    `Left. At the hub stay ${plural(events, 'event')}, ${plural(states, 'state')} and ${plural(mail, 'letter')} of this machine, until their time is over.`,
  )
}
