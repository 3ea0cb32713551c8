import { readScore, type Metric } from '../../../shared/attempts/metric.ts'
import type { MetricTrial } from '../../../shared/contract/attempts.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { metricTask } from './metric-task.ts'
import { changedSince } from './meter-writes.ts'
import { outOfPlace } from '../threads/trusted-place.ts'

const OUTPUT_CHARS = 2000

interface TrialParts {
  readonly ports: Ports
  readonly store: Store
}

/**
 * One measurement that counts for nothing: of the command whose hash a person has seen and said yes to. What it runs
 * is looked at again as it starts.
 */
export async function tryMetric(
  { ports, store }: TrialParts,
  thread: Thread,
  metric: Metric,
  { hash, signal }: { readonly hash: string; readonly signal: AbortSignal },
): Promise<MetricTrial> {
  const { command, place, timeoutMs } = metric
  const task = metricTask(command ?? '')
  const look = metric.mayChange ? null : await ports.repositories.look(thread.repoPath)
  const isTrusted = (): boolean => store.threads.get(thread.id)?.trustedAt != null
  const runId = ports.ids<RunId>('run')
  const { tasks, fault } = await ports.agents.run(
    {
      runId,
      marker: runId,
      repoPath: thread.repoPath,
      agent: { kind: 'local' },
      prompt: null,
      tasks: [task],
      flags: [],
      approved: (request) => isTrusted() && request.hash === hash,
      outOfPlace: () => outOfPlace({ ports, store }, thread),
      turn: null,
      tools: null,
      deadlineMs: timeoutMs,
      taskTimeoutMs: timeoutMs,
      onProgress: () => {},
      onProcess: () => {},
    },
    signal,
  )
  const result = tasks.find(({ key }) => key === task.key)
  if (result === undefined)
    return { score: null, note: fault?.message ?? 'It was not run.', output: '', changed: null }
  const score = result.status === 'passed' ? readScore(result.output, place) : null
  return {
    score,
    note: noteOf(result),
    output: result.output.slice(-OUTPUT_CHARS).trim(),
    changed: await changedSince(thread, look?.ok === true ? look.value : null, ports),
  }
}

const noteOf = ({ status, note }: { readonly status: string; readonly note: string }): string =>
  status === 'needs_approval' ? 'What it runs was changed meanwhile.' : note
