import { Pause } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/snapshot.ts'
import { useActions } from '../actions.tsx'
import { ACTIONS } from '../copy/actions.ts'
import { THREAD } from '../copy/thread.ts'
import { PauseDialog } from '../fleet/pause-dialog.tsx'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

/** For one thread, or for everything (`thread` null). */
export function PauseMenu({
  thread,
  trigger,
}: {
  thread: ThreadView | null
  trigger?: ReactElement
}): ReactNode {
  const actions = useActions()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Menu
        trigger={
          trigger ?? (
            <Button>
              <Pause size={14} /> Pause
            </Button>
          )
        }
        entries={[
          { label: ACTIONS.pause.choices.hour, run: () => actions.pause(thread, 'hour') },
          { label: ACTIONS.pause.choices.tomorrow, run: () => actions.pause(thread, 'tomorrow') },
          { label: ACTIONS.pause.choices.open, run: () => actions.pause(thread, 'open') },
          null,
          { label: THREAD.pause.withReason, run: () => setAsking(true) },
        ]}
      />
      <PauseDialog thread={thread} open={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}
