import type { ItemId, RunId } from '../../../shared/base/ids.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { AppContext } from '../../client/bridge.ts'
import { notify, write, writeBy } from '../../client/write.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { ACTIONS } from './copy.ts'

/** Resolves to whether it was asked for. */
export const stopRun = async (app: AppContext, runId: RunId): Promise<boolean> =>
  (await write(app, app.api.beat.stop, { runId }, { done: ACTIONS.beat.stopping })) !== null

/** Whatever runs now, after one question. */
export async function stopAll(app: AppContext): Promise<void> {
  const running = (): ThreadView[] =>
    [...app.live.getState().threads.values()].filter((t) => t.running !== null)
  const before = running()
  if (before.length === 0) return notify(ACTIONS.stopAll.none)
  const yes = await confirm({
    title: ACTIONS.stopAll.title(before.length),
    yes: ACTIONS.stopAll.yes,
    danger: true,
    text: ACTIONS.stopAll.text(before.map((t) => t.name)),
  })
  if (!yes) return
  // What ended by itself meanwhile has nothing to be stopped; what began after the question was not asked
  // about.
  const runIds = running().flatMap((t) =>
    t.running !== null && before.some((b) => b.running?.runId === t.running?.runId) ? [t.running.runId] : [],
  )
  await writeBy(app, () => Promise.all(runIds.map((runId) => app.client.beat.stop({ runId }))), {
    done: ACTIONS.stopAll.done(runIds.length),
  })
}

/** Takes what waits out of the queue. */
export const cancelItem = (app: AppContext, itemId: ItemId): void =>
  void write(app, app.api.beat.cancel, { itemId }, { done: ACTIONS.beat.cancelled })

/** Resolves to whether the message of this run was sent once more. */
export const sendAgain = async (app: AppContext, runId: RunId): Promise<boolean> =>
  (await write(app, app.api.messages.again, { runId }, { done: ACTIONS.sentAgain })) !== null
