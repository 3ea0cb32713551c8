import { randomUUID } from 'node:crypto'
import type { RunInCopy } from '../../../shared/pollination/backtest/judge-run.ts'
import { runProcess } from '../process/process-runner.ts'
import { boxed, type BoxPlaces } from './box.ts'
import type { Copy } from './copy.ts'

/** Nobody waits for a tidy end of what is thrown away. */
export const GRACE = { interruptMs: 300, terminateMs: 200 }

interface Ran extends RunInCopy {
  /** Of the command alone; null: it did not run to its end. */
  readonly ms: number | null
}

interface RunSpec {
  readonly command: readonly string[]
  readonly copy: Copy
  readonly places: BoxPlaces
  readonly marker: string
  readonly timeoutMs: number
}

/** Runs the command in the copy and measures it from its very start. Never rejects but where the disk refuses. */
export async function runInCopy(spec: RunSpec, signal: AbortSignal): Promise<Ran> {
  const { copy, timeoutMs, places } = spec
  const word = `box-${randomUUID()}`
  const argv = await boxed(spec.command, word, copy, places)
  const beganMs = performance.now()
  let startedMs: number | null = null
  const result = await runProcess(
    {
      argv,
      folder: copy.tree,
      stdin: null,
      marker: spec.marker,
      deadlineMs: timeoutMs,
      capture: 'merged',
      secrets: [],
      grace: GRACE,
      onStdout: () => (startedMs ??= performance.now()),
    },
    signal,
  )
  const hasStarted = result.stdout.includes(word)
  const isOver = result.status === 'exited'
  return {
    end: endOf(result.status, hasStarted),
    exitCode: result.exitCode,
    output: result.shown.both.replace(`${word}\n`, ''),
    ms: isOver && startedMs !== null ? Math.max(0, beganMs + result.durationMs - startedMs) : null,
  }
}

function endOf(
  status: Awaited<ReturnType<typeof runProcess>>['status'],
  hasStarted: boolean,
): RunInCopy['end'] {
  if (status === 'timed_out') return 'timed_out'
  return status === 'exited' && hasStarted ? 'exited' : 'not_started'
}
