import { implement } from '@orpc/server'
import { contract } from '../../../shared/contract/api.ts'
import {
  HISTORY_PAGE,
  searchQuery,
  type HistoryFilter,
  type HistoryPage,
  type HistoryRow,
} from '../../../shared/history/history.ts'
import { formatLocal } from '../../../shared/base/time.ts'
import { pauseFor } from '../pulse/timers.ts'
import type { ApiContext, ApiParts } from './handlers.ts'
import { exportRows } from '../history/history-export.ts'
import { sweepOutputs } from '../history/sweep-outputs.ts'
import type { Store } from '../ports/store.ts'

const NEVER = Number.MAX_SAFE_INTEGER
const FAILURES = ['broken', 'interrupted'] as const
/** Between two steps of long work, so that beats and the window come in between. */
const STEP_MS = 10

export function historyHandlers({
  ports,
  store,
  engine,
  shell,
  longFiles,
}: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'shell' | 'longFiles'>) {
  const os = implement(contract).$context<ApiContext>()
  const { clock } = ports
  const breath = (): Promise<void> => pauseFor(clock, 'counting anew', STEP_MS)
  const isSearch = (filter: HistoryFilter): boolean => filter.text !== undefined && filter.text.trim() !== ''

  async function countOf(filter: HistoryFilter, signal: AbortSignal | undefined): Promise<number> {
    let rows = 0
    if (isSearch(filter)) {
      if (searchQuery(filter.text ?? '').match === null) return 0
      for (
        let older: string | null = `${NEVER}/${NEVER}`;
        older !== null && signal?.aborted !== true;
        await breath()
      ) {
        const page: HistoryPage = store.history.page(filter, { after: older }, 1000)
        rows += page.rows.length
        older = page.older
      }
      return rows
    }
    const { days } = store.history.index(filter)
    // A month or so at a time; the newest end is open, for what came meanwhile.
    for (let i = 0; i < days.length && signal?.aborted !== true; i += 30) {
      const above = i === 0 ? NEVER : days[i]![0]
      rows += store.history.rowsIn(filter, i + 30 < days.length ? days[i + 30]![0] : 0, above)
      await breath()
    }
    return rows
  }

  return {
    page: os.history.page.handler(({ input }) => store.history.page(input.filter, input.place, input.limit)),
    index: os.history.index.handler(({ input }) => store.history.index(input.filter)),
    counts: os.history.counts.handler(({ input }) => store.history.counts(input.filter)),
    count: os.history.count.handler(async ({ input, signal }) => ({
      rows: await countOf(input.filter, signal),
    })),
    position: os.history.position.handler(({ input: { filter, at } }) => {
      const { days } = store.history.index(filter)
      const newer = days.filter(([below]) => below > at)
      const day = newer.at(-1)
      if (day === undefined) return { row: 0 }
      return {
        row:
          newer.slice(0, -1).reduce((sum, [, n]) => sum + n, 0) +
          store.history.rowsIn(filter, at + 1, day[0]),
      }
    }),
    find: os.history.find.handler(({ input: { filter, what } }) => {
      if (what === 'alert')
        return store.history.newest({ ...filter, outcomes: ['alert', 'urgent', 'unproven'] }, NEVER, 'older')
      return streakOf(store, filter)
    }),
    figures: os.history.figures.handler(({ input }) => store.history.figures(input.filter, input.by)),
    reliability: os.history.reliability.handler(({ input }) =>
      store.history.reliability(input.threads, input.days, clock.now()),
    ),
    retention: os.history.retention.handler(() =>
      store.history.retention(clock.now(), engine.live.nextCleanUpAt()),
    ),
    clean: os.history.clean.handler(async function* ({ signal }) {
      const rows = (): number => store.history.retention(clock.now(), clock.now()).due
      const of = rows()
      let left = of
      let isMore = true
      while (isMore && signal?.aborted !== true) {
        for (let i = 0; i < 20 && isMore; i++) {
          isMore = store.history.prune(clock.now())
          await breath()
        }
        left = isMore ? rows() : 0
        yield { kind: 'progress', deleted: of - left, of }
      }
      await sweepOutputs(ports, store)
      ports.log('info', 'settings.changed', { history: 'cleaned', rows: of - left })
      yield { kind: 'done', deleted: of - left }
    }),
    rebuild: os.history.rebuild.handler(async ({ signal }) => {
      for (
        let day = store.history.rebuildFigures(null);
        day !== null && signal?.aborted !== true;
        day = store.history.rebuildFigures(day)
      )
        await breath()
      return null
    }),
    choose: os.history.choose.handler(async ({ input, errors }) => {
      if (shell === null)
        throw errors.UNAVAILABLE({
          message: 'Threadbeat runs without a window here; name the file on the command line.',
        })
      const name = `threadbeat-history-${formatLocal(clock.now(), clock.timeZone).slice(0, 10)}.${input.format}`
      return { path: await shell.chooseFile('save', name) }
    }),
    export: os.history.export.handler(async function* ({ input, signal, errors }) {
      if (longFiles === undefined) throw errors.UNAVAILABLE({ message: 'Nothing can be exported here.' })
      const of = isSearch(input.filter) ? 0 : store.history.index(input.filter).total
      for await (const step of exportRows({
        store,
        files: longFiles,
        filter: input.filter,
        format: input.format,
        path: input.path,
        limit: HISTORY_PAGE,
        breath,
        of,
        signal,
      })) {
        if (step.kind === 'failed') throw errors.INVALID({ message: step.why })
        yield step
      }
    }),
  }
}

/**
 * The first failure since the last beat that was none; null: the newest beat did not fail. Of the newest
 * failing thread, where none is asked for.
 */
function streakOf(store: Store, filter: HistoryFilter): HistoryRow | null {
  const beats: HistoryFilter = {
    kinds: ['heartbeat'],
    ...(filter.threads !== undefined && { threads: filter.threads }),
  }
  const failed = store.history.newest({ ...beats, outcomes: [...FAILURES] }, NEVER, 'older')
  if (failed === null) return null
  const own: HistoryFilter = { kinds: ['heartbeat'], threads: [failed.threadId] }
  const good = store.history.newest(
    { ...own, outcomes: ['quiet', 'unchanged', 'alert', 'urgent', 'unproven'] },
    NEVER,
    'older',
  )
  if (good !== null && good.at > failed.at) return null
  return good === null
    ? store.history.newest({ ...own, outcomes: [...FAILURES] }, 0, 'newer')
    : store.history.newest({ ...own, outcomes: [...FAILURES] }, good.at, 'newer')
}
