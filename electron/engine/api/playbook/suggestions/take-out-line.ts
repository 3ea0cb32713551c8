import { fault, type Fault } from '../../../../../shared/base/faults.ts'
import { err, ok } from '../../../../../shared/base/result.ts'
import { changeLine } from '../../../../../shared/playbook/edit/change-line.ts'
import { applyEdit } from '../../../../../shared/playbook/edit/edit.ts'
import { isPlainTask } from '../../../../../shared/playbook/edit/plain-task.ts'
import type { EditRejected } from '../../../../../shared/playbook/edit/rejection.ts'
import { isLineOf, type SuggestionRecord } from '../../../../../shared/pollination/lines/life.ts'
import type { Thread } from '../../../../../shared/threads/thread.ts'
import { rewriteAs } from '../../../playbook/rewrite-as.ts'
import { hasSame } from '../../../pollination/own-lines.ts'
import { faultOr } from '../../lookup.ts'
import type { DocParts } from '../doc-file.ts'

/**
 * Takes the line that a suggestion brought out of the list, as long as it stands as it was written: what a person put
 * below it would go as well. false: neither it nor one that does the same stands there. CONFLICT: it stands otherwise, and
 * nothing was changed. An edit that was accepted is changed back, whatever stands below its line.
 */
export async function takeOutLine(
  thread: Thread,
  record: SuggestionRecord,
  parts: DocParts,
  errors: Parameters<typeof faultOr>[1],
): Promise<boolean> {
  let isGone = false
  const by = { author: 'suggestion' } as const
  const written = await rewriteAs<EditRejected | Fault>(thread, by, parts, (doc) => {
    const task = doc.tasks.find((one) => isLineOf(record, one))
    if (record.replaces !== null)
      return task === undefined ? err(changed(record, thread)) : changeLine(doc, record, record.replaces)
    isGone = !hasSame({ lines: doc.tasks, paused: doc.paused.map(({ text }) => text) }, record)
    if (isGone) return ok(doc)
    return task !== undefined && isPlainTask(doc, task)
      ? applyEdit(doc, { do: 'removeTask', key: task.key })
      : err(changed(record, thread))
  })
  if (!written.ok) throw faultOr(written.error, errors)
  return !isGone
}

export const changed = ({ number, text }: SuggestionRecord, { name }: Thread): Fault =>
  fault(
    'file.conflict',
    `The line of suggestion ${number} does not stand in the list of ${name} where and as it was written any more, or ` +
      `has lines of yours below it, so nothing was changed: ${text}`,
  )
