import type { ReactNode } from 'react'
import { Toaster } from 'sonner'
import { isDark, useTheme } from './theme.ts'

/**
 * Where toasts are shown, one at a time: over the shade behind a dialog, under the dialog itself, menus and whatever
 * else is opened. `above`: px of the window's foot that stay free.
 */
export function Toasts({ above }: { above: number }): ReactNode {
  const shown = useTheme()
  return (
    <Toaster
      theme={isDark(shown) ? 'dark' : 'light'}
      position="bottom-center"
      visibleToasts={1}
      offset={above}
      mobileOffset={above}
      style={{ zIndex: 35 }}
      toastOptions={{
        className: '!rounded-card !border-line !bg-surface !text-ink !text-13 !shadow-popover !font-sans',
        actionButtonStyle: { background: 'var(--accent)', color: 'var(--on-accent)' },
      }}
    />
  )
}
