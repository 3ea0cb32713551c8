import { asSentence, type Fault } from '../../../../shared/base/faults.ts'
import type { Result } from '../../../../shared/base/result.ts'
import { os, type ApiParts } from '../parts.ts'

type Unavailable = (options: { message: string }) => Error

function got<T>(result: Result<T, Fault>, unavailable: Unavailable): T {
  if (result.ok) return result.value
  throw unavailable({ message: asSentence(result.error.message) })
}

/** What a person asks about the other machines of the fleet, or of them. */
export function hubHandlers({ hub, ports }: Pick<ApiParts, 'hub' | 'ports'>) {
  const door = (unavailable: Unavailable) => {
    if (hub === undefined) throw unavailable({ message: 'There is no hub here.' })
    return hub
  }
  const noted = (what: string, origin: string): void =>
    ports.log('info', 'authority.changed', { what, origin })
  return {
    status: os.hub.status.handler(async ({ errors: { UNAVAILABLE } }) =>
      got(await door(UNAVAILABLE).status(), UNAVAILABLE),
    ),
    details: os.hub.details.handler(async ({ errors: { UNAVAILABLE } }) =>
      got(await door(UNAVAILABLE).details(), UNAVAILABLE),
    ),
    fleet: os.hub.fleet.handler(async ({ errors: { UNAVAILABLE } }) =>
      got(await door(UNAVAILABLE).fleet(), UNAVAILABLE),
    ),
    init: os.hub.init.handler(async ({ input: { url, ca, ...reach }, errors: { UNAVAILABLE } }) =>
      got(await door(UNAVAILABLE).init(url, ca, reach), UNAVAILABLE),
    ),
    invite: os.hub.invite.handler(async ({ input, context, errors: { UNAVAILABLE } }) => {
      const invitation = got(await door(UNAVAILABLE).invite(input), UNAVAILABLE)
      noted('machine invited', context.origin)
      return invitation
    }),
    join: os.hub.join.handler(async ({ input: { code, ...as }, context, errors: { UNAVAILABLE } }) => {
      const membership = got(await door(UNAVAILABLE).join(code, as), UNAVAILABLE)
      noted('hub joined', context.origin)
      return membership
    }),
    rotate: os.hub.rotate.handler(async ({ context, errors: { UNAVAILABLE } }) => {
      got(await door(UNAVAILABLE).rotate(), UNAVAILABLE)
      noted('password of the hub changed', context.origin)
      return null
    }),
    leave: os.hub.leave.handler(async ({ context, errors: { UNAVAILABLE } }) => {
      const remains = got(await door(UNAVAILABLE).leave(), UNAVAILABLE)
      noted('hub left', context.origin)
      return remains
    }),
    forget: os.hub.forget.handler(async ({ context, errors: { UNAVAILABLE } }) => {
      got(await door(UNAVAILABLE).forget(), UNAVAILABLE)
      noted('hub forgotten', context.origin)
      return null
    }),
    send: os.hub.send.handler(async ({ input, errors: { UNAVAILABLE } }) =>
      got(await door(UNAVAILABLE).send(input), UNAVAILABLE),
    ),
    answer: os.hub.answer.handler(async ({ input, errors: { UNAVAILABLE } }) =>
      got(await door(UNAVAILABLE).answer(input.id), UNAVAILABLE),
    ),
  }
}
