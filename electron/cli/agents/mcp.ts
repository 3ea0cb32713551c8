import { appVersion } from '../../machine/process/app-version.ts'
import { err, ok } from '../../../shared/base/result.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { CliError, sentenceOf } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { currentFolder, threadAround } from '../kit/running-app.ts'
import { appAt, presenceAt, silentError, socketClient } from '../kit/socket-client.ts'
import { holdAttached } from './hold-attached.ts'

/** Threadbeat's tools for an agent that a person runs by hand in one of the repositories. */
export const mcpCommand: Define = (command, cx) =>
  command
    .description(
      'tools for your own agent session in this repository, as an MCP server over stdio; the app must be running: ' +
        'claude mcp add threadbeat -- ~/.local/bin/threadbeat mcp',
    )
    .option('-t, --thread <thread>', 'number, name or path, if not the thread of the current folder')
    .action((o: { thread?: string }) => mcp(cx, o.thread))

/**
 * Only with the running app: a session lasts for hours, and working alone on the data folder would keep the
 * app from starting.
 */
async function mcp(cx: Context, name: string | undefined): Promise<void> {
  const dataDir = dataDirPath(cx.dataDir)
  const { socketPath, presence } = await appAt(dataDir)
  if (presence === 'silent') throw silentError(dataDir)
  if (presence === 'nobody')
    throw new CliError(
      'Threadbeat is not running, and without it there are no tools. Start it, or: threadbeat serve',
    )
  const { threads } = await socketClient(socketPath).snapshot()
  const thread = name === undefined ? threadHere(threads) : findThread(threads, name)
  const { serveSession } = await import('../engine.ts')
  cx.out.note(`Tools of thread ${thread.number} ${thread.name} over stdio.`)
  const detach = holdAttached(() => socketClient(socketPath), thread.id)
  await serveSession(
    async (tool, input) => {
      try {
        // The app may have ended and begun again since: its socket is at the same place.
        const answer = await socketClient(socketPath).tools.call({
          id: thread.id,
          tool,
          input: input as Record<string, unknown>,
        })
        return answer.ok ? ok(answer.text) : err(answer.text)
      } catch (error) {
        return err(
          (await presenceAt(socketPath)) !== 'nobody'
            ? sentenceOf(error)
            : 'Threadbeat is not running any more; ask the person to start it.',
        )
      }
    },
    (error) => cx.out.note(sentenceOf(error)),
    appVersion(),
  )
  detach()
}

function threadHere(threads: readonly ThreadView[]): ThreadView {
  const here = currentFolder()
  const thread = threadAround(threads, here)
  if (thread === null)
    throw new CliError(`${here} lies in no thread's repository. Go there, or: threadbeat mcp --thread THREAD`)
  return thread
}
