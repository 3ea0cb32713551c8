/** The address itself is a credential of most services: only its host is shown. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return 'unreadable address'
  }
}
