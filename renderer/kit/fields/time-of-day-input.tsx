import { useState, type ReactNode } from 'react'
import { readTimeOfDay } from '../../../shared/base/clock/time-text.ts'
import { inputClass } from '../field.tsx'
import { timeOfDay } from '../time.ts'

/**
 * A time of day as the system writes it; `value` and what is saved are "HH:MM". Keeps what is typed until
 * Enter or until it is left; one element all along, so that the focus stays in it.
 */
export function TimeOfDayInput({
  label,
  value,
  onSave,
  onUnread,
}: {
  label: string
  value: string
  onSave: (clock: string) => void
  /** What cannot be read; null: nothing any more. */
  onUnread: (text: string | null) => void
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null) // null: shows the value
  const clock = typed === null ? value : readTimeOfDay(typed)
  const take = (): void => {
    onUnread(clock === null ? typed : null)
    if (clock === null) return
    setTyped(null)
    if (clock !== value) onSave(clock)
  }
  const forget = (): void => {
    setTyped(null)
    onUnread(null)
  }
  return (
    <input
      aria-label={label}
      aria-invalid={clock === null}
      className={`${inputClass} w-24`}
      spellCheck={false}
      value={typed ?? timeOfDay(value)}
      onChange={(e) => setTyped(e.target.value)}
      onBlur={take}
      onKeyDown={(e) => (e.key === 'Enter' ? take() : e.key === 'Escape' && forget())}
    />
  )
}
