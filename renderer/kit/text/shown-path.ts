/** The person's own folder as "~". */
export const homePath = (path: string): string =>
  path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[/\\]|$)/, '~')
