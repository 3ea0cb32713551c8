import type { RemoteThread } from '../../../shared/hub/others/others.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'
import { remoteThreads } from './remote-threads.ts'

export const calledThere = (thread: string, machine: string): string => `${thread} on ${machine}`

/** A thread of another machine, as it is called here: NAME on MACHINE. */
export interface Away extends Pick<RemoteThread, 'id' | 'machine'> {
  readonly called: string
  readonly machineName: string
}

/** Which of these names are of threads of other machines; the hub is asked only where one looks so. */
export async function awayAmong(
  cx: Context,
  client: Client,
  own: readonly { readonly name: string }[],
  names: readonly string[],
): Promise<readonly Away[]> {
  const wanted = names.filter((name) => name.includes(' on ') && !own.some((thread) => thread.name === name))
  if (wanted.length === 0) return []
  const fleet = await client.hub.fleet()
  const machines = new Map(fleet.machines.map(({ id, name }) => [id, name]))
  const known = remoteThreads(fleet, cx.now()).map(({ id, machine, name }) => {
    const machineName = machines.get(machine) ?? machine
    return { id, machine, machineName, called: calledThere(name, machineName) }
  })
  return wanted.map((name) => {
    const [found, second] = known.filter(({ called }) => called === name)
    if (found === undefined)
      throw new CliError(`No thread of another machine is called "${name}": threadbeat status --all-machines`)
    if (second !== undefined) throw new CliError(`Several threads of other machines are called "${name}".`)
    return found
  })
}
