import type { ReactNode } from 'react'
import type { ThreadId } from '../../shared/base/ids.ts'
import { navigate, threadPath } from '../client/navigation.ts'

/** Leads to its thread, or to a part of that. */
export function ThreadName({
  id,
  name,
  part,
}: {
  id: ThreadId
  name: string
  part?: Parameters<typeof threadPath>[1]
}): ReactNode {
  return (
    <button
      type="button"
      className="w-36 shrink-0 truncate rounded-[3px] text-left text-13 font-medium hover:underline"
      onClick={() => navigate(threadPath(id, part))}
    >
      {name}
    </button>
  )
}
