import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { socketClient, type Client } from '../kit/socket-client.ts'
import { findSocket } from '../../machine/network/socket-path.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { isLate, soon } from './bounds.ts'
import type { Command, Ended } from './command.ts'
import { makeRepository } from './repository.ts'

/** The real `threadbeat serve` over a data folder of its own, with one healthy thread. */
export interface App {
  readonly folder: string
  readonly dataDir: string
  readonly child: ChildProcess
  readonly client: Client
  readonly healthy: ThreadId
  readonly ended: Promise<Ended>
  /** By SIGTERM; null: it did not, and was killed. */
  end(): Promise<Ended | null>
}

/** An orderly stop gives runs half a minute. */
const STOP_MS = 45_000

/** `under`: what starts it, as `Command` says. */
export async function startApp(command: Command, folder: string, under?: readonly string[]): Promise<App> {
  const dataDir = path.join(folder, 'data')
  const serving = await serve(command, dataDir, under)
  const client = socketClient(findSocket(dataDir))
  const healthy = await addThread(client, makeRepository(path.join(folder, 'healthy'), { isClean: true }))
  return { folder, dataDir, client, healthy, ...serving }
}

/** As `startApp`, over the same data folder once more. */
export async function startAgain(command: Command, app: App): Promise<App> {
  const serving = await serve(command, app.dataDir)
  return { ...app, client: socketClient(findSocket(app.dataDir)), ...serving }
}

async function serve(command: Command, dataDir: string, under?: readonly string[]) {
  const { child, ended, printed } = command.start(['--data-dir', dataDir, 'serve'], under)
  await printed(/runs without a window/)
  return {
    child,
    ended,
    async end(): Promise<Ended | null> {
      child.kill('SIGTERM')
      const end = await soon(ended, STOP_MS)
      if (!isLate(end)) return end
      child.kill('SIGKILL')
      return null
    },
  }
}

export async function addThread(client: Client, repository: string): Promise<ThreadId> {
  const { added, rejected } = await client.threads.add({ paths: [repository], trust: true })
  if (added[0] === undefined) throw new Error(`not added: ${rejected[0]?.why}`)
  return added[0].id
}

export async function threadOf(app: App, id: ThreadId): Promise<ThreadView> {
  const thread = (await app.client.snapshot()).threads.find((t) => t.id === id)
  if (thread === undefined) throw new Error(`there is no thread ${id}`)
  return thread
}

/** The command line, as a person types it. */
export const typed = (
  { lane: { command } }: { readonly lane: { readonly command: Command } },
  dataDir: string,
  ...args: readonly string[]
): Promise<Ended> => command.start(['--data-dir', dataDir, ...args]).ended
