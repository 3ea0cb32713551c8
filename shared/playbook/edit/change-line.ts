import { ok } from '../../base/result.ts'
import type { Tier } from '../../schedule/tier.ts'
import type { HeartbeatDoc } from '../model.ts'
import { taskKey } from '../doc.ts'
import { moveTask, rewordTask, tickTasks } from './edit-tasks.ts'
import { type Edited, reject } from './rejection.ts'

interface Line {
  readonly tier: Tier
  readonly text: string
}

const isLine = (line: Line, other: Line): boolean => line.tier === other.tier && line.text === other.text

/**
 * A task in other words, in its tier or moved to the end of another one; the lines below it stay with it. What is another
 * task then was not looked at yet: its box is empty. no_such_task: no task stands there in just these words.
 */
export function changeLine(doc: HeartbeatDoc, was: Line, line: Line): Edited {
  const task = doc.tasks.find((one) => isLine(was, one))
  if (task === undefined)
    return reject('no_such_task', `the list has no line "${was.text}" among its ${was.tier} tasks`)
  const reworded = rewordTask(doc, task, line.text)
  if (!reworded.ok) return reworded
  const one = reworded.value.tasks.find(({ line: at }) => at === task.line)
  const moved = one === undefined ? reworded : moveTask(reworded.value, one, line.tier)
  const key = taskKey(line.tier, line.text)
  if (!moved.ok || key === task.key) return moved
  return ok(
    tickTasks(
      moved.value,
      moved.value.tasks.filter((other) => other.key === key),
      false,
    ),
  )
}
