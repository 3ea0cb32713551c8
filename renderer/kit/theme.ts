import { useSyncExternalStore } from 'react'

/**
 * What is painted now; whatever draws by itself draws anew when it changes. `forced`: the colours are the
 * system's own.
 */
type Theme = 'light' | 'dark' | 'light-more' | 'dark-more' | 'forced'
interface Look {
  readonly theme: 'system' | 'light' | 'dark'
  readonly contrast: 'system' | 'more'
  readonly density: 'comfortable' | 'compact'
}

const query = (text: string): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(text) : null
const prefersDark = query('(prefers-color-scheme: dark)')
const prefersMore = query('(prefers-contrast: more)')
const forced = query('(forced-colors: active)')

const root = (): HTMLElement => document.documentElement
let contrast: Look['contrast'] = 'system'

/** One attribute, whoever asks for it: the system's wish, or the own switch. */
function showContrast(): void {
  if (contrast === 'more' || prefersMore?.matches === true) root().dataset['contrast'] = 'more'
  else delete root().dataset['contrast']
}

const systemTheme = (): 'light' | 'dark' => (prefersDark?.matches === true ? 'dark' : 'light')

const current = (): Theme => {
  if (forced?.matches === true) return 'forced'
  const { theme, contrast: shown } = root().dataset
  const base = theme === 'light' || theme === 'dark' ? theme : systemTheme()
  return shown === 'more' ? `${base}-more` : base
}
export const isDark = (theme: Theme): boolean => theme.startsWith('dark')

const listeners = new Set<() => void>()
function tell(): void {
  showContrast()
  for (const listener of listeners) listener()
}

export function setLook(look: Look): void {
  const { dataset } = root()
  if (look.theme === 'system') delete dataset['theme']
  else dataset['theme'] = look.theme
  dataset['density'] = look.density
  contrast = look.contrast
  tell()
}

const WISHES = [prefersDark, prefersMore, forced]
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const wish of WISHES) wish?.addEventListener('change', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const wish of WISHES) wish?.removeEventListener('change', tell)
  }
}
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)
