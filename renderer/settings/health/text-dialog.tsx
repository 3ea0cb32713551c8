import type { ReactNode } from 'react'
import { messageOf } from '../../client/attempt.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Skeleton } from '../../kit/parts.tsx'

/** A long text that is asked for when it is opened. `children`: what can be done with it, beside *Close*. */
export function TextDialog({
  open,
  onClose,
  title,
  description,
  text,
  failed,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description: string
  text: { readonly data: string | undefined; readonly isError: boolean; readonly error: unknown }
  failed: (why: string) => string
  children?: ReactNode
}): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      width={720}
      isText
      footer={
        <>
          {children}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {text.isError && (
        <p role="alert" className="text-12 text-urgent">
          {failed(messageOf(text.error))}
        </p>
      )}
      {text.data === undefined && !text.isError && <Skeleton rows={8} height={20} />}
      {text.data !== undefined && (
        <pre className="selectable rounded-control bg-sunken p-3 font-mono text-11 break-words whitespace-pre-wrap text-ink">
          {text.data}
        </pre>
      )}
    </Dialog>
  )
}
