import { Pause } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import { later, Opened } from '../../client/later.tsx'
import { pause } from '../../commands/actions/pause.ts'
import { ACTIONS } from '../../commands/actions/copy.ts'
import { PARTS } from '../copy.ts'
import { Button } from '../../kit/button.tsx'
import { Menu } from '../../kit/menu.tsx'

const PauseDialog = later(async () => (await import('./pause-dialog.tsx')).PauseDialog)

/** For one thread, or for everything (`thread` null). */
export function PauseMenu({
  thread,
  trigger,
}: {
  thread: ThreadView | null
  trigger?: ReactElement
}): ReactNode {
  const app = useBridge()
  const [isAsking, setAsking] = useState(false)
  const close = (): void => setAsking(false)
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
          { label: ACTIONS.pause.choices.hour, run: () => pause(app, thread, 'hour') },
          { label: ACTIONS.pause.choices.tomorrow, run: () => pause(app, thread, 'tomorrow') },
          { label: ACTIONS.pause.choices.open, run: () => pause(app, thread, 'open') },
          null,
          { label: PARTS.pause.withReason, run: () => setAsking(true) },
        ]}
      />
      <Opened part={PauseDialog} isOpen={isAsking} close={close}>
        <PauseDialog thread={thread} open={isAsking} onClose={close} />
      </Opened>
    </>
  )
}
