import { checkOf, checkTarget } from '../../../../shared/runs/check-id.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import type { Result } from '../../../../shared/base/result.ts'
import { createRedactor } from '../../../../shared/base/secrets/redactor.ts'
import type { TaskResult } from '../../../../shared/runs/run.ts'
import type { GitGlance } from '../../../../shared/events/git-glance.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import type { Clock } from '../../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec, DueTask, LongWait } from '../../../engine/ports/agents.ts'
import { openRepository, type Repository } from '../../git/git.ts'
import { factsOf, type Facts } from '../../git/facts/repo-facts.ts'
import { readWorkingState, toGlance, type WorkingState } from '../../git/facts/working-state.ts'
import { changedFiles, readCommand } from './approval/approval-hash.ts'
import { runApproved, type CommandRun } from './approval/approved-command.ts'
import { failed, nameList, needsAgent, type CheckAnswer, type CheckContext } from './check.ts'
import { CHECKS } from './checks.ts'

/** Most remotes and commands are over within this; all runs that wait for a moment would go on at once, else. */
const LONG_WAIT_MS: Readonly<Record<LongWait, number>> = { network: 3 * SECOND, command: 10 * SECOND }

/**
 * Works a heartbeat without a model: each due task is a built-in check, an approved command, or waits for
 * an agent. The caller has made sure that the repository is trusted. Contract: never rejects.
 */
export async function runLocalChecks(
  spec: AgentSpec,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  signal: AbortSignal,
): Promise<AgentResult> {
  const startedAt = clock.monotonicMs()
  const deadline = AbortSignal.timeout(spec.deadlineMs)
  const opened = await openRepository(spec.repoPath)
  const tasks: TaskResult[] = []
  const { redact } = createRedactor(spec.secrets)
  const end = (
    status: AgentResult['status'],
    because: Fault | null,
    glance: GitGlance | null,
  ): AgentResult => ({
    status,
    fault: because,
    exitCode: null,
    text: '',
    output: outputOf(tasks),
    tasks,
    glance,
    turn: null,
    durationMs: clock.monotonicMs() - startedAt,
  })
  if (!opened.ok) return end('failed', opened.error, null)
  try {
    const facts = await factsOf(opened.value)
    if (!facts.ok) return end('failed', facts.error, null)
    const working = workingStateOf(opened.value, signal)
    const context = contextOf(
      spec,
      opened.value,
      facts.value,
      working,
      clock,
      AbortSignal.any([signal, deadline]),
    )

    const gone = await workTasks(spec, context, clock, { signal, deadline, redact }, tasks)
    if (gone !== null) return end('failed', gone, null)
    spec.onProgress({ done: tasks.length, total: spec.tasks.length, current: null })
    tasks.push(...spec.flags.map(flagResult))

    if (signal.aborted) return end('stopped', null, null)
    const state = await working.read()
    const glance = state.ok ? toGlance(state.value) : null
    if (deadline.aborted)
      return end(
        'failed',
        fault('agent.timed_out', `The checks took longer than ${spec.deadlineMs / SECOND} s`),
        glance,
      )
    return state.ok ? end('completed', null, glance) : end('failed', state.error, null)
  } finally {
    await opened.value.close()
  }
}

/** Adds the result of each to `done`; null: all were reached, or it was stopped. */
async function workTasks(
  spec: AgentSpec,
  context: CheckContext,
  clock: Pick<Clock, 'monotonicMs'>,
  {
    signal,
    deadline,
    redact,
  }: { signal: AbortSignal; deadline: AbortSignal; redact: (text: string) => string },
  done: TaskResult[],
): Promise<Fault | null> {
  for (const [i, task] of spec.tasks.entries()) {
    if (signal.aborted) break
    if (!(await spec.isInPlace()))
      return fault('repo.missing', `${spec.repoPath} is not what it was any more`)
    spec.onProgress({ done: i, total: spec.tasks.length, current: task.text })
    const heading = redact(`${i === 0 ? '' : '\n'}▸ ${task.text}\n`)
    spec.onOutput?.(heading)
    void spec.onBytes?.(Buffer.from(heading))
    const taskStartedAt = clock.monotonicMs()
    const answer = deadline.aborted
      ? failed('not reached within the run’s time limit')
      : await work(task, spec, context)
    if (signal.aborted) break // what was cut off has no result
    if (answer.note !== '') spec.onOutput?.(`  ${answer.note}\n`)
    done.push(toResult(task, answer, clock.monotonicMs() - taskStartedAt))
  }
  return null
}

async function work(task: DueTask, spec: AgentSpec, context: CheckContext): Promise<CheckAnswer> {
  const check = checkOf(task.text)
  if (check !== null) return await CHECKS[check]({ ...context, target: checkTarget(task.text) })
  // The request is made from the files as they are now: what was approved and has changed since is not
  // approved.
  const read = await readCommand(spec.repoPath, task.text)
  if (read === null) return needsAgent()
  if (read === 'several') return { ...needsAgent(), note: 'several commands: give each a line of its own' }
  const { request, stamps } = read
  if (!spec.approved(request)) {
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
  // Between the reading and the start, and while it ran, others could exchange what was approved.
  const after = await readCommand(spec.repoPath, task.text)
  const isThere = after !== null && after !== 'several'
  const changed = changedFiles(stamps, isThere ? after.stamps : new Map())
  if (changed.length === 0) return answer
  const note =
    `${nameList(changed)} changed while \`${request.text}\` ran, by it or by others: what was executed may ` +
    `not be what was approved. ${answer.note}`
  return answer.status === 'failed'
    ? { ...answer, note }
    : { ...answer, status: 'finding', severity: 'warning', note }
}

function contextOf(
  spec: AgentSpec,
  repository: Repository,
  facts: Facts,
  working: ReturnType<typeof workingStateOf>,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): CheckContext {
  return {
    repository,
    facts,
    signal,
    workingState: working.read,
    forgetWorkingState: working.forget,
    target: { remote: null, branch: null, days: null },
    flags: spec.flags,
    now: clock.now(),
    marker: spec.marker,
    taskTimeoutMs: spec.taskTimeoutMs,
    onProcess: spec.onProcess,
    silentRemotes: new Set(),
    overNetwork: (wait) => tellLong(spec, 'network', wait),
  }
}

/** Others may have the place of this run once it has waited so long. */
async function tellLong<T>({ onLongWait }: AgentSpec, of: LongWait, wait: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => onLongWait?.(of), LONG_WAIT_MS[of])
  try {
    return await wait()
  } finally {
    clearTimeout(timer)
  }
}

/** `git status` once for all checks of a run; once more after a fetch has moved the remote's branches. */
function workingStateOf(repository: Repository, signal: AbortSignal) {
  let known: Promise<Result<WorkingState, Fault>> | null = null
  return {
    read: () => (known ??= readWorkingState(repository, signal)),
    forget: () => {
      known = null
    },
  }
}

const toResult = (task: DueTask, answer: CheckAnswer, durationMs: number): TaskResult => ({
  ...task,
  ...answer,
  durationMs,
})

/** A raised flag is a finding of its own, so that each is acknowledged by itself. */
const flagResult = (text: string): TaskResult => ({
  key: `flag:${text}`,
  tier: 'quick',
  text,
  status: 'finding',
  note: text,
  severity: 'urgent',
  command: null,
  exitCode: null,
  durationMs: null,
  output: '',
})

/** What was printed, under the line of the task that printed it. */
const outputOf = (tasks: readonly TaskResult[]): string =>
  tasks
    .filter((task) => task.output !== '')
    .map((task) => `${task.text}\n${task.output.trimEnd()}\n`)
    .join('\n')
