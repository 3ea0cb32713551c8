import { Pause } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { ThreadView } from '../../shared/views/snapshot.ts'
import { useActions } from '../commands/actions.tsx'
import { ACTIONS } from '../commands/action-copy.ts'
import { PARTS } from './copy.ts'
import { PauseDialog } from './pause-dialog.tsx'
import { Button } from '../kit/button.tsx'
import { Menu } from '../kit/menu.tsx'

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
          { label: PARTS.pause.withReason, run: () => setAsking(true) },
        ]}
      />
      <PauseDialog thread={thread} open={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}
