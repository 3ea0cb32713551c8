import { Select as BaseSelect } from '@base-ui/react/select'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check, ChevronDown } from 'lucide-react'
import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
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

export function Select<T extends string>({
  value,
  options,
  onChange,
  label,
  id,
}: {
  value: T
  options: Readonly<Record<T, string>>
  onChange: (value: T) => void
  label: string
  id?: string
}): ReactNode {
  return (
    <BaseSelect.Root items={options} value={value} onValueChange={(v) => v !== null && onChange(v as T)}>
      <BaseSelect.Trigger
        id={id}
        aria-label={label}
        className={`${inputClass} inline-flex min-w-36 items-center justify-between gap-2`}
      >
        <BaseSelect.Value>{(chosen: T) => <>{options[chosen]}</>}</BaseSelect.Value>
        <BaseSelect.Icon>
          <ChevronDown size={14} className="text-ink-3" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <BaseSelect.Popup className="popup min-w-(--anchor-width) rounded-card border border-line bg-surface p-1 shadow-popover outline-none">
            <BaseSelect.List>
              {(Object.entries(options) as [T, string][]).map(([key, word]) => (
                <BaseSelect.Item
                  key={key}
                  value={key}
                  className="flex items-center gap-2 rounded-control px-2 py-1.5 text-13 outline-none data-[highlighted]:bg-hover"
                >
                  <span className="w-4">
                    <BaseSelect.ItemIndicator>
                      <Check size={14} />
                    </BaseSelect.ItemIndicator>
                  </span>
                  <BaseSelect.ItemText>{word}</BaseSelect.ItemText>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

export function Switch({
  checked,
  onChange,
  label,
  disabled,
}: {
  checked: boolean
  onChange: (on: boolean) => void
  label: string
  disabled?: boolean
}): ReactNode {
  return (
    <BaseSwitch.Root
      checked={checked}
      onCheckedChange={onChange}
      aria-label={label}
      disabled={disabled ?? false}
      className="flex h-5 w-9 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-120 data-[checked]:bg-accent data-[disabled]:opacity-50"
    >
      <BaseSwitch.Thumb className="size-4 rounded-full bg-surface transition-transform duration-120 data-[checked]:translate-x-4" />
    </BaseSwitch.Root>
  )
}

export function Checkbox({
  checked,
  onChange,
  label,
  disabled,
  ...rest
}: { checked: boolean; onChange: (on: boolean) => void; label: string; disabled?: boolean } & Pick<
  ComponentProps<'input'>,
  'id'
>): ReactNode {
  return (
    <BaseCheckbox.Root
      {...rest}
      checked={checked}
      onCheckedChange={onChange}
      aria-label={label}
      disabled={disabled ?? false}
      className="flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-line-strong bg-surface data-[checked]:border-accent data-[checked]:bg-accent data-[disabled]:opacity-50"
    >
      <BaseCheckbox.Indicator className="text-on-accent">
        <Check size={12} strokeWidth={3} />
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
}
