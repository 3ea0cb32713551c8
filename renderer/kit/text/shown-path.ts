/** The person's own folder as "~". */
export const homePath = (path: string): string =>
  path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[/\\]|$)/, '~')

/** For a narrow column: the end of a path says more than its beginning. */
export function shortPath(path: string, most = 26): string {
  const home = homePath(path)
  if (home.length <= most) return home
  const parts = home.split(/[/\\]/)
  let tail = parts.at(-1) ?? ''
  for (let i = parts.length - 2; i >= 0 && tail.length + (parts[i]?.length ?? 0) + 3 <= most; i--)
    tail = `${parts[i]}/${tail}`
  return `…/${tail}`
}
