import { endingOf } from '../lines.ts'
import type { HeartbeatDoc, Task } from '../model.ts'

/** Before the words of a task as `addTask` writes it: a bullet and a box, whose mark heartbeats set. */
const BOX = /^ {0,3}[-*+] \[[ xX]\] /

/** Whether the task is one line of nothing but its box and its words, as the app writes one. */
export function isPlainTask(
  { lines }: Pick<HeartbeatDoc, 'lines'>,
  { line, endLine, text }: Pick<Task, 'line' | 'endLine' | 'text'>,
): boolean {
  const raw = lines[line - 1] ?? ''
  const box = BOX.exec(raw)?.[0]
  return (
    line === endLine && box !== undefined && raw.slice(box.length, raw.length - endingOf(raw).length) === text
  )
}
