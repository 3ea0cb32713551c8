import { useId, type ReactNode } from 'react'

/** A few options side by side; arrow keys choose, as in any group of radio buttons. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: Readonly<Record<T, string>>
  onChange: (value: T) => void
}): ReactNode {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex w-fit rounded-control border border-line-strong/60 bg-sunken p-0.5"
    >
      {(Object.entries(options) as [T, string][]).map(([key, word]) => (
        <label
          key={key}
          className={
            'relative rounded-[4px] px-2.5 py-0.5 text-13 has-focus-visible:outline-2 ' +
            'has-focus-visible:outline-accent ' +
            `${key === value ? 'bg-surface font-medium text-ink shadow-[0_0_0_1px_var(--border)]' : 'text-ink-2 hover:text-ink'}`
          }
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 opacity-0"
            checked={key === value}
            onChange={() => onChange(key)}
          />
          {word}
        </label>
      ))}
    </div>
  )
}
