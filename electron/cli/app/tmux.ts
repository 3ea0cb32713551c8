import { spawnSync } from 'node:child_process'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { appAt } from '../kit/socket-client.ts'
import { plain } from '../kit/text.ts'

export const TMUX_SESSION = 'threadbeat'

const ATTACH = `tmux attach -t ${TMUX_SESSION}`

const LOOK_EACH_MS = 100

const INSTALL: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'sudo apt install tmux (or your system’s own way)',
  darwin: 'brew install tmux',
}

/** Starts `start` again inside a tmux session that outlives this terminal. */
export async function startInTmux(cx: Context, beatsNow: boolean): Promise<void> {
  const dataDir = dataDirPath(cx.dataDir)
  if (tmux('-V').missing)
    throw new CliError(
      `tmux is not installed. Install it: ${INSTALL[process.platform] ?? 'by your system’s package manager'}`,
    )
  if (tmux('has-session', '-t', `=${TMUX_SESSION}`).status === 0)
    throw new CliError(`There is a tmux session "${TMUX_SESSION}" already. Attach to it: ${ATTACH}`)
  if ((await appAt(dataDir)).presence !== 'nobody')
    throw new CliError(`Threadbeat runs already, on ${dataDir}.`)
  const isElectron = process.versions['electron'] !== undefined
  const again = [
    // For this program alone: a variable of the session would be in every window of it.
    ...(isElectron ? ['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1'] : []),
    process.execPath,
    ...process.execArgv,
    process.argv[1] ?? '',
    '--data-dir',
    dataDir,
    'start',
    ...(beatsNow ? ['--heartbeat-now'] : []),
  ]
  // tmux takes several words as they are, without a shell in between.
  const made = tmux('new-session', '-d', '-s', TMUX_SESSION, '--', ...again)
  if (made.status !== 0) throw new CliError(`tmux could not make the session: ${made.words}`)
  while ((await appAt(dataDir)).presence !== 'answers') {
    if (tmux('has-session', '-t', `=${TMUX_SESSION}`).status !== 0)
      throw new CliError('Threadbeat ended again at once. What is wrong: threadbeat start')
    await new Promise((next) => setTimeout(next, LOOK_EACH_MS))
  }
  cx.out.line(
    `Threadbeat runs in the tmux session "${TMUX_SESSION}". Look at it: ${ATTACH}. Leave it running: ` +
      'Ctrl-B, then D. End it: Ctrl-C in there.',
  )
}

function tmux(...args: readonly string[]): {
  readonly status: number | null
  readonly missing: boolean
  readonly words: string
} {
  const { status, error, stderr } = spawnSync('tmux', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return {
    status,
    missing: (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT',
    words: plain(stderr ?? String(error)).trim(),
  }
}
