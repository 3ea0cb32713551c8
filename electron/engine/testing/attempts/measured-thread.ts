import type { ApprovalRequest } from '../../../../shared/agents/approval.ts'
import { newMetric, USUAL_METRIC, type MetricSpec } from '../../../../shared/attempts/metric.ts'
import { DAY, MINUTE } from '../../../../shared/base/time.ts'
import { oneThread } from '../one-thread.ts'
import { TURN } from '../with-agent.ts'

const APPROVED: ApprovalRequest = {
  kind: 'argv',
  argv: ['./bench'],
  text: './bench',
  fileHash: 'first',
  files: [],
  limits: [],
  hash: 'h1',
}
const SPEC: MetricSpec = {
  ...USUAL_METRIC,
  team: 'cycles',
  command: './bench',
  direction: 'lower',
  minGain: { kind: 'absolute', by: 0 },
}

/**
 * A thread whose beats commit each time, with what its metric prints for one commit after the other; several: each is one
 * measurement of it.
 */
export async function measuredThread(
  prints: readonly (string | readonly string[])[],
  spec: Partial<MetricSpec> = {},
) {
  let runs = 0
  const sessions: (string | null)[] = []
  const { s, id } = await oneThread({
    intervalMs: DAY,
    script: (call) => {
      sessions.push(call.turn?.session?.id ?? null)
      const session = call.turn?.session?.id ?? `session-${++runs}`
      if (call.tasks.length > 0) s.git.set('/api', { ...HEAD, head: `commit-${runs}` })
      return { text: 'HEARTBEAT_OK', turn: { ...TURN, sessionId: session } }
    },
  })
  const HEAD = {
    head: 'commit-0',
    branch: 'main',
    operation: null,
    remotes: '',
    fetchedAt: null,
    reflogMessage: null,
  }
  s.git.set('/api', HEAD)
  const left = [...prints]
  const measured = { head: '', again: 0, prints: [] as readonly string[] }
  const print = (): string => {
    const { head } = s.git.get('/api')!
    if (head === measured.head) measured.again++
    else Object.assign(measured, { head, again: 0, prints: [left.shift() ?? 'no more'].flat() })
    return measured.prints[measured.again] ?? measured.prints.at(-1)!
  }
  const measuredCommands: string[] = []
  s.checks = (task) => {
    if (!task.text.includes('./bench')) return {}
    measuredCommands.push(task.text)
    return { status: 'passed', output: print() }
  }
  s.store.permissions.approve(id, APPROVED, 1)
  const metric = { ...newMetric(id, { ...SPEC, ...spec }), noise: { squares: 0, freedom: 1 } }
  s.store.attempts.saveMetric(metric)
  const beat = async (): Promise<void> => {
    s.engine.wake(id, 'manual', 'quick')
    s.engine.tick()
    await s.clock.advance(3 * MINUTE)
  }
  const prompts = () => s.starts.map(({ prompt }) => prompt ?? '')
  return {
    s,
    id,
    beat,
    prompts,
    sessions,
    measuredCommands,
    attempts: () => s.store.attempts.list({ threadId: id }, 50),
  }
}
