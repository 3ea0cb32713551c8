import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../electron/cli/kit/socket-client.ts'
import { initHub, invite, join } from '../../../electron/machine/hub/administration.ts'
import type { Membership } from '../../../electron/machine/hub/membership.ts'
import { startPostgres, type Postgres } from '../../../electron/machine/hub/testing/postgres.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'

/** A hub in a PostgreSQL of its own on this machine. */
export interface HubStage {
  readonly server: Postgres
  /** Of the server, whose processes are its children. */
  pid(): number
  adminUrl(): string
  /** A data folder that nobody serves becomes another machine of the hub. */
  join(dataDir: string, name: string): Promise<Membership>
}

const DATABASE = 'hub'

export async function withHub<T>(
  use: (stage: HubStage) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const server = await startPostgres({ settings })
  try {
    server.sql('postgres', `create database ${DATABASE}`)
    const first = value(await initHub({ url: server.adminUrl(DATABASE), ca: null }))
    let { code } = first
    return await use({
      server,
      pid: () => Number(readFileSync(path.join(server.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]),
      adminUrl: () => server.adminUrl(DATABASE),
      async join(dataDir, name) {
        const joined = value(await join(dataDir, code, { name, class: 'workstation', version: '1.0.0' }))
        code = value(await invite(dataDir)).code
        return joined
      },
    })
  } finally {
    await server.remove()
  }
}

export function value<T>(result: Result<T, Fault>): T {
  if (result.ok) return result.value
  throw new Error(result.error.message)
}

/** What is asked for again and again until it is so. */
export async function until(holds: () => Promise<boolean>, everyMs = 0): Promise<void> {
  while (!(await holds())) if (everyMs > 0) await pause(everyMs)
}

export const connected = (client: Client): Promise<void> =>
  until(async () => (await client.hub.status()).link.is === 'connected', 20)
