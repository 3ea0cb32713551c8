import { checkOf, checkTarget } from '../../../../shared/runs/check-id.ts'
import { commandsOf } from '../../../../shared/runs/shell/task-command.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import type { Result } from '../../../../shared/base/result.ts'
import { createRedactor } from '../../../../shared/base/secrets/redactor.ts'
import type { TaskResult } from '../../../../shared/runs/run.ts'
import type { GitGlance } from '../../../../shared/events/git-glance.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import type { Clock } from '../../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec, DueTask } from '../../../engine/ports/agents.ts'
import { openRepository, type Repository } from '../../git/git.ts'
import { factsOf, type Facts } from '../../git/facts/repo-facts.ts'
import { readWorkingState, toGlance, type WorkingState } from '../../git/facts/working-state.ts'
import { readingOf } from './approval/approval-hash.ts'
import { failed, type CheckAnswer, type CheckContext } from './check.ts'
import { CHECKS } from './checks.ts'
import { workCommand, type CommandsOfRun } from './command-task.ts'
import { tellLong } from './tell-long.ts'

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
  let reading = readingOf(spec.repoPath)
  // What ran may have changed what the lines after it would run.
  const hasRun = (): void => {
    reading = readingOf(spec.repoPath)
  }
  for (const [i, task] of spec.tasks.entries()) {
    if (signal.aborted) break
    const gone = isForAgent(task) ? null : await spec.outOfPlace()
    if (gone !== null) return gone
    spec.onProgress({ done: i, total: spec.tasks.length, current: task.text })
    const heading = redact(`${i === 0 ? '' : '\n'}▸ ${task.text}\n`)
    spec.onOutput?.(heading)
    void spec.onBytes?.(Buffer.from(heading))
    const taskStartedAt = clock.monotonicMs()
    const answer = deadline.aborted
      ? failed('not reached within the run’s time limit')
      : await work(task, spec, context, { reading, hasRun })
    if (signal.aborted) break // what was cut off has no result
    if (answer.note !== '') spec.onOutput?.(`  ${answer.note}\n`)
    done.push(toResult(task, answer, clock.monotonicMs() - taskStartedAt))
  }
  return null
}

/** Nothing of the repository is read or run for it. */
const isForAgent = ({ text }: DueTask): boolean => checkOf(text) === null && commandsOf(text).length === 0

async function work(
  task: DueTask,
  spec: AgentSpec,
  context: CheckContext,
  commands: CommandsOfRun,
): Promise<CheckAnswer> {
  const check = checkOf(task.text)
  if (check !== null) return await CHECKS[check]({ ...context, target: checkTarget(task.text) })
  return await workCommand(task, spec, context, commands)
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
