/** Single-letter shortcuts rest while someone types, or while a dialog or a menu is open. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  return target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') != null
}

export const isMod = (event: KeyboardEvent): boolean => (/Mac/.test(navigator.platform) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey)
