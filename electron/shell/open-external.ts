import { shell } from 'electron'

/** Gives a link to the browser; https only, without a name or password in it. false: refused. */
export async function openExternal(url: string): Promise<boolean> {
  const safe = safeLink(url)
  if (safe === null) return false
  await shell.openExternal(safe).catch(() => {}) // no browser: nothing to be done about it here
  return true
}

export function safeLink(url: string): string | null {
  try {
    const parsed = new URL(url)
    return parsed.protocol === 'https:' && parsed.username === '' && parsed.password === '' && parsed.href.length <= 2048 ? parsed.href : null
  } catch {
    return null
  }
}
