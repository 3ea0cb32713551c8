import path from 'node:path'

export const APP_ORIGIN = 'threadbeat://app'

const MIME: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}
export const mimeOf = (file: string): string =>
  MIME[path.extname(file).toLowerCase()] ?? 'application/octet-stream'

/** The file of the window that a URL names. null: not ours, or outside of `root` however it is spelled. */
export function fileBehind(root: string, url: string): string | null {
  let parsed: URL
  let name: string
  try {
    parsed = new URL(url)
    name = decodeURIComponent(parsed.pathname)
  } catch {
    return null
  }
  if (
    parsed.protocol !== 'threadbeat:' ||
    parsed.host !== 'app' ||
    parsed.username !== '' ||
    parsed.password !== ''
  )
    return null
  // No file of ours has such a name; a backslash or a colon would mean another folder or a stream on
  // Windows.
  if (/[\0\\:]/.test(name)) return null
  const file = path.resolve(root, `.${name.startsWith('/') ? name : `/${name}`}`)
  if (file === path.resolve(root)) return path.join(file, 'index.html')
  return file.startsWith(path.resolve(root) + path.sep) ? file : null
}

/**
 * Our page, for checks of senders and navigation: the exact origin, not a prefix of the text, and no other file
 * of the folder.
 */
export function isAppUrl(url: string): boolean {
  try {
    const parsed = new URL(url)
    return (
      parsed.protocol === 'threadbeat:' &&
      parsed.host === 'app' &&
      parsed.username === '' &&
      parsed.password === '' &&
      ['', '/', '/index.html'].includes(parsed.pathname)
    )
  } catch {
    return false
  }
}
