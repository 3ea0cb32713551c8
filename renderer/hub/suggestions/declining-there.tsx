import { useState, type ReactNode } from 'react'
import type { OtherMachine } from '../../../shared/hub/others/others.ts'
import { REASON_CHARS } from '../../../shared/hub/order.ts'
import type { RemoteSuggestion } from '../../../shared/hub/suggested.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { OTHER_SUGGESTIONS as COPY } from './copy.ts'

/** Asks why. The reason stands in that machine's record, and is told to who proposed the line. */
export function DecliningThere({
  suggestion: { text, name },
  machine,
  onDecline,
  onClose,
}: {
  suggestion: RemoteSuggestion
  machine: OtherMachine
  /** `reason` null: none was given. */
  onDecline: (reason: string | null) => void
  onClose: () => void
}): ReactNode {
  const [reason, setReason] = useState('')
  const save = (): void => {
    onDecline(reason.trim() || null)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={COPY.declineTitle(text, name, machine.name)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={save}>
            {COPY.decline}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <label className="flex flex-col gap-1 text-12 text-ink-2">
          {COPY.reason}
          <input
            className={`${inputClass} w-full`}
            value={reason}
            maxLength={REASON_CHARS}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      </form>
    </Dialog>
  )
}
