import { dataDirPath } from '../../machine/disk/data-dir.ts'
import type { Host, HostOptions } from '../../host/host.ts'
import { ok } from '../../../shared/base/result.ts'
import { CliError } from './errors.ts'
import { appAt, silentError, socketClient, type Client } from './socket-client.ts'

export interface Session {
  readonly client: Client
  /** Set when no app is running and the command works on the data folder by itself. */
  readonly alone: Host | null
  end(): Promise<void>
}

/**
 * The running app, or else the engine in this process with its scheduler at rest: only what was asked for
 * is done.
 */
export async function openSession(givenDataDir: string | undefined): Promise<Session> {
  const dataDir = dataDirPath(givenDataDir)
  return (await withApp(dataDir)) ?? openAlone(dataDir)
}

/** null: no app works on this folder. */
async function withApp(dataDir: string): Promise<Session | null> {
  const { socketPath, presence } = await appAt(dataDir)
  if (presence === 'silent') throw silentError(dataDir)
  return presence === 'answers'
    ? { client: socketClient(socketPath), alone: null, end: () => Promise.resolve() }
    : null
}

/** An app that was started in the same moment holds the folder, and answers a little later. */
async function withStartingApp(dataDir: string): Promise<Session | null> {
  for (let waitedMs = 0; waitedMs < STARTS_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const session = await withApp(dataDir)
    if (session !== null) return session
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return null
}
const STARTS_WITHIN_MS = 2000
const LOOK_EVERY_MS = 50

async function openAlone(dataDir: string): Promise<Session> {
  const { openHost, createRouterClient } = await import('../engine.ts')
  const options: HostOptions = {
    dataDir,
    notifier: { show: () => Promise.resolve(ok(null)) },
    shell: null,
    demo: false,
    schedule: false,
  }
  const opened = await openHost(options)
  if (!opened.ok) {
    const session = opened.error.code === 'locked' ? await withStartingApp(dataDir) : null
    if (session !== null) return session
    throw new CliError(
      opened.error.code === 'locked'
        ? `Threadbeat is working on ${dataDir} but does not answer. Wait a moment; if it stays so, quit ` +
            'it and try again.'
        : opened.error.message,
    )
  }
  const host = opened.value
  return {
    client: createRouterClient(host.router, { context: { origin: 'socket' } }) as Client,
    alone: host,
    end: () => host.stop('wait'),
  }
}
