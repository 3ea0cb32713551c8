import type { ReactNode } from 'react'

/** A filter or a ready-made value, pressed or not. */
export const Pill = ({
  pressed,
  onClick,
  children,
}: {
  pressed: boolean
  onClick: () => void
  children: ReactNode
}): ReactNode => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onClick}
    className={
      'h-6 rounded-full border px-2.5 text-12 ' +
      `${pressed ? 'border-transparent bg-inverse font-medium text-on-inverse' : 'border-line bg-surface text-ink-2 hover:border-line-strong'}`
    }
  >
    {children}
  </button>
)
