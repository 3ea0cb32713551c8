import { fault, type Fault } from '../../../shared/base/faults.ts'
import { applyEdit, type HeartbeatEdit } from '../../../shared/playbook/edit/edit.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { HeartbeatFiles, HeartbeatText } from '../ports/repositories.ts'

const TRIES = 3

/**
 * Reads, applies the edits that still fit, and writes if nobody else wrote meanwhile; else begins again
 * with the new text. Edits name what they change, so a concurrent change elsewhere in the file survives. An
 * edit whose task or flag has gone is dropped. Returns the text that stands in the file. file.conflict
 * after three tries, with nothing written.
 */
export async function editHeartbeat(
  files: HeartbeatFiles,
  repoPath: string,
  edits: readonly HeartbeatEdit[],
): Promise<Result<HeartbeatText, Fault>> {
  return rewrite<never>(files, repoPath, (doc) => ok(applyFitting(doc, edits)))
}

/** The list after those of the edits that fit; the others are dropped. */
export const applyFitting = (doc: HeartbeatDoc, edits: readonly HeartbeatEdit[]): HeartbeatDoc =>
  edits.reduce((before, edit) => {
    const applied = applyEdit(before, edit)
    return applied.ok ? applied.value : before
  }, doc)

/**
 * As editHeartbeat, but what `change` decides about each text that is found: an error writes nothing and is
 * the answer.
 */
export async function rewrite<E>(
  files: HeartbeatFiles,
  repoPath: string,
  change: (doc: HeartbeatDoc) => Result<HeartbeatDoc, E>,
): Promise<Result<HeartbeatText, Fault | E>> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const read = await files.read(repoPath)
    if (!read.ok) return read
    const changed = change(parse(read.value.text))
    if (!changed.ok) return changed
    const text = serialize(changed.value)
    if (text === read.value.text) return ok(read.value)
    const written = await files.write(repoPath, text, read.value.version, read.value.encoding)
    if (written.ok) return ok({ text, version: written.value, encoding: read.value.encoding })
    if (written.error.code !== 'file.conflict') return written
  }
  return err(
    fault(
      'file.conflict',
      `HEARTBEAT.md of ${repoPath} was changed by someone else ${TRIES} times while it was being ` +
        'written; nothing was overwritten',
    ),
  )
}
