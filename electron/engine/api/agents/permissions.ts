import { lookup } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'

/** Tool calls that were refused, and what a person decides about them. */
export function permissionHandlers({ ports, store, engine }: CoreParts) {
  const { threadOr } = lookup(store)
  return {
    list: os.permissions.list.handler(({ input, errors }) =>
      store.permissions.list(threadOr(input.id, errors).id),
    ),
    decide: os.permissions.decide.handler(({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const isDecided = store.together(() => {
        const isKnown = store.permissions.decide(thread.id, input.rule, input.decision)
        if (isKnown && !store.permissions.list(thread.id).some((p) => p.decision === 'asked'))
          store.alerts.resolve(thread.id, ['permission'], ports.clock.now())
        return isKnown
      })
      if (!isDecided)
        throw errors.NOT_FOUND({
          message: 'Nobody asked for that permission any more, or its runner cannot be told to allow it.',
        })
      ports.log('info', 'authority.changed', {
        threadId: thread.id,
        what: `permission ${input.decision}`,
        origin: context.origin,
      })
      engine.tick()
      return null
    }),
  }
}
