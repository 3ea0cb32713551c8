import { fault } from '../../../shared/base/faults.ts'
import { err } from '../../../shared/base/result.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import type { Neighbours } from '../ports/hub/neighbours.ts'
import type { Ports } from '../ports/ports.ts'
import { sendOver } from './letter.ts'
import type { Others } from './others/others.ts'

/** Lists of other machines as the engine knows them: by the names of their threads and machines. */
export function neighboursOf(
  { clock }: Pick<Ports, 'clock'>,
  { lists, view, details, asked }: Pick<Others, 'lists' | 'view' | 'details' | 'asked'>,
): Neighbours {
  const machineNames = (): ReadonlyMap<string, string> =>
    new Map((view()?.machines ?? []).map(({ id, name }) => [id, name]))
  return {
    threads() {
      const machines = machineNames()
      const names = new Map(details().threads.map(({ machine, id, name }) => [`${machine} ${id}`, name]))
      return lists.all().flatMap(({ machine, thread, lines, withheld }) => {
        const own = names.get(`${machine} ${thread}`)
        const of = machines.get(machine)
        if (own === undefined || of === undefined) return []
        const name = `${own} on ${of}`
        return withheldBecause(name) === null ? [{ machine, thread, name, lines, withheld }] : []
      })
    },
    async offer({ machine, thread }, line) {
      const session = lists.session()
      if (session === null) return err(fault('hub.unreachable', 'there is no connection to the hub now'))
      const id = globalThis.crypto.randomUUID()
      const mail = {
        to: machine,
        verb: 'offer-suggestion',
        args: { thread, ...line, from: 'master' },
      } as const
      const sent = await sendOver(session, { ...mail, id }, clock.now(), 0) // it names no instant
      if (sent.ok) asked()?.note(id, mail)
      return sent
    },
    offered() {
      const machines = machineNames()
      return lists.offered().flatMap((one) => {
        const machineName = machines.get(one.machine)
        return machineName === undefined ? [] : [{ ...one, machineName }]
      })
    },
  }
}
