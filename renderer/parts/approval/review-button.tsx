import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useAsking } from '../../commands/asking.ts'
import { Button, type ButtonProps } from '../../kit/button.tsx'
import { PARTS } from '../copy.ts'

/** Opens the commands of this thread that wait for an approval; nothing where none does. */
export function ReviewButton({ thread, ...rest }: { thread: ThreadView } & ButtonProps): ReactNode {
  if (!thread.trusted || thread.approvalsWanted === 0) return null
  return (
    <Button size="s" onClick={() => useAsking.getState().askApproval(thread.id)} {...rest}>
      {PARTS.approval.review(thread.approvalsWanted)}
    </Button>
  )
}
