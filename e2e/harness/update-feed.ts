import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A release as a feed of electron-updater's generic provider has it. */
export interface Release {
  readonly version: string
  readonly file: Buffer
  /** What the feed says the file is, where that is not true. */
  readonly claimed?: Buffer
}

const NAME = 'Threadbeat-x86_64.AppImage'

/** Serves one release on this machine's own address, and counts what is asked of it. */
export async function updateFeed(release: () => Release): Promise<{
  readonly config: string // app-update.yml of a package that looks here
  readonly asked: readonly string[]
  stop(): Promise<void>
}> {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    asked.push(path)
    const { version, file, claimed = file } = release()
    const sha512 = createHash('sha512').update(claimed).digest('base64')
    if (path === '/latest-linux.yml')
      response.end(
        `version: ${version}\nfiles:\n  - url: ${NAME}\n    sha512: ${sha512}\n    size: ${claimed.length}\n` +
          `path: ${NAME}\nsha512: ${sha512}\nreleaseDate: '2026-11-01T00:00:00.000Z'\n`,
      )
    else if (path === `/${NAME}`) response.end(file)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    config: `provider: generic\nurl: http://127.0.0.1:${port}\nupdaterCacheDirName: threadbeat-updater\n`,
    asked,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
