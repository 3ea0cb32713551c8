import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { useQuestion } from './confirm.ts'

const BACKDROP = 'backdrop fixed inset-0 z-30 bg-[var(--shade)]'
const POPUP =
  'popup fixed top-1/2 left-1/2 z-40 flex max-h-[88vh] -translate-x-1/2 -translate-y-1/2 flex-col ' +
  'rounded-card border border-line bg-surface shadow-popover outline-none'

export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 560,
  children,
  footer,
  isText = false,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  width?: number
  children: ReactNode
  footer?: ReactNode
  /** Nothing inside takes the focus: the text itself must be scrolled by keys. */
  isText?: boolean
}): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          finalFocus={useOpener(open)}
          className={POPUP}
          style={{ width: `min(${width}px, calc(100vw - clamp(16px, 5.4vw, 48px)))` }}
        >
          <header className="px-6 pt-5 pr-16 pb-3 max-[480px]:px-4 max-[480px]:pr-14">
            <Base.Title className="text-16 font-semibold">{title}</Base.Title>
            {description !== undefined && (
              <Base.Description className="mt-1 text-13 text-ink-2">{description}</Base.Description>
            )}
          </header>
          <div
            className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-4 max-[480px]:px-4 focus-visible:outline-offset-[-2px]"
            {...(isText ? { tabIndex: 0, role: 'region', 'aria-label': title } : {})}
          >
            {children}
          </div>
          {footer !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-6 py-3 max-[480px]:px-4">
              {footer}
            </footer>
          )}
          {/* Last, so that the focus begins with what the dialog is about. */}
          <Base.Close
            render={
              <Button look="ghost" size="icon" aria-label="Close" className="!absolute top-4 right-5" />
            }
          >
            <X size={16} />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Whom the focus returns to. A field that takes the focus by itself has it before the library looks who had
 * it, so we look before the field is there.
 */
function useOpener(open: boolean): () => HTMLElement | boolean {
  const [seen, setSeen] = useState<{ readonly open: boolean; readonly opener: Element | null }>({
    open: false,
    opener: null,
  })
  if (seen.open !== open) setSeen({ open, opener: open ? document.activeElement : seen.opener })
  return () => {
    const at = document.activeElement
    // somebody has taken it on already
    if (at !== null && at !== document.body && at.closest('[role="dialog"]') === null) return false
    return seen.opener instanceof HTMLElement && seen.opener !== document.body && seen.opener.isConnected
      ? seen.opener
      : true
  }
}

/** Stands once in the frame. */
export function ConfirmHost(): ReactNode {
  const { question, answer } = useQuestion()
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={question !== null} onOpenChange={(isOpen) => !isOpen && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup
          initialFocus={safe}
          className={POPUP}
          style={{ width: 'min(480px, calc(100vw - 48px))' }}
        >
          <AlertDialog.Title className="px-6 pt-5 text-16 font-semibold">{question?.title}</AlertDialog.Title>
          <AlertDialog.Description
            render={<div tabIndex={0} />}
            className="selectable overflow-y-auto px-6 pt-2 pb-5 text-13 text-ink-2"
          >
            {question?.text}
          </AlertDialog.Description>
          <footer className="flex justify-end gap-2 border-t border-line px-6 py-3">
            <AlertDialog.Close ref={safe} render={<Button />}>
              {question?.no ?? 'Cancel'}
            </AlertDialog.Close>
            <Button look={question?.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
              {question?.yes}
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
