import { merge3 } from '../../../shared/playbook/merge/merge.ts'
import { dropDraft, type Draft } from './drafts.ts'
import { isUnsaved } from './editor-state.ts'
import type { Open } from './use-saver.ts'

/** Resolves to whether it did: not while something else is unsaved. */
export async function bringBack(
  { nowRef, sourceRef, tell }: Open,
  { key, text, base, conflict, fields }: Draft,
  { save, keep }: { readonly save: () => Promise<void>; readonly keep: () => void },
): Promise<boolean> {
  await save()
  const theirs = nowRef.current.text
  if (isUnsaved(nowRef.current) || sourceRef.current === null) return false
  // A conflict that nobody settled stays one, with what was made of it.
  const merged =
    conflict === null ? merge3(base, text, theirs) : merge3(conflict.theirs, conflict.merged, theirs)
  const conflicts = conflict?.conflicts ?? merged.conflicts.length
  if (conflicts === 0) sourceRef.current.take(merged.text)
  else
    tell({
      kind: 'brought-back',
      text,
      base,
      conflict: { mine: text, theirs, merged: merged.text, conflicts },
    })
  for (const [name, field] of Object.entries(fields)) tell({ kind: 'field', name, field })
  keep() // in its new place, before the old one goes
  dropDraft(key)
  return true
}
