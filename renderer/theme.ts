import { useSyncExternalStore } from 'react'
import type { Settings } from '../shared/settings.ts'

export type Theme = 'light' | 'dark'
const prefersDark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null

/** What is shown now: the setting, or the system's wish. */
const current = (): Theme => {
  const set = document.documentElement.dataset['theme']
  return set === 'light' || set === 'dark' ? set : prefersDark?.matches ? 'dark' : 'light'
}

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

export function setTheme(theme: Settings['theme']): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  tell()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) prefersDark?.addEventListener('change', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) prefersDark?.removeEventListener('change', tell)
  }
}
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)
