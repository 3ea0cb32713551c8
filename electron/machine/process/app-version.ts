import { readFileSync } from 'node:fs'

/** The bundles lie one folder below package.json, in the checkout as in a package; the sources deeper. */
const MOST_FOLDERS = 6

/** As package.json says; 'unknown' where there is none. */
export function appVersion(from = import.meta.url): string {
  let folder = new URL('.', from)
  for (let i = 0; i < MOST_FOLDERS; i++) {
    folder = new URL('..', folder)
    const version = versionIn(new URL('package.json', folder))
    if (version !== null) return version
  }
  return 'unknown'
}

function versionIn(file: URL): string | null {
  try {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return name === 'threadbeat' && typeof version === 'string' ? version : null
  } catch {
    return null
  }
}
