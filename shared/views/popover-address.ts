/**
 * Where in the page the small window at the tray stands, and what is added while it is pinned, or when it
 * wants to be hidden. Main process and page both read it.
 */
export const POPOVER_PATH = '/popover'
export const POPOVER_HASH = `#${POPOVER_PATH}`
export const POPOVER_PIN = '?pin'
export const POPOVER_AWAY = '?away'
