import { readList } from '../../../shared/hub/list.ts'
import { ok } from '../../../shared/base/result.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import type { HubSession } from '../ports/hub.ts'
import { createOwnLists, type ListParts } from './lists.ts'
import type { Others } from './others/others.ts'
import { takenBack } from './tell-run.ts'
import type { Works } from './turns.ts'

/** A list is read anew so often, and told where it is another by then. */
const LISTS_EVERY_MS = MINUTE
const TOLD_RUNS_EVERY_MS = 10 * MINUTE
/** Each may have 64 KB. */
const AT_ONCE = 20

interface Parts extends ListParts {
  readonly machine: string
  readonly others: Pick<Others, 'lists' | 'asked' | 'takeAdvice'>
}

/** Lists that may be read: those of here are told, those of others are read. `settle`: before facts are sent. */
export function adviceWorks(
  session: HubSession,
  parts: Parts,
  want: (work: 'lists' | 'advice' | 'facts' | 'toldRuns') => void,
): Works<'lists' | 'advice' | 'toldRuns'> & { settle(): void } {
  const { others, machine } = parts
  const own = createOwnLists(parts)
  others.lists.connected(session)
  return {
    settle() {
      const { isNew, isTakenBack } = own.settle()
      if (isNew) want('lists')
      if (isTakenBack) want('toldRuns')
    },
    async lists() {
      await own.tell()
      want('facts')
      return ok(LISTS_EVERY_MS)
    },
    // What was told of runs and was read, or is not to be told any more; and at times, for what nobody waits for.
    async toldRuns() {
      const { hub } = parts.store
      const back = hub.toldRuns().flatMap(({ id, text }) => (takenBack(text, parts) === null ? [] : [id]))
      const read = others.asked()?.readRuns() ?? []
      const cleared = await session.clearToldRuns([...back, ...read])
      if (!cleared.ok) return cleared
      for (const id of back) hub.takeBackToldRun(id)
      others.asked()?.noteCleared(read)
      return ok(TOLD_RUNS_EVERY_MS)
    },
    async advice() {
      const page = await session.advice(others.lists.cursor(), AT_ONCE)
      if (!page.ok) return page
      others.takeAdvice(page.value)
      for (const one of page.value)
        if (one.kind === 'list' && readList(one) === null) others.asked()?.forgetRuns(one.machine)
      own.takeBackFrom(page.value.filter((one) => one.machine === machine))
      want(page.value.length >= AT_ONCE ? 'advice' : 'facts')
      return ok(0)
    },
  }
}
