import { readFile } from 'node:fs/promises'
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

/** After `ready`: threadbeat://app/ is the folder of the built window, and nothing else. */
export function serveApp(rendererDir: string): void {
  protocol.handle('threadbeat', async (request) => {
    const file = request.method === 'GET' ? fileBehind(rendererDir, request.url) : null
    if (file === null) return new Response('not found', { status: 404 })
    try {
      const headers = {
        'content-type': mimeOf(file),
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      }
      return new Response(await readFile(path.normalize(file)), { headers })
    } catch {
      return new Response('not found', { status: 404 })
    }
  })
}
