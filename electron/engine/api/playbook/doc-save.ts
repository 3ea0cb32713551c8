import type { SaveResult } from '../../../../shared/contract/playbook.ts'
import { merge3 } from '../../../../shared/playbook/merge/merge.ts'
import { sizeFault } from '../../../../shared/playbook/lint/size.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { HeartbeatText } from '../../ports/repositories.ts'
import { faultOr } from '../lookup.ts'
import { readSeen, writeAs, type DocParts, type WriteErrors } from './doc-file.ts'

/** A file that others write all the time is tried so often. */
const TRIES = 5

interface Draft {
  readonly text: string
  readonly base: string // what it was made from
  readonly existed: boolean // the file, then
}

/**
 * Saves what a person wrote: a change made outside meanwhile is merged, and a real conflict writes nothing.
 */
export async function saveDraft(
  thread: Thread,
  draft: Draft,
  parts: DocParts,
  errors: WriteErrors,
  tries = TRIES,
): Promise<SaveResult> {
  const tooLarge = sizeFault('The text', draft.text, draft.text.length)
  if (tooLarge !== null) throw faultOr(tooLarge, errors)
  const current = await readSeen(thread, parts.ports, parts.documents, errors)
  if (current === null && draft.existed) return { state: 'gone' }
  if (current !== null && current.encoding !== 'utf-8')
    throw errors.INVALID({
      message:
        'HEARTBEAT.md is not UTF-8 text any more, so nothing was written. Your text is still in the editor.',
    })
  const { text, conflicts, isMerged } = mergeInto(draft, current)
  if (conflicts > 0)
    return {
      state: 'conflict',
      mine: draft.text,
      theirs: current?.text ?? '',
      merged: text,
      version: current?.version ?? '',
      conflicts,
    }
  const written = await writeAs(thread, text, current, { author: 'you' }, parts)
  // Somebody wrote between the reading and the writing: what they wrote is merged as well.
  if (!written.ok && written.error.code === 'file.conflict' && tries > 1)
    return saveDraft(thread, draft, parts, errors, tries - 1)
  if (!written.ok) throw faultOr(written.error, errors)
  parts.ports.log('debug', 'doc.edited', { threadId: thread.id, merged: isMerged })
  return { state: isMerged ? 'merged' : 'saved', text, version: written.value }
}

function mergeInto(
  { text: mine, base }: Draft,
  current: HeartbeatText | null,
): { readonly text: string; readonly conflicts: number; readonly isMerged: boolean } {
  const theirs = current?.text ?? ''
  if (current === null || theirs === base || theirs === mine)
    return { text: mine, conflicts: 0, isMerged: false }
  const { text, conflicts } = merge3(base, mine, theirs)
  return { text, conflicts: conflicts.length, isMerged: true }
}
