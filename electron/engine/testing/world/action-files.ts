import { ok } from '../../../../shared/base/result.ts'
import type { ActionFiles, ActionOwner } from '../../ports/attempts/action-files.ts'

export function actionFilesInMemory(): ActionFiles {
  const texts = new Map<string, string>()
  const keyOf = (owner: ActionOwner): string => JSON.stringify(owner)
  return {
    read: (owner) => ok(texts.get(keyOf(owner)) ?? null),
    write: (owner, text) => {
      texts.set(keyOf(owner), text)
      return ok(null)
    },
    remove: (owner) => {
      texts.delete(keyOf(owner))
      return ok(null)
    },
  }
}
