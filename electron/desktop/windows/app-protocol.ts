import { readFileSync } from 'node:fs'
import path from 'node:path'
import { protocol } from 'electron'
import { fileBehind, mimeOf } from './app-files.ts'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  // Text never becomes markup or a script, whatever a library of the page does with it.
  "require-trusted-types-for 'script'; trusted-types 'none'"

/** Before `ready`. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    // What was compiled once is read by the next windows; the name of each script changes with its text.
    {
      scheme: 'threadbeat',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/**
 * After `ready`: threadbeat://app/ is the folder of the built window, and nothing else. Each file is answered within the
 * turn in which it is asked for: what this process does next holds up no page. Not by `protocol.handle`, which reads
 * Node's whole client for HTTP before its first answer; this older way, which Electron advises against and still has,
 * does not. An Electron without it fails the type check.
 */
export function serveApp(rendererDir: string): void {
  protocol.registerBufferProtocol('threadbeat', ({ method, url }, answer) => {
    const file = method === 'GET' ? fileBehind(rendererDir, url) : null
    const data = file === null ? null : readOwn(file)
    if (file === null || data === null)
      return answer({ statusCode: 404, mimeType: 'text/plain', data: Buffer.from('not found') })
    answer({ data, headers: headersOf(file) })
  })
}

const headersOf = (file: string): Record<string, string> => ({
  'content-type': mimeOf(file),
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
})

/** null: there is none. */
function readOwn(file: string): Buffer | null {
  try {
    return readFileSync(path.normalize(file))
  } catch {
    return null
  }
}
