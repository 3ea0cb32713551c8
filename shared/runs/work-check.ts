import type { WorkItem, WorkState } from '../playbook/work-queue.ts'
import type { HeartbeatDoc } from '../playbook/model.ts'
import type { HeartbeatEdit } from '../playbook/edit/edit.ts'
import type { Instant } from '../base/time.ts'

/**
 * A move that was made by `heartbeat_write`, and checked, or by a person in the app; in the order they were
 * made.
 */
export interface MadeMove {
  readonly id: string
  readonly to: WorkState
}

/**
 * States of the Work Queue that were changed by hand during a run although an agent may not make that move,
 * as the edits that put each back with a note. By hand only a claimed item may be settled, and a failed one
 * tried again at the price of an attempt; claiming is for the engine and the tool. An item that was removed
 * or came finished is the owner's free edit; a queue that cannot be read is left alone. `before`: the file
 * as the run found it, its own claims included; `byTool`: moves of this run that went through the tool;
 * `byOthers`: those of a person or an agent's own session meanwhile, which stand.
 */
export function illegalWorkMoves(
  before: HeartbeatDoc,
  after: HeartbeatDoc,
  byTool: readonly MadeMove[],
  byOthers: readonly MadeMove[],
  stamp: { readonly at: Instant; readonly timeZone: string },
): readonly HeartbeatEdit[] {
  if (before.workDisabled || after.workDisabled || after.conflicted) return []
  const toolState = new Map(byTool.map((move) => [move.id, move.to]))
  const othersState = new Map(byOthers.map((move) => [move.id, move.to]))
  return after.work.flatMap((item): readonly HeartbeatEdit[] => {
    const old = before.work.find((w) => w.id === item.id)
    if (item.state === othersState.get(item.id)) return []
    const moved = toolState.get(item.id) ?? othersState.get(item.id)
    const from = moved ?? old?.state ?? 'pending'
    if (item.state === from || isLegalByHand(from, item, old, moved === undefined)) return []
    const note = `put back: ${from} to ${item.state} was not made through heartbeat_write`
    return [{ do: 'moveWork', by: 'engine', putBack: true, id: item.id, to: from, ...stamp, note }]
  })
}

function isLegalByHand(
  from: WorkState,
  item: WorkItem,
  old: WorkItem | undefined,
  untouched: boolean,
): boolean {
  switch (item.state) {
    case 'done':
    case 'failed':
      return from === 'in-progress' || (old === undefined && untouched)
    case 'pending':
      return (
        from === 'failed' &&
        (old?.attemptsLeft ?? 0) > 0 &&
        item.attemptsLeft === (old?.attemptsLeft ?? 0) - 1
      )
    case 'in-progress':
      return false
  }
}
