const NAMED: Readonly<Record<string, string>> = {
  Space: 'Space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  Insert: 'Insert',
}
const MODIFIERS: Readonly<Record<string, string>> = { Mod: 'CommandOrControl', Alt: 'Alt', Shift: 'Shift' }

/**
 * A stroke as the window records it, "Mod+Shift+B", in the words of the system's registry of keys. null:
 * not one to take from every other program. It wants Ctrl (⌘) or Alt, and with a letter, digit or arrow a
 * second modifier: those with one alone belong to the programs.
 */
export function acceleratorOf(stroke: string): string | null {
  const modifiers = stroke.split('+')
  const key = modifiers.pop() ?? ''
  const isFunction = /^F([1-9]|1\d|2[0-4])$/.test(key)
  const named = Object.hasOwn(NAMED, key) ? NAMED[key] : undefined
  const name = isFunction || /^[A-Z0-9]$/.test(key) ? key : named
  if (
    name === undefined ||
    new Set(modifiers).size !== modifiers.length ||
    modifiers.some((m) => !Object.hasOwn(MODIFIERS, m))
  )
    return null
  if (!modifiers.includes('Mod') && !modifiers.includes('Alt')) return null
  return modifiers.length >= 2 || isFunction || key === 'Space'
    ? [...modifiers.map((m) => MODIFIERS[m]), name].join('+')
    : null
}

/** "Mod+Shift+B" as it is pressed. */
export const strokeText = (stroke: string, platform: string): string =>
  stroke.replace('Mod', platform === 'darwin' ? '⌘' : 'Ctrl')
