import { DAY } from '../../../../shared/base/time.ts'
import { sweepOutputs } from '../../history/sweep-outputs.ts'
import { lookup } from '../lookup.ts'
import { os, type ApiParts, type CoreParts } from '../parts.ts'
import { addThreads } from './add.ts'
import { restHandlers } from './rest.ts'
import { scanForRepositories } from './scan.ts'
import { settingHandlers } from './settings.ts'

/** Averages look back so far. */
const COSTS_OVER_MS = 30 * DAY

/** Which repositories are threads, and how each of them beats. */
export function threadHandlers(parts: CoreParts & Pick<ApiParts, 'views'>) {
  const { ports, store, engine, views } = parts
  const { clock } = ports
  const { threadOr } = lookup(store)

  return {
    add: os.threads.add.handler(async ({ input, context }) => {
      const { added, rejected } = await addThreads(input, context.origin, parts)
      engine.followThreads()
      engine.tick()
      return { added: views.threads().filter((t) => added.includes(t.id)), rejected }
    }),
    scan: os.threads.scan.handler(({ input, signal }) => scanForRepositories(input, parts, signal)),
    remove: os.threads.remove.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      if (input.undoMs === undefined || input.undoMs === 0) {
        engine.removals.remove(thread.id)
        return null
      }
      engine.removals.removeAt(thread.id, clock.now() + input.undoMs)
      return null
    }),
    keep: os.threads.keep.handler(({ input, errors }) => {
      const thread = threadOr(input.id, errors)
      store.together(() => {
        store.threads.change(thread.id, { removeAt: null })
        engine.slots.replan(thread.id)
      })
      engine.followThreads()
      engine.tick()
      return null
    }),
    clearHistory: os.threads.clearHistory.handler(async ({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const runs = store.history.clear(thread.id)
      await sweepOutputs(ports, store)
      ports.log('info', 'history.cleared', { threadId: thread.id, runs, origin: context.origin })
      return { runs }
    }),
    locate: os.threads.locate.handler(async ({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const found = await ports.repositories.identify(input.path)
      if (!found.ok) throw errors.INVALID({ message: found.error.message })
      if (store.threads.list().some((t) => t.id !== thread.id && t.repoPath === found.value.realPath))
        throw errors.INVALID({ message: `${found.value.realPath} is another thread already.` })
      // Trust and approvals were given to another folder: they are asked for again.
      store.together(() => {
        store.threads.change(thread.id, {
          repoPath: found.value.realPath,
          trustedAt: null,
          repositoryId: null,
        })
        store.permissions.clear(thread.id)
        engine.slots.replan(thread.id)
      })
      ports.log('info', 'authority.changed', { threadId: thread.id, what: 'located', origin: context.origin })
      engine.followThreads()
      return null
    }),
    ...recordHandlers(parts),
    ...settingHandlers(parts),
    ...restHandlers(parts),
  }
}

/** What is on record of a thread's beats. */
function recordHandlers({ ports, store }: CoreParts) {
  const { threadOr } = lookup(store)
  return {
    tierCosts: os.threads.tierCosts.handler(({ input, errors }) =>
      store.runs.tierCosts(threadOr(input.id, errors).id, ports.clock.now() - COSTS_OVER_MS),
    ),
    beats: os.threads.beats.handler(({ input, errors }) =>
      store.runs.beats(threadOr(input.id, errors).id, input.limit),
    ),
    slots: os.threads.slots.handler(({ input, errors }) =>
      store.runs.slots(threadOr(input.id, errors).id, input.limit),
    ),
  }
}
