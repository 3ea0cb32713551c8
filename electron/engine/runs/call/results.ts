import { createRedactor } from '../../../../shared/base/secrets/redactor.ts'
import type { HeartbeatDoc } from '../../../../shared/playbook/model.ts'
import { evidenceOf } from '../../../../shared/runs/evidence/evidence.ts'
import type { TaskResult } from '../../../../shared/runs/run.ts'
import type { Called } from './call.ts'
import { workedByApp } from '../check.ts'
import type { OpenedBeat } from '../open.ts'

export type CalledBeat = OpenedBeat & Called

const { redact } = createRedactor()
/** What became of each due task; of an agent the trace it left. */
export function tracesOf(
  { turn, spec, answer, isTracked }: CalledBeat,
  doc: HeartbeatDoc,
): readonly TaskResult[] {
  const { result, report } = answer
  if (spec === null) return []
  if (turn === null) return result.tasks
  const ticked = isTracked ? [] : doc.tasks.filter((task) => task.ticked)
  return evidenceOf({
    // As its calls are, so that a command with a credential in it is found among them.
    tasks: spec.tasks.map((task) => ({ ...task, text: redact(task.text) })),
    turn: result.turn,
    report,
    ticked: new Set(ticked.map((task) => task.key)),
    work: new Map(doc.work.map((item) => [item.id, item.state])),
  })
}

/** What the app worked, and what its agent did, in the order of the list. */
export function allResults(
  { plan, pair }: Pick<CalledBeat, 'plan' | 'pair'>,
  traces: readonly TaskResult[],
): readonly TaskResult[] {
  if (pair === null) return traces
  const place = new Map<string, number>(plan.tasks.map((task, at) => [task.key, at]))
  const placeOf = ({ key }: TaskResult): number => place.get(key) ?? plan.tasks.length
  return [...workedByApp(pair), ...traces].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Of all results those of lines that the app worked itself. */
export function byApp({ pair, facts }: CalledBeat, tasks: readonly TaskResult[]): readonly TaskResult[] {
  if (pair !== null) return workedByApp(pair)
  return facts.runner === 'local' ? tasks : []
}

/** A list of thousands of lines for an agent is one line in the history, not megabytes at each beat. */
const WAITING_KEPT = 200
export function foldWaiting(tasks: readonly TaskResult[]): readonly TaskResult[] {
  const waiting = tasks.filter((t) => t.status === 'needs_agent')
  const first = waiting[WAITING_KEPT]
  if (first === undefined) return tasks
  const folded = new Set(waiting.slice(WAITING_KEPT))
  return [
    ...tasks.filter((t) => !folded.has(t)),
    { ...first, key: 'folded', text: `and ${folded.size} more tasks that wait for an agent` },
  ]
}
