import type { ReactNode } from 'react'
import type { Alert } from '../../../shared/alerts/alert.ts'
import { commandName } from '../../../shared/alerts/fact-news.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import type { KeptCommand } from '../../../shared/events/command-again.ts'
import { JOB_DEFAULTS } from '../../../shared/jobs/job-bounds.ts'
import { useBridge } from '../../client/bridge.ts'
import { useWrite } from '../../client/write.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Arguments } from './arguments.tsx'
import { AGAIN } from './copy.ts'

/** `command`: as it was when the question was opened; if it is another one by now, nothing is started. */
export function AskAgain({
  alert,
  command,
  onClose,
}: {
  alert: Alert
  command: KeptCommand
  onClose: () => void
}): ReactNode {
  const { api } = useBridge()
  const name = commandName(alert.key) ?? command.argv[0] ?? ''
  const run = useWrite(api.alerts.runAgain, { done: AGAIN.queued(name), stale: [api.alerts.key()] })
  return (
    <Dialog
      open
      onClose={onClose}
      title={AGAIN.title(name)}
      description={AGAIN.help}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={run.isPending}
            onClick={() => run.mutate({ id: alert.id, command, confirmed: true }, { onSettled: onClose })}
          >
            {AGAIN.run}
          </Button>
        </>
      }
    >
      <div className="selectable text-13 text-ink-2">
        <p className="break-all">{AGAIN.place(revealHidden(command.folder))}</p>
        <Arguments argv={command.argv} />
        <p className="mt-2">{AGAIN.may(formatDuration(JOB_DEFAULTS.limitMs))}</p>
      </div>
    </Dialog>
  )
}
