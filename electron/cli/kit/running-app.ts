import { realpathSync } from 'node:fs'
import path from 'node:path'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import type { Context } from './context.ts'
import { CliError } from './errors.ts'
import { appAt, silentError, socketClient, type Client, type Presence } from './socket-client.ts'

/** The running app; null: none. Unlike a session this never works alone on the data folder. */
async function runningApp(cx: Pick<Context, 'dataDir'>): Promise<Client | null> {
  const dataDir = dataDirPath(cx.dataDir)
  const { socketPath, presence } = await appAt(dataDir)
  if (presence === 'silent') throw silentError(dataDir)
  return presence === 'answers' ? socketClient(socketPath) : null
}

/** A git hook or a command that has ended is not held up longer. */
const HOOK_PATIENCE_MS = 2000

/** As `runningApp`, for what is kept in a file where none answers soon. */
export async function appForFacts(
  cx: Pick<Context, 'dataDir'>,
): Promise<Client | Exclude<Presence, 'answers'>> {
  const { socketPath, presence } = await appAt(dataDirPath(cx.dataDir), HOOK_PATIENCE_MS)
  return presence === 'answers' ? socketClient(socketPath) : presence
}

/** As `runningApp`, where nothing can be done without it; `why`: what is missing then. */
export async function requireApp(cx: Pick<Context, 'dataDir'>, why: string): Promise<Client> {
  const client = await runningApp(cx)
  if (client === null) throw new CliError(`Threadbeat is not running, ${why}. Start it, or: threadbeat serve`)
  return client
}

/** The thread whose repository the folder lies in; of one inside the other, the inner. null: none. */
export function threadAround<T extends { readonly repoPath: string }>(
  threads: readonly T[],
  folder: string,
): T | null {
  const around = threads.filter(
    (t) =>
      folder === t.repoPath ||
      folder.startsWith(t.repoPath.endsWith(path.sep) ? t.repoPath : t.repoPath + path.sep),
  )
  return around.sort((a, b) => b.repoPath.length - a.repoPath.length)[0] ?? null
}

/** The current folder as a real path; as it was called where it is gone. */
export function currentFolder(): string {
  const folder = process.env['PWD'] ?? '/'
  try {
    return realpathSync(process.cwd())
  } catch {
    return folder
  }
}
