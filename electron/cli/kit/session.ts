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
  const { socketPath, presence } = await appAt(dataDir)
  if (presence === 'silent') throw silentError(dataDir)
  if (presence === 'answers')
    return { client: socketClient(socketPath), alone: null, end: () => Promise.resolve() }
  return openAlone(dataDir)
}

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
