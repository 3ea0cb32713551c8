import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import { flagPath, navigate, threadPath } from '../../client/navigation.ts'
import { resolveFlag } from '../../commands/actions/threads.tsx'
import { Button } from '../../kit/button.tsx'
import { Ticks } from '../../kit/text/ticks.tsx'
import { ReviewButton } from '../../parts/approval/review-button.tsx'
import { FLEET } from '../copy.ts'

interface FlagsProps {
  thread: ThreadView
  flags: readonly string[]
}

/** Each flag in its whole length. */
export function FlagsPopup({ thread, flags }: FlagsProps): ReactNode {
  return (
    <>
      <Popover.Title className="px-2 pb-1 text-12 font-medium text-ink-3">
        {FLEET.cell.flagsTitle(flags.length, thread.name)}
      </Popover.Title>
      <Flags thread={thread} flags={flags} />
      <div className="mt-1 flex gap-1">
        <Button size="s" look="ghost" onClick={() => navigate(threadPath(thread.id, 'file'))}>
          {FLEET.cell.openList}
        </Button>
        <ReviewButton thread={thread} look="ghost" />
      </div>
    </>
  )
}

function Flags({ thread, flags }: FlagsProps): ReactNode {
  const app = useBridge()
  return (
    <ul className="max-h-64 overflow-y-auto">
      {flags.map((flag) => (
        <li key={flag} className="flex items-start gap-2 border-t border-line px-2 py-1.5">
          <span className="selectable flex-1" dir="auto">
            <Ticks text={flag} />
          </span>
          <Button size="s" look="ghost" onClick={() => navigate(flagPath(thread.id, flag))}>
            {FLEET.cell.atLine}
          </Button>
          <Button size="s" onClick={() => resolveFlag(app, thread, flag)}>
            Resolve
          </Button>
        </li>
      ))}
    </ul>
  )
}
