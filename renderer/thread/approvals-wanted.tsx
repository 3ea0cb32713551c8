import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { Banner } from '../kit/parts.tsx'
import { APPROVAL } from '../parts/approval/copy.ts'
import { ReviewButton } from '../parts/approval/review-button.tsx'

/** How many commands wait for the person, and the way to them. */
export function ApprovalsWanted({ thread }: { thread: ThreadView }): ReactNode {
  if (!thread.trusted || thread.approvalsWanted === 0) return null
  return (
    <div className="-mb-4">
      <Banner tone="amber" icon={<ShieldCheck size={16} />} action={<ReviewButton thread={thread} />}>
        {APPROVAL.sheet.waits(thread.approvalsWanted)}
      </Banner>
    </div>
  )
}
