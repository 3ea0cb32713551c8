/**
 * What we take over from a repository's own config.
 *
 * A repository's config can name programs in dozens of keys (fsmonitor, hooks, filters, textconv, merge
 * drivers, helpers, sshCommand, uploadpack, includes …) and git invents new ones. So nothing of it reaches
 * git except the keys below, none of which names a program, a proxy or a file to include.
 */
const ALLOWED: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|logallrefupdates|sharedrepository)$/,
  /^core\.(?:sparsecheckout|sparsecheckoutcone|excludesfile|trustctime|checkstat|protecthfs|protectntfs|longpaths|bigfilethreshold)$/,
  /^index\.(?:sparse|version)$/,
  /^status\.showuntrackedfiles$/,
  // worktreeconfig is left out: the file it stands for is merged here, key by key.
  /^extensions\.(?!worktreeconfig$)[^.]+$/,
  /^remote\.[^\0]+\.(?:url|fetch|tagopt|promisor|partialclonefilter)$/,
  /^branch\.[^\0]+\.(?:remote|merge)$/,
]

export type ConfigEntry = readonly [key: string, value: string]

/** Reads `git config --null --list`; a key without a value means true. */
export function parseConfigList(listing: string): readonly ConfigEntry[] {
  return listing
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const cut = entry.indexOf('\n')
      return cut < 0 ? [entry, 'true'] : [entry.slice(0, cut), entry.slice(cut + 1)]
    })
}

/** Later entries of single-valued keys win, as in git. */
export function lastValue(entries: readonly ConfigEntry[], key: string): string | null {
  return entries.findLast(([name]) => name === key)?.[1] ?? null
}

export const isTrue = (value: string | null): boolean => value !== null && /^(?:true|yes|on|1)$/i.test(value)

export const allowedEntries = (entries: readonly ConfigEntry[]): readonly ConfigEntry[] =>
  entries.filter(([key, value]) => ALLOWED.some((rule) => rule.test(key)) && !value.includes('\0'))

/** Config text that holds exactly these entries. */
export function configText(entries: readonly ConfigEntry[]): string {
  return entries
    .map(([key, value]) => {
      const first = key.indexOf('.')
      const last = key.lastIndexOf('.')
      const section = key.slice(0, first)
      const subsection = last > first ? ` "${key.slice(first + 1, last).replace(/["\\]/g, '\\$&')}"` : ''
      return `[${section}${subsection}]\n\t${key.slice(last + 1)} = "${quoted(value)}"\n`
    })
    .join('')
}

const quoted = (value: string): string =>
  value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
