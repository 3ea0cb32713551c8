import type { ReactNode } from 'react'
import type { HandedOver } from '../../../shared/alerts/hand-over.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Well } from '../../kit/parts.tsx'
import { CopyButton } from '../../kit/text/copy-line.tsx'
import { PARTS } from '../copy.ts'

/** The command for a terminal that the person opens. `done` null: closed. */
export function NotOpened({ done, onClose }: { done: HandedOver | null; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open={done !== null}
      onClose={onClose}
      title={PARTS.handOver.title}
      description={done?.why == null ? undefined : PARTS.handOver.why(done.why)}
    >
      {done !== null && (
        <>
          <Well aria-label="Command">{done.command}</Well>
          <div className="mt-2">
            <CopyButton text={done.command} what={PARTS.handOver.copy} word="Copy" />
          </div>
        </>
      )}
    </Dialog>
  )
}
