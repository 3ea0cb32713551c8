import { ok } from '../../base/result.ts'
import type { Tier } from '../../schedule/tier.ts'
import type { HeartbeatDoc } from '../model.ts'
import { moveTask, rewordTask } from './edit-tasks.ts'
import { type Edited, reject } from './rejection.ts'

interface Line {
  readonly tier: Tier
  readonly text: string
}

const isLine = (line: Line, other: Line): boolean => line.tier === other.tier && line.text === other.text

/**
 * A task in other words, in its tier or moved to the end of another one; its box and the lines below it stay with it.
 * no_such_task: no task stands there in just these words.
 */
export function changeLine(doc: HeartbeatDoc, was: Line, line: Line): Edited {
  const task = doc.tasks.find((one) => isLine(was, one))
  if (task === undefined)
    return reject('no_such_task', `the list has no line "${was.text}" among its ${was.tier} tasks`)
  const reworded = rewordTask(doc, task, line.text)
  if (!reworded.ok || was.tier === line.tier) return reworded
  const moved = reworded.value.tasks.find((one) => isLine({ tier: was.tier, text: line.text }, one))
  return moved === undefined ? ok(reworded.value) : moveTask(reworded.value, moved, line.tier)
}
