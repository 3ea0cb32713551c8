import { shell } from 'electron'
import { safeLink } from './safe-link.ts'

/** Gives a link to the browser. false: refused. */
export async function openExternal(url: string): Promise<boolean> {
  const safe = safeLink(url)
  if (safe === null) return false
  await shell.openExternal(safe).catch(() => {}) // no browser: nothing to be done about it here
  return true
}
