import type { HeartbeatDoc } from './model.ts'
import { textHash } from '../base/text-hash.ts'

/**
 * What the list says, as a short hash: every line but the stamps, and tasks without their box, because
 * stamps and ticks are the app's own. A task, flag, note or work item that was added, removed or reworded
 * changes it.
 */
export function playbookPrint(doc: HeartbeatDoc): string {
  const tasks = new Map(doc.tasks.map((t) => [t.line, t]))
  const isStamp = new Set(Object.values(doc.stamps).map((s) => s.line))
  const lines = doc.lines.flatMap((line, i) => {
    if (isStamp.has(i + 1)) return []
    const task = tasks.get(i + 1)
    return [
      task === undefined ? `=${line.trimEnd()}` : `${leadOf(line, task.boxed)}${task.tier}:${task.text}`,
    ]
  })
  return textHash(lines.join('\n'))
}

/**
 * The indent and the marker, which decide what belongs to what. A box may follow its marker without a space, and no
 * other space than those of Markdown makes one.
 */
function leadOf(line: string, isBoxed: boolean): string {
  const [, indent = '', marker = '', next = ''] =
    /^([ \t\uFEFF]*)([-*+]|\d{1,9}[.)])?([ \t\r\n[])?/.exec(line) ?? []
  return next === '' || (next === '[' && !isBoxed) ? indent : indent + marker
}
