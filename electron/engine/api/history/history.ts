import { formatLocal } from '../../../../shared/base/time.ts'
import {
  HISTORY_PAGE,
  type HistoryFilter,
  type HistoryPage,
  type HistoryPlace,
} from '../../../../shared/history/history.ts'
import { readSettings } from '../../../../shared/settings/settings.ts'
import { exportRows } from '../../history/history-export.ts'
import { keptAt } from '../../history/clean-up.ts'
import { sweepOutputs } from '../../history/sweep-outputs.ts'
import { os, type ApiParts, type CoreParts } from '../parts.ts'
import { breath } from '../../pulse/breath.ts'
import { countRows, isSearch, rowsAfter } from './count.ts'
import { NEVER, streakOf } from './streak.ts'

/** What happened, as one list: looked up, counted, tidied up and taken out. */
export function historyHandlers(parts: CoreParts & Pick<ApiParts, 'shell' | 'longFiles'>) {
  const { ports, store, engine } = parts
  const { clock } = ports
  return {
    page: os.history.page.handler(({ input, signal }) => pageInSteps(input, parts, signal)),
    index: os.history.index.handler(({ input }) => store.history.index(input.filter)),
    counts: os.history.counts.handler(({ input }) => store.history.counts(input.filter)),
    count: os.history.count.handler(async ({ input, signal }) => ({
      rows: await countRows(input.filter, parts, signal),
    })),
    position: os.history.position.handler(({ input: { filter, at } }) => ({
      row: rowsAfter(at, filter, store),
    })),
    find: os.history.find.handler(({ input: { filter, what } }) => {
      if (what === 'alert')
        return store.history.newest({ ...filter, outcomes: ['alert', 'urgent', 'unproven'] }, NEVER, 'older')
      return streakOf(store, filter)
    }),
    figures: os.history.figures.handler(({ input }) => store.history.figures(input.filter, input.by)),
    reliability: os.history.reliability.handler(({ input }) =>
      store.history.reliability(input.threads, input.days, clock.now()),
    ),
    retention: os.history.retention.handler(() => {
      const { detailsKeptMs, runsKeptMs } = readSettings(store.settings.values()).settings
      return {
        ...store.history.size(keptAt(store, clock.now())),
        detailsKeptMs,
        runsKeptMs,
        nextAt: engine.live.nextCleanUpAt(),
        waitsMs: engine.live.cleanUpWaitsMs(),
      }
    }),
    ...tidyHandlers(parts),
    ...exportHandlers(parts),
  }
}

const STEPS_A_PAGE = 8

/** A search goes on where a step of it found too little for a page, as far as somebody may wait for that. */
async function pageInSteps(
  {
    filter,
    place,
    limit,
  }: { readonly filter: HistoryFilter; readonly place: HistoryPlace; readonly limit: number },
  { ports, store }: Pick<CoreParts, 'ports' | 'store'>,
  signal: AbortSignal | undefined,
): Promise<HistoryPage> {
  let page = store.history.page(filter, place, limit)
  for (let step = 1; step < STEPS_A_PAGE && isSearch(filter); step++) {
    if (page.older === null || page.rows.length >= limit || signal?.aborted === true) break
    await breath(ports.clock)
    const next = store.history.page(filter, { after: page.older }, limit - page.rows.length)
    page = { ...next, rows: [...page.rows, ...next.rows] }
  }
  return page
}

/** Long work on the whole history, in steps. */
function tidyHandlers({ ports, store }: CoreParts) {
  const { clock } = ports
  return {
    clean: os.history.clean.handler(async function* ({ signal }) {
      const rows = (): number => store.history.size(keptAt(store, clock.now())).due
      const of = rows()
      let left = of
      let isMore = true
      while (isMore && signal?.aborted !== true) {
        for (let i = 0; i < 20 && isMore; i++) {
          isMore = store.history.prune(keptAt(store, clock.now()))
          await breath(clock)
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
        await breath(clock)
      return null
    }),
  }
}

function exportHandlers({
  ports,
  store,
  shell,
  longFiles,
}: Pick<ApiParts, 'ports' | 'store' | 'shell' | 'longFiles'>) {
  const { clock } = ports
  return {
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
        breath: () => breath(clock),
        of,
        signal,
      })) {
        if (step.kind === 'failed') throw errors.INVALID({ message: step.why })
        yield step
      }
    }),
  }
}
