import { os, type ApiParts } from '../parts.ts'

/** What waits: its order, and taking it back. */
export function queueHandlers({
  ports,
  store,
  engine,
  views,
}: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'views'>) {
  return {
    list: os.queue.list.handler(() =>
      views
        .threads()
        .flatMap((t) => t.waiting)
        .sort((a, b) => a.place - b.place),
    ),
    toTop: os.queue.toTop.handler(({ input, errors }) => {
      if (!store.queue.moveToTop(input.itemId, ports.clock.now()))
        throw errors.NOT_FOUND({ message: 'It is not waiting any more.' })
      engine.tick()
      return null
    }),
    cancel: os.queue.cancel.handler(({ input }) => {
      const cancelled = store.queue.cancel(input.itemIds, ports.clock.now())
      engine.tick()
      return { cancelled }
    }),
  }
}
