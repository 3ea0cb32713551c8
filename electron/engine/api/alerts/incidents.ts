import { os, type CoreParts } from '../parts.ts'

/** One cause that makes many threads fail. */
export function incidentHandlers({ ports: { clock }, store, engine }: CoreParts) {
  return {
    acknowledge: os.incidents.acknowledge.handler(({ input, errors }) => {
      if (!engine.incidents.acknowledge(input.id, clock.now()))
        throw errors.NOT_FOUND({ message: 'That is over already.' })
      engine.settleBanners()
      return null
    }),
    retry: os.incidents.retry.handler(({ input, errors }) => {
      const threads = engine.incidents.failing(input.id)
      if (threads === null) throw errors.NOT_FOUND({ message: 'That is over already.' })
      for (const id of threads) {
        const thread = store.threads.get(id)
        if (thread === null) continue
        store.together(() => {
          if (thread.pause?.by === 'failures') {
            store.threads.change(id, { pause: null, failures: 0 })
            engine.slots.replan(id)
          }
          engine.wake(id, 'manual', null)
        })
      }
      engine.tick()
      return { beats: threads.length }
    }),
  }
}
