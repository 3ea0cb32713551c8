import type { Bridge } from '../client/bridge.ts'
import { write, type Notice } from '../client/write.ts'
import { POLLINATION_COPY as COPY } from './copy.ts'

/** A decision can be taken back for so long at the foot of the window; in the log as long as it can be at all. */
const UNDO_MS = 10_000

export const undoSuggestion = async ({ api, queries }: Bridge, suggestion: number): Promise<void> =>
  void (await write(
    { queries },
    api.pollination.undo,
    { suggestion },
    {
      done: ({ name, taken, again, replaces }) =>
        COPY.undone(name, { taken, again, isEdit: replaces !== null }),
      stale: [api.pollination.key(), api.doc.key()],
    },
  ))

/** These words with an undo of the decision; of an idea, which has no number, of the rule that it made. */
export function withUndo(
  bridge: Bridge,
  words: string,
  { suggestion, rule }: { readonly suggestion: number | null; readonly rule: number | null },
): Notice | string {
  if (suggestion !== null)
    return { words, durationMs: UNDO_MS, undo: () => void undoSuggestion(bridge, suggestion) }
  if (rule === null) return words
  const { api, queries } = bridge
  const removed = { done: COPY.removed, stale: [api.pollination.key()] }
  const undo = (): void => void write({ queries }, api.pollination.removeRule, { rule }, removed)
  return { words, durationMs: UNDO_MS, undo }
}
