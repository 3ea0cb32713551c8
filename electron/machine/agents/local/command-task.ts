import { isToRun, missingProgramText } from '../../../../shared/runs/shell/missing-program.ts'
import type { AgentSpec, DueTask } from '../../../engine/ports/agents.ts'
import { exchangedFiles, missingProgram, readCommand, type ListReading } from './approval/approval-hash.ts'
import { runApproved, type CommandRun } from './approval/approved-command.ts'
import { finding, nameList, needsAgent, notChecked, type CheckAnswer, type CheckContext } from './check.ts'
import { tellLong } from './tell-long.ts'

export interface CommandsOfRun {
  readonly reading: ListReading
  /** What is read from here on is read anew. */
  readonly hasRun: () => void
}

/** A task that is no built-in check: its command is executed where a person approved it. */
export async function workCommand(
  task: DueTask,
  spec: AgentSpec,
  context: CheckContext,
  { reading, hasRun }: CommandsOfRun,
): Promise<CheckAnswer> {
  const listed = await reading.command(task.text)
  if (listed === 'too_much')
    return notChecked(`not looked at: ${reading.spent() ?? 'the commands before took too much'}`)
  // The request is made from the files as they are now: what was approved and has changed since is not
  // approved.
  const isListed = listed !== null && listed !== 'several' && spec.approved(listed.request)
  const read = isListed ? await readCommand(spec.repoPath, task.text) : listed
  if (read === null) return await withoutCommand(task, spec)
  if (read === 'several') return { ...needsAgent(), note: 'several commands: give each a line of its own' }
  const { request, stamps } = read
  if (!isListed || !spec.approved(request)) {
    return {
      ...needsAgent(),
      status: 'needs_approval',
      note: `\`${request.text}\` is not approved`,
      command: request.kind === 'shell' ? ['/bin/sh', '-c', request.text] : request.argv,
    }
  }
  const call: CommandRun = {
    repoPath: spec.repoPath,
    marker: spec.marker,
    taskTimeoutMs: spec.taskTimeoutMs,
    signal: context.signal,
    onProcess: context.onProcess,
    onOutput: spec.onOutput,
    onBytes: spec.onBytes,
    secrets: spec.secrets,
  }
  const answer = await tellLong(spec, 'command', () => runApproved(request, call))
  hasRun()
  // Between the reading and the start, and while it ran, others could exchange what was approved.
  const after = await readCommand(spec.repoPath, task.text)
  const isThere = after !== null && after !== 'several'
  const changed = exchangedFiles(stamps, isThere ? after.stamps : new Map())
  if (changed.length === 0) return answer
  const note =
    `While \`${request.text}\` ran, ${nameList(changed)} changed, by it or by others: what was executed may ` +
    `not be what was approved. ${answer.note}`
  return answer.status === 'failed'
    ? { ...answer, note }
    : { ...answer, status: 'finding', severity: 'warning', note }
}

/**
 * Nothing of the line can be started. What was approved here, or is only to be run and has no agent that might know
 * better, is told: it must not pass for a check.
 */
async function withoutCommand({ text }: DueTask, spec: AgentSpec): Promise<CheckAnswer> {
  const missing = await missingProgram(spec.repoPath, text)
  if (missing === null) return needsAgent()
  const wasApproved = spec.wasApproved?.(missing.command) === true
  const isTold = wasApproved || (spec.hasAgent !== true && isToRun(text))
  return isTold ? finding('warning', missingProgramText(missing, wasApproved)) : needsAgent()
}
