import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { createRouterClient } from '@orpc/server'
import { openHost } from '../../../host/host.ts'
import { loadDriver } from '../../../store/connection/driver.ts'

/** A server that keeps what is sent to it; `heard` waits for so many requests. */
async function listener() {
  const bodies: string[] = []
  let told = (): void => undefined
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => {
        bodies.push(Buffer.concat(pieces).toString())
        response.end()
        told()
      })
  })
  await new Promise<void>((next) => server.listen(0, '127.0.0.1', next))
  const { port } = server.address() as AddressInfo
  const heard = async (count: number): Promise<readonly string[]> => {
    while (bodies.length < count) await new Promise<void>((next) => (told = next))
    return bodies
  }
  return { url: `http://127.0.0.1:${port}/news`, heard, close: () => server.close() }
}

/** The real host on this folder; its notices as texts. */
async function openedOn(dataDir: string) {
  const notices: string[] = []
  const host = await openHost({
    dataDir,
    notifier: { show: async (notice) => (notices.push(JSON.stringify(notice)), { ok: true, value: null }) },
    shell: null,
    demo: false,
  })
  if (!host.ok) throw new Error(host.error.message)
  const client = createRouterClient(host.value.router, { context: { origin: 'test' as const } })
  return { host: host.value, client, notices }
}
export type Client = Awaited<ReturnType<typeof openedOn>>['client']

/** The same, with a place that hears of all news, and a log that leaves nothing out. */
export async function heardOn(dataDir: string) {
  const hook = await listener()
  const opened = await openedOn(dataDir)
  const target = { id: 'w', name: 'hook', kind: 'json' as const, url: hook.url, secret: null, chat: null }
  await opened.client.webhooks.save({
    target: { ...target, on: ['urgent', 'alert', 'broken'], enabled: true },
    confirmed: true,
  })
  await opened.client.settings.change({ logLevel: 'debug' })
  return { hook, ...opened }
}

/** The members of an archive, as texts; a backup is made as well. */
export async function archived(client: Client, zip: string): Promise<readonly (readonly [string, string])[]> {
  await client.data.exportTo({ path: zip, confirmed: true })
  await client.backups.make()
  return Object.entries(unzipSync(readFileSync(zip))).map(([name, bytes]) => [
    `archive ${name}`,
    Buffer.from(bytes).toString('latin1'),
  ])
}

export const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

/** Every text of a database, also what only its write-ahead log has. */
export function textsOf(file: string): string {
  const db = loadDriver().open(file, { readOnly: true })
  const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
  const all = tables
    .map(({ name }) => db.prepare(`SELECT * FROM "${String(name)}"`).all())
    .map((rows) =>
      JSON.stringify(rows, (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      ),
    )
  db.close()
  return all.join('\n')
}
