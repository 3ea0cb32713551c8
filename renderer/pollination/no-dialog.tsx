import { useState, type ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'

interface ReasonProps {
  title: string
  yes: string
  reason?: string
  mostChars?: number // of the reason
  isPending?: boolean
  onSave: (reason: string) => void
  onClose: () => void
  /** What else is asked. */
  children?: ReactNode
}

/** Asks why not. */
export function ReasonDialog({
  title,
  yes,
  reason: before = '',
  mostChars = 500,
  isPending = false,
  onSave,
  onClose,
  children,
}: ReasonProps): ReactNode {
  const [reason, setReason] = useState(before)
  const save = (): void => onSave(reason)
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isPending} onClick={save}>
            {yes}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {children}
        <label className="flex flex-col gap-1 text-12 text-ink-2">
          {COPY.reason}
          <input
            className={`${inputClass} w-full`}
            value={reason}
            maxLength={mostChars}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      </form>
    </Dialog>
  )
}

interface Props<Where extends string> extends Omit<ReasonProps, 'onSave' | 'children'> {
  options: Readonly<Record<Where, string>>
  first: Where
  onSave: (where: Where, reason: string) => void
}

/** Asks how far a no goes, and why. `options`: what each place is called; the first is chosen. */
export function NoDialog<Where extends string>({
  options,
  first,
  onSave,
  ...asked
}: Props<Where>): ReactNode {
  const [where, setWhere] = useState<Where>(first)
  return (
    <ReasonDialog {...asked} onSave={(reason) => onSave(where, reason)}>
      <div className="flex items-center gap-3 text-13">
        <span className="text-ink-2">{COPY.notIn}</span>
        <Select label={COPY.notIn} value={where} options={options} onChange={setWhere} />
      </div>
    </ReasonDialog>
  )
}
