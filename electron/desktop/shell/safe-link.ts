/** https only, without a name or password in it. null: not a link to follow. */
export function safeLink(url: string): string | null {
  try {
    const parsed = new URL(url)
    return parsed.protocol === 'https:' &&
      parsed.username === '' &&
      parsed.password === '' &&
      parsed.href.length <= 2048
      ? parsed.href
      : null
  } catch {
    return null
  }
}
