import { asSentence, type Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { HubDoor } from '../../ports/hub.ts'
import { os, type ApiParts } from '../parts.ts'

type Ask = <T>(
  errors: { readonly UNAVAILABLE: (options: { message: string }) => Error },
  ask: (door: HubDoor) => Promise<Result<T, Fault>>,
) => Promise<T>
type Note = (what: string, context: { readonly origin: string }) => void

/** What a person asks about the other machines of the fleet, or of them. */
export function hubHandlers({ hub, ports }: Pick<ApiParts, 'hub' | 'ports'>) {
  const asked: Ask = async ({ UNAVAILABLE }, ask) => {
    if (hub === undefined) throw UNAVAILABLE({ message: 'There is no hub here.' })
    const answer = await ask(hub)
    if (answer.ok) return answer.value
    throw UNAVAILABLE({ message: asSentence(answer.error.message) })
  }
  const noted: Note = (what, { origin }) => ports.log('info', 'authority.changed', { what, origin })
  return {
    status: os.hub.status.handler(({ errors }) => asked(errors, (door) => door.status())),
    details: os.hub.details.handler(({ errors }) => asked(errors, (door) => door.details())),
    fleet: os.hub.fleet.handler(({ errors }) => asked(errors, (door) => door.fleet())),
    others: os.hub.others.handler(({ errors }) => asked(errors, async (door) => ok(door.others()))),
    list: os.hub.list.handler(({ input, errors }) =>
      asked(errors, async (door) => ok(door.list(input.machine, input.thread))),
    ),
    outcomes: os.hub.outcomes.handler(({ input, errors }) => asked(errors, (door) => door.outcomes(input))),
    asked: os.hub.asked.handler(({ errors }) => asked(errors, async (door) => ok(door.asked()))),
    toldRun: os.hub.toldRun.handler(({ input, errors }) =>
      asked(errors, async (door) => ok(door.toldRun(input.machine, input.run))),
    ),
    ...administering(asked, noted),
    invite: os.hub.invite.handler(async ({ input, context, errors }) => {
      const invitation = await asked(errors, (door) => door.invite(input))
      noted('machine invited', context)
      return invitation
    }),
    join: os.hub.join.handler(async ({ input: { code, ...as }, context, errors }) => {
      const membership = await asked(errors, (door) => door.join(code, as))
      noted('hub joined', context)
      return membership
    }),
    makeHere: os.hub.makeHere.handler(async ({ input, context, errors }) => {
      const here = await asked(errors, (door) => door.makeHere(input))
      if (here.is === 'made') noted('hub made and joined', context)
      return here
    }),
    rotate: os.hub.rotate.handler(async ({ context, errors }) => {
      await asked(errors, (door) => door.rotate())
      noted('password of the hub changed', context)
      return null
    }),
    leave: os.hub.leave.handler(async ({ context, errors }) => {
      const remains = await asked(errors, (door) => door.leave())
      noted('hub left', context)
      return remains
    }),
    forget: os.hub.forget.handler(async ({ context, errors }) => {
      await asked(errors, (door) => door.forget())
      noted('hub forgotten', context)
      return null
    }),
    send: os.hub.send.handler(({ input, errors }) => asked(errors, (door) => door.send(input))),
    answer: os.hub.answer.handler(({ input, errors }) => asked(errors, (door) => door.answer(input.id))),
  }
}

/** As who administers the hub's database, whose address is given each time. */
const administering = (asked: Ask, noted: Note) => ({
  init: os.hub.init.handler(({ input: { url, ca, ...reach }, errors }) =>
    asked(errors, (door) => door.init(url, ca, reach)),
  ),
  upgrade: os.hub.upgrade.handler(({ input: { url, ca }, errors }) =>
    asked(errors, (door) => door.upgrade(url, ca)),
  ),
  remove: os.hub.remove.handler(async ({ input: { url, ca, machine }, context, errors }) => {
    const removed = await asked(errors, (door) => door.remove(url, ca, machine))
    noted('machine removed', context)
    return removed
  }),
})
