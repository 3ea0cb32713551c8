import { CalendarDays } from 'lucide-react'
import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { readTypedDate, readTypedMoment, typedText } from '../../../shared/base/clock/typed-time.ts'
import { KIT } from '../copy.ts'
import { inputClass } from '../field.tsx'
import { timeStyle, useMinute } from '../time.ts'

/**
 * The browser's own fields write dates by the language of Chromium, not by the system's formats or the setting;
 * these write and read them as everything else in the window does. The browser's calendar is still there to
 * choose from.
 */
interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** "2026-11-22", of a moment "2026-11-22T21:32"; what is neither is shown as it stands. "": nothing. */
  readonly value: string
  /** The same; a text that cannot be read as it was typed. */
  readonly onChange: (value: string) => void
}

/** Tells what was typed at Enter, or when it is left. */
export const DateField = (props: Props): ReactNode => <Field {...props} withTime={false} />
/** A date with its time, told as it is typed. */
export const MomentField = (props: Props): ReactNode => <Field {...props} withTime />

function Field({
  value,
  onChange,
  withTime,
  className,
  disabled,
  ...rest
}: Props & { readonly withTime: boolean }): ReactNode {
  const style = timeStyle()
  const now = useMinute()
  const [typed, setTyped] = useState<string | null>(null) // null: shows the value
  const read = withTime ? readTypedMoment : readTypedDate
  const valueOf = (text: string): string =>
    text.trim() === '' ? '' : (read(text, style, new Date(now).getFullYear()) ?? text)
  const leave = (): void => {
    if (typed !== null && !withTime) onChange(valueOf(typed))
    setTyped(null)
  }
  return (
    <span className={`relative inline-flex items-center ${className ?? ''}`}>
      <input
        {...(withTime && { placeholder: KIT.example(typedText('2026-11-22T21:30', style)) })}
        {...rest}
        type="text"
        spellCheck={false}
        autoComplete="off"
        disabled={disabled}
        aria-invalid={rest['aria-invalid'] === true || (typed === null && isUnread(value))}
        className={`${inputClass} w-full pr-8 tabular-nums`}
        value={typed ?? typedText(value, style)}
        onChange={(e) => {
          setTyped(e.target.value)
          if (withTime) onChange(valueOf(e.target.value))
        }}
        onBlur={leave}
        onKeyDown={(e) => {
          if (!withTime && e.key === 'Enter') leave()
        }}
      />
      <Calendar
        day={value.slice(0, 10)}
        disabled={disabled ?? false}
        onChoose={(day) => {
          setTyped(null)
          const time = /T\d\d:\d\d/.exec(value)?.[0] ?? 'T09:00'
          onChange(withTime ? `${day}${time}` : day)
        }}
      />
    </span>
  )
}

/** Something was typed that is no time; told when the field is left, not at each key. */
const isUnread = (value: string): boolean => value !== '' && !/^\d{4}-\d\d-\d\d(T|$)/.test(value)

/** The browser's calendar of a field that nobody sees or reaches by key: the button beside it opens it. */
function Calendar({
  day,
  disabled,
  onChoose,
}: {
  readonly day: string
  readonly disabled: boolean
  readonly onChoose: (day: string) => void
}): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="date"
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        value={/^\d{4}-\d\d-\d\d$/.test(day) ? day : ''}
        onChange={(e) => e.target.value !== '' && onChoose(e.target.value)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      <button
        type="button"
        disabled={disabled}
        aria-label={KIT.calendar}
        title={KIT.calendar}
        onClick={() => field.current?.showPicker()}
        className="absolute right-1 inline-flex size-6 items-center justify-center rounded-control text-ink-3 hover:bg-hover hover:text-ink"
      >
        <CalendarDays size={14} aria-hidden />
      </button>
    </>
  )
}
