import { shorten } from '../../../../../shared/base/one-line.ts'
import type { ApprovalRequest } from '../../../../../shared/agents/approval.ts'
import type { AgentSpec } from '../../../../engine/ports/agents.ts'
import { executableOf } from './approval-hash.ts'
import { failed, finding, passed, type CheckAnswer } from '../check.ts'
import { runProcess } from '../../../process/process-runner.ts'
import { tellingLine } from '../../failures/telling-line.ts'

export interface CommandRun {
  readonly repoPath: string
  readonly marker: string
  readonly taskTimeoutMs: number
  readonly signal: AbortSignal
  readonly onProcess: (pid: number) => void
  readonly onOutput?: ((text: string) => void) | undefined
  readonly onBytes?: AgentSpec['onBytes']
  readonly secrets?: AgentSpec['secrets']
}

const NOTE_LENGTH = 240

/** Executes a command that a person approved. Exit code 0 is a pass; any other is something to see. */
export async function runApproved(request: ApprovalRequest, run: CommandRun): Promise<CheckAnswer> {
  const shown = request.kind === 'shell' ? ['/bin/sh', '-c', request.text] : request.argv
  const program =
    request.kind === 'shell' ? '/bin/sh' : await executableOf(run.repoPath, request.argv[0] ?? '')
  if (program === null) return { ...failed(`\`${request.argv[0] ?? ''}\` was not found`), command: shown }
  const result = await runProcess(
    {
      argv: [program, ...shown.slice(1)],
      folder: run.repoPath,
      stdin: null,
      marker: run.marker,
      deadlineMs: run.taskTimeoutMs,
      capture: 'merged',
      onProcess: run.onProcess,
      onOutput: run.onOutput,
      onBytes: run.onBytes,
      secrets: run.secrets,
    },
    run.signal,
  )
  const about = { command: shown, exitCode: result.exitCode }
  switch (result.status) {
    case 'exited':
      if (result.exitCode === 0)
        return { ...passed(`\`${request.text}\` passed`, result.shown.stdout), ...about }
      return {
        ...finding(
          'warning',
          failureNote(request.text, result.exitCode, result.message, result.shown.stdout),
          result.shown.stdout,
        ),
        ...about,
      }
    case 'timed_out':
      return {
        ...failed(`\`${request.text}\` did not end within its time limit`, result.shown.stdout),
        ...about,
      }
    case 'stopped':
    case 'broken_off':
    case 'interrupted':
      return {
        ...failed(`\`${request.text}\` was cut off by the run’s time limit`, result.shown.stdout),
        ...about,
      }
    case 'not_found':
    case 'spawn_failed':
      return {
        ...failed(`\`${request.text}\` could not be run: ${result.message}`, result.shown.stdout),
        ...about,
      }
  }
}

/**
 * "`npm test` failed (exit code 1): 2 tests failed": the first line that names the failure, else the last one that
 * says something.
 */
function failureNote(text: string, exitCode: number | null, message: string, output: string): string {
  const line = tellingLine(output)
  const how = exitCode === null ? message : `exit code ${exitCode}`
  const said = shorten(line, NOTE_LENGTH)
  return `\`${text}\` failed (${how})${said === '' ? '' : `: ${said}`}`
}
