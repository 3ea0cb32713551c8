import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { socketClient, type Client } from '../../../electron/cli/kit/socket-client.ts'
import { findSocket } from '../../../electron/machine/network/socket-path.ts'
import { loadDriver, type Database } from '../../../electron/store/connection/driver.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { root } from '../../machine/machine.mjs'
import { endOf } from './desktop.ts'

export const command = path.join(root, 'dist/cli.cjs')

interface Serving {
  readonly client: Client
  readonly pid: number
  /** In the order of their numbers, with their folders. */
  readonly threads: readonly { readonly id: ThreadId; readonly path: string }[]
  end(): Promise<void>
}

/** `threadbeat serve` in plain Node. */
export async function serve(dataDir: string, programs = process.env['PATH']): Promise<Serving> {
  const child = spawn(process.execPath, [command, '--data-dir', dataDir, 'serve'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: programs, HOME: path.dirname(dataDir), LC_ALL: 'C.UTF-8' },
  })
  let printed = ''
  while (!printed.includes('runs without a window')) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    printed += chunk.toString()
  }
  const client = socketClient(findSocket(dataDir))
  const { threads } = await client.snapshot()
  return {
    client,
    pid: child.pid!,
    threads: threads.map(({ id, repoPath }) => ({ id, path: repoPath })),
    end: () => endOf(child),
  }
}

/** From the request until its end. */
export async function beat(client: Client, id: ThreadId, tier: Tier): Promise<void> {
  const { itemId } = await client.beat.start({ id, tier })
  const run = await client.beat.wait({ itemId })
  if (run?.outcome !== 'quiet') throw new Error(`a beat ended as ${run?.outcome}: ${run?.summary}`)
}

/** More connections at a time are refused by the system. */
const AT_ONCE = 100

export async function beatAll(client: Client, ids: readonly ThreadId[], tier: Tier): Promise<void> {
  const left = [...ids]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await beat(client, id, tier)
    }),
  )
}

/** Of a data folder that nobody serves. */
export function inDatabase<T>(dataDir: string, work: (db: Database) => T): T {
  const db = loadDriver().open(path.join(dataDir, 'threadbeat.db'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}
