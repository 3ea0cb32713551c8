import { useState, type ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { inputClass } from '../kit/field.tsx'
import { Select } from '../kit/fields/select.tsx'
import { POLLINATION_COPY as COPY } from './copy.ts'

interface Props<Where extends string> {
  title: string
  yes: string
  options: Readonly<Record<Where, string>>
  first: Where
  reason?: string
  isPending: boolean
  onSave: (where: Where, reason: string) => void
  onClose: () => void
}

/** Asks how far a no goes, and why. `options`: what each place is called; the first is chosen. */
export function NoDialog<Where extends string>({
  title,
  yes,
  options,
  first,
  reason: before = '',
  isPending,
  onSave,
  onClose,
}: Props<Where>): ReactNode {
  const [reason, setReason] = useState(before)
  const [where, setWhere] = useState<Where>(first)
  const save = (): void => onSave(where, reason)
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
        <div className="flex items-center gap-3 text-13">
          <span className="text-ink-2">{COPY.notIn}</span>
          <Select label={COPY.notIn} value={where} options={options} onChange={setWhere} />
        </div>
        <label className="flex flex-col gap-1 text-12 text-ink-2">
          {COPY.reason}
          <input
            className={`${inputClass} w-full`}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      </form>
    </Dialog>
  )
}
