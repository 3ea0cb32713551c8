import { useId, type ReactNode } from 'react'

/** One of a few, each with a line of its own; arrow keys choose. */
export function Options<T extends string>({
  label,
  value,
  options,
  onChange,
  isRow = false,
}: {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly {
    readonly key: T
    readonly name: string
    readonly help: ReactNode
    readonly right?: ReactNode
    readonly disabled?: boolean
  }[]
  /** Beside each other, where each is short. */
  isRow?: boolean
}): ReactNode {
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={isRow ? 'grid grid-cols-3 gap-2' : 'flex flex-col gap-2'}
    >
      {options.map(({ key, name, help, right, disabled }) => (
        <label
          key={key}
          className={
            'flex min-h-12 items-center gap-3 rounded-control border px-3 py-2 ' +
            'has-focus-visible:outline-2 has-focus-visible:outline-accent ' +
            `${key === value ? 'border-accent bg-accent-tint/40' : 'border-line bg-surface'} ` +
            `${disabled === true ? '' : 'hover:border-line-strong'}`
          }
        >
          <input
            type="radio"
            name={group}
            checked={key === value}
            disabled={disabled ?? false}
            onChange={() => onChange(key)}
            className="size-4 shrink-0 accent-[var(--accent)] outline-none"
            aria-label={name}
            aria-describedby={`${group}-${key}`}
          />
          <span className="min-w-0 flex-1">
            <span className={`block text-13 font-medium ${disabled === true ? 'text-ink-2' : ''}`}>
              {name}
            </span>
            <span id={`${group}-${key}`} className="selectable block text-12 break-words text-ink-3">
              {help}
            </span>
          </span>
          {right}
        </label>
      ))}
    </div>
  )
}

export const Lead = ({ children }: { children: ReactNode }): ReactNode => (
  <p className="mb-4 max-w-[68ch] text-13 text-ink-2">{children}</p>
)
