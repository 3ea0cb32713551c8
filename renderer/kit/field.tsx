import { useId, useRef, useState, type ReactNode } from 'react'
import { messageOf } from '../../shared/base/error-message.ts'

export const inputClass =
  'h-8 rounded-control border border-line-strong/60 bg-surface px-2.5 text-13 text-ink ' +
  'placeholder:text-ink-3 hover:border-line-strong aria-invalid:border-urgent'

/** A settings row: what it is, one line of help, the control. */
export function Row({
  label,
  help,
  error,
  children,
  htmlFor,
}: {
  label: string
  help?: ReactNode
  error?: string | null
  children: ReactNode
  htmlFor?: string
}): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(220px,320px)] gap-6 border-b border-line py-3 last:border-b-0 max-[1000px]:grid-cols-[minmax(0,1fr)_240px]">
      <div>
        <label htmlFor={htmlFor} className="text-13 font-medium">
          {label}
        </label>
        {help !== undefined && <p className="max-w-[60ch] text-12 text-ink-3">{help}</p>}
      </div>
      <div className="flex flex-col items-end gap-1">
        {children}
        {error != null && (
          <p role="alert" className="text-right text-12 text-urgent">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

/**
 * Keeps what is typed until Enter or blur; `read` turns text into a value or a sentence that says what is
 * wrong.
 */
export function TextSetting({
  label,
  help,
  value,
  read,
  onSave,
  placeholder,
  width = 'w-40',
  mono,
}: {
  label: string
  help?: ReactNode
  value: string
  placeholder?: string
  width?: string
  mono?: boolean
  read?: Read | undefined
  onSave: (text: string) => Promise<unknown> | unknown
}): ReactNode {
  const id = useId()
  const { text, error, type, save, forget } = useTyped(value, read, onSave)
  return (
    <Row label={label} help={help} error={error} htmlFor={id}>
      <input
        id={id}
        className={`${inputClass} ${width} ${mono ? 'font-mono text-12' : ''}`}
        value={text}
        placeholder={placeholder}
        aria-invalid={error !== null}
        spellCheck={false}
        onChange={(e) => type(e.target.value)}
        onBlur={() => void save()}
        onKeyDown={(e) => {
          if (e.key === 'Enter') void save()
          if (e.key === 'Escape') forget()
        }}
      />
    </Row>
  )
}

/** What is wrong with it; null: nothing. */
type Read = (text: string) => string | null

function useTyped(
  value: string,
  read: Read | undefined,
  onSave: (text: string) => Promise<unknown> | unknown,
) {
  const [typed, setTyped] = useState<string | null>(null) // null: shows the value
  const [error, setError] = useState<string | null>(null)
  const text = typed ?? value
  const saving = useRef<string | null>(null) // Enter, and the blur that follows it, are one save
  const forget = (): void => {
    setTyped(null)
    setError(null)
  }
  const save = async (): Promise<void> => {
    const wanted = text.trim()
    if (wanted === value) return forget()
    if (wanted === saving.current) return
    const problem = read?.(wanted) ?? null
    setError(problem)
    if (problem !== null) return
    saving.current = wanted
    try {
      await onSave(wanted)
      setTyped((now) => (now?.trim() === wanted ? null : now)) // what was typed meanwhile stays
    } catch (cause) {
      setError(messageOf(cause))
    }
    saving.current = null
  }
  return { text, error, type: setTyped, save, forget }
}
