import type { ComponentProps, ReactNode } from 'react'
import { isMac, keyFor } from './keys.ts'
import { useSurroundings } from './surroundings.ts'

const LOOK = {
  primary: 'bg-accent text-on-accent font-medium hover:bg-accent-hover border border-transparent',
  secondary: 'bg-surface text-ink font-medium border border-line hover:bg-hover hover:border-line-strong',
  ghost: 'text-ink-2 border border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-urgent-solid text-on-urgent font-medium border border-transparent hover:brightness-95',
} as const
const SIZE = {
  m: 'h-8 px-3 gap-2 text-13',
  s: 'h-7 px-2.5 gap-1.5 text-12',
  icon: 'size-7 justify-center',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOK
  size?: keyof typeof SIZE
}

export function Button({ look = 'secondary', size = 'm', className = '', ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={
        'inline-flex shrink-0 items-center rounded-control whitespace-nowrap transition-colors ' +
        `duration-120 disabled:opacity-50 disabled:pointer-events-none ${LOOK[look]} ${SIZE[size]} ` +
        `${className}`
      }
      {...rest}
    />
  )
}

const KEY_SIGN: Record<string, string> = isMac ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' } : { Mod: 'Ctrl' }

/** What is pressed for a built-in stroke now; null: no key. */
export const useKey = (builtIn: string): string | null => keyFor(useSurroundings().keys, builtIn)

/**
 * A shortcut beside the thing it does: "Mod+Shift+B", or the key that the person chose for it. `exact`:
 * this very key.
 */
export function Kbd({
  keys: builtIn,
  exact = false,
  className = '',
}: {
  keys: string
  exact?: boolean
  className?: string
}): ReactNode {
  const own = useKey(builtIn)
  const keys = exact ? builtIn : own
  if (keys === null) return null
  const text = keys
    .split('+')
    .map((k) => KEY_SIGN[k] ?? k)
    .join(isMac ? '' : ' ')
    .replace('⇧ ', '⇧')
  return (
    <kbd aria-hidden className={`font-mono text-11 whitespace-nowrap ${className}`}>
      {text}
    </kbd>
  )
}
