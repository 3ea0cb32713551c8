import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Member } from '../../attempts/actions.ts'
import { lookup, type ApiErrors } from '../lookup.ts'
import type { CoreParts } from '../parts.ts'

/** A thread as a member of its team; one whose work is not measured is the caller's error, thrown. */
export function memberLookup({ store, engine }: Pick<CoreParts, 'store' | 'engine'>) {
  const { threadOr } = lookup(store)
  return (id: ThreadId, errors: Pick<ApiErrors, 'NOT_FOUND' | 'INVALID'>): Member => {
    const thread = threadOr(id, errors)
    const member = engine.desk.memberOf(thread)
    if (member === null)
      throw errors.INVALID({
        message: `The work of "${thread.name}" is not measured; threadbeat metric set says by what.`,
      })
    return member
  }
}
