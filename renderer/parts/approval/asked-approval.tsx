import type { ReactNode } from 'react'
import { later, Opened } from '../../client/later.tsx'
import { useLive } from '../../client/live.ts'
import { useAsking } from '../../commands/asking.ts'

const ApprovalSheet = later(async () => (await import('./approval-sheet.tsx')).ApprovalSheet)

/** The sheet over the whole window: it outlasts the row, the card or the line that asked for it. */
export function AskedApproval(): ReactNode {
  const id = useAsking((s) => s.approvalOf)
  const thread = useLive((live) => (id === null ? undefined : live.threads.get(id)))
  const close = (): void => useAsking.getState().askApproval(null)
  return (
    <Opened part={ApprovalSheet} isOpen={thread !== undefined} close={close}>
      {thread !== undefined && <ApprovalSheet key={thread.id} thread={thread} onClose={close} />}
    </Opened>
  )
}
