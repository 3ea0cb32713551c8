import { parse } from '../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { Verdict } from '../../../shared/runs/judge/verdict.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import { illegalWorkMoves } from '../../../shared/runs/work-check.ts'
import { applyFitting } from '../playbook/edit-heartbeat.ts'
import { closingEdits } from '../playbook/run-edits.ts'
import { settleWork } from '../playbook/settle-work.ts'
import { zoneOf } from '../schedule/pace.ts'
import { byApp, type CalledBeat } from './call/results.ts'

export type Closing = ReturnType<typeof settleWork>
export const NOTHING_CLOSED: Closing = { edits: [], raised: [] }

/** What the app writes into the list, and what it tells of the work that the beat took. */
export function closingOf(
  beat: CalledBeat,
  doc: HeartbeatDoc,
  tasks: readonly TaskResult[],
  { stamps }: Verdict,
): Closing {
  const { run, thread, context, plan, turn, openingText, answer } = beat
  const { ports } = context
  const stamp = { at: ports.clock.now(), timeZone: zoneOf(thread, ports) }
  const others = context.documents.othersMoves.since(thread.id, run.startedAt)
  const illegal = turn === null ? [] : illegalWorkMoves(parse(openingText), doc, answer.moves, others, stamp)
  const mended = applyFitting(doc, illegal)
  const { result } = answer
  const work = settleWork({ run, thread, taken: plan.work, doc: mended, tasks, result, others }, ports)
  const ticks = { run, thread, plan, tasks, stamps, byApp: byApp(beat, tasks), agentStarted: turn !== null }
  return { edits: [...illegal, ...work.edits, ...closingEdits(ticks, ports)], raised: work.raised }
}
