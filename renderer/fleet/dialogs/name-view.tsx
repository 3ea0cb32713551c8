import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { FLEET } from '../copy.ts'
import { LONGEST_VIEW_NAME } from '../query/query.ts'

/** Asks how a view is called. `name` null: closed. */
export function NameView({
  name,
  onName,
  onSave,
  onClose,
}: {
  name: string | null
  onName: (name: string) => void
  onSave: (name: string) => void
  onClose: () => void
}): ReactNode {
  const called = (name ?? '').trim()
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (called !== '') onSave(called)
  }
  return (
    <Dialog
      open={name !== null}
      onClose={onClose}
      title={FLEET.views.title}
      description={FLEET.views.help}
      width={420}
    >
      <form onSubmit={save} className="flex items-end gap-2">
        <label className="flex-1 text-12 text-ink-2">
          {FLEET.views.name}
          <input
            autoFocus
            value={name ?? ''}
            maxLength={LONGEST_VIEW_NAME}
            onChange={(e) => onName(e.target.value)}
            className={`${inputClass} mt-1 w-full`}
          />
        </label>
        <Button type="submit" look="primary" disabled={called === ''}>
          Save
        </Button>
      </form>
    </Dialog>
  )
}
