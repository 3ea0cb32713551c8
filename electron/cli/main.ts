import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addAgentCommands } from './agents/agent-commands.ts'
import { addArchiveCommands } from './archive/archive-commands.ts'
import { addAttentionCommands } from './alerts/attention-commands.ts'
import { addAuthorityCommands } from './agents/authority-commands.ts'
import { addBackupCommands } from './archive/backup-commands.ts'
import { addBeatCommands } from './runs/beat-commands.ts'
import { addCompletionCommand } from './settings/completion-command.ts'
import type { Context } from './kit/context.ts'
import { CliError, sentenceOf } from './kit/errors.ts'
import { addEventCommands } from './events/event-commands.ts'
import { addExecCommand } from './events/exec-command.ts'
import { addFleetCommands } from './threads/fleet-commands.ts'
import { addForeseeCommands } from './views/foresee-commands.ts'
import { addHistoryCommands } from './runs/history-commands.ts'
import { addHookCommands } from './threads/hook-commands.ts'
import { addJobCommands } from './jobs/job-commands.ts'
import { addMcpCommand } from './agents/mcp-command.ts'
import { addNoteCommands } from './runs/note-commands.ts'
import { terminalOutput, type Output } from './kit/output.ts'
import { addOpenCommand } from './views/open-command.ts'
import { addPermissionCommands } from './agents/permission-commands.ts'
import { addQueueCommands } from './queue/queue-commands.ts'
import { addServeCommands } from './settings/serve-commands.ts'
import { addWebhookCommands } from './alerts/webhook-commands.ts'
import { openSession, type Session } from './kit/session.ts'
import { addSetCommand } from './settings/set-command.ts'
import { addSpendCommand } from './agents/spend-command.ts'
import { addTalkCommands } from './agents/talk-commands.ts'
import { addThreadCommands } from './threads/thread-commands.ts'

const EXIT_CODES = `
Exit codes of beat --wait, send --wait and status: 0 quiet, 10 alert, 20 urgent, 30 broken or needs permission, 40 missed; 2 wrong usage, 1 anything else.
THREAD is a number, a name, a path, or the beginning of a name.`

async function main(argv: readonly string[]): Promise<number> {
  let exitCode = 0
  let session: Promise<Session> | null = null
  const program = new Command('threadbeat')
    .description('Heartbeats for your local repositories.')
    .version(versionOfApp(), '--version', 'print the version')
    .option('--data-dir <folder>', 'where the app keeps its data, if not in its usual place')
    .option('--no-color', 'plain text')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
  let out: Output | null = null
  const cx: Context = {
    // At the first use: `exec` must leave the streams of this process as they are, for they are its
    // command's.
    get out() {
      return (out ??= terminalOutput(!argv.includes('--no-color')))
    },
    get dataDir() {
      return program.opts<{ dataDir?: string }>().dataDir
    },
    now: () => Date.now(),
    session: () => (session ??= openSession(program.opts<{ dataDir?: string }>().dataDir)),
    exitWith: (code) => (exitCode = Math.max(exitCode, code)),
  }
  addFleetCommands(program, cx)
  addBeatCommands(program, cx)
  addAuthorityCommands(program, cx)
  addPermissionCommands(program, cx)
  addSetCommand(program, cx)
  addAgentCommands(program, cx)
  addSpendCommand(program, cx)
  addTalkCommands(program, cx)
  addThreadCommands(program, cx)
  addAttentionCommands(program, cx)
  addQueueCommands(program, cx)
  addEventCommands(program, cx)
  addExecCommand(program, cx)
  addJobCommands(program, cx)
  addForeseeCommands(program, cx)
  addHistoryCommands(program, cx)
  addNoteCommands(program, cx)
  addHookCommands(program, cx)
  addWebhookCommands(program, cx)
  addServeCommands(program, cx)
  addOpenCommand(program, cx)
  addMcpCommand(program, cx)
  addArchiveCommands(program, cx)
  addBackupCommands(program, cx)
  addCompletionCommand(program, cx)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof CliError) {
      cx.out.note(error.message)
      return error.exitCode
    }
    cx.out.note(sentenceOf(error))
    return 1
  } finally {
    await (session as Promise<Session> | null)?.then(
      (s) => s.end(),
      () => {},
    )
  }
}

/** The bundle lies one folder below package.json, in the checkout as in a package. */
function versionOfApp(): string {
  try {
    return (
      JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
    ).version
  } catch {
    return 'unknown'
  }
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code))
