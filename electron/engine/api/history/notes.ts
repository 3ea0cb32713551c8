import { DAY } from '../../../../shared/base/time.ts'
import { momentText } from '../../../../shared/base/clock/time-text.ts'
import { os, type ApiParts } from '../parts.ts'
import { lookup } from '../lookup.ts'

/** A person's own words on runs and moments of the history. */
export function noteHandlers({ ports, store }: Pick<ApiParts, 'ports' | 'store'>) {
  const { clock } = ports
  const { threadOr } = lookup(store)
  return {
    list: os.notes.list.handler(({ input: { limit, ...filter } }) => store.notes.list(filter, limit)),
    save: os.notes.save.handler(({ input: { id, runId, at, threadId, text }, errors }) => {
      const now = clock.now()
      if (at !== undefined && at > now + DAY)
        throw errors.INVALID({
          message: `A note stands on a time that has been, got ${momentText(at, clock)}.`,
        })
      if (threadId != null) threadOr(threadId, errors)
      if (id !== undefined) {
        const before = store.notes.get(id)
        if (before === null) throw errors.NOT_FOUND({ message: 'This note is not there any more.' })
        // What stands on a run stays on it.
        const isOfRun = before.runId !== null
        return store.notes.save(
          {
            id,
            runId: before.runId,
            at: isOfRun ? before.at : (at ?? before.at),
            threadId: isOfRun || threadId === undefined ? before.threadId : threadId,
            text,
          },
          now,
        )
      }
      if (runId === undefined)
        return store.notes.save(
          { id: null, runId: null, at: at ?? now, threadId: threadId ?? null, text },
          now,
        )
      if (at !== undefined || threadId !== undefined)
        throw errors.INVALID({
          message: 'A note of a run stands at its start: a time or a thread does not go with it.',
        })
      const run = store.runs.detail(runId)
      if (run === null) throw errors.NOT_FOUND({ message: 'This run is not in the history any more.' })
      return store.notes.save({ id: null, runId, at: run.startedAt, threadId: run.threadId, text }, now)
    }),
    remove: os.notes.remove.handler(({ input, errors }) => {
      if (!store.notes.remove(input.id))
        throw errors.NOT_FOUND({ message: 'This note is not there any more.' })
      return null
    }),
  }
}
