import { fault } from '../../../../shared/base/faults.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import { MINUTE, SECOND } from '../../../../shared/base/time.ts'
import { checkOf, isForAgent } from '../../../../shared/runs/check-id.ts'
import type { TaskResult } from '../../../../shared/runs/run.ts'
import type { AgentResult, AgentSpec } from '../../ports/agents.ts'
import type { Clock, Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import type { World } from './world.ts'

/** Runners that do as the script says, and their tools. `isAlive`: the process that called them is. */
export const agentPorts = (
  world: World,
  clock: Clock,
  store: Store,
  isAlive: () => boolean,
): Pick<Ports, 'agents' | 'runners' | 'tools'> => ({
  agents: {
    async run(spec, signal) {
      const { threadId } = store.runs.running().find((r) => r.id === spec.runId)!
      if (spec.agent.kind === 'local' && store.threads.get(threadId)!.agent.kind !== 'local') {
        if (world.silentRemotes.has(spec.repoPath)) {
          spec.onLongWait?.('network')
          await new Promise<void>((done) => clock.setTimer(clock.now() + 10 * SECOND, done))
        }
        return checked(spec, world)
      }
      world.starts.push({
        at: clock.now(),
        threadId,
        runId: spec.runId,
        prompt: spec.prompt,
      })
      const { takesMs = 0, hangs = false, silent = false, ...result } = await world.script(spec)
      if (!silent && spec.tools !== null && spec.tasks.length > 0)
        await world.tools.get(spec.runId)!.report({
          status: 'ok',
          tasks: spec.tasks.map((t) => ({ key: t.key, outcome: 'ok', evidence: 'looked' })),
          alerts: [],
          attachments: [],
        })
      const startedMs = clock.monotonicMs()
      if (takesMs > 0 || hangs) {
        const aborted = await new Promise<boolean>((resolve) => {
          signal.addEventListener('abort', () => resolve(true))
          spec.interrupt?.addEventListener('abort', () => resolve(true))
          const wait = (): void => {
            const left = startedMs + takesMs - clock.monotonicMs()
            if (!hangs && left <= 0) resolve(false)
            else clock.setTimer(clock.now() + (hangs ? MINUTE : left), wait)
          }
          wait()
        })
        // After a crash nobody is there to take the answer.
        if (!isAlive()) return new Promise<AgentResult>(() => {})
        if (aborted)
          return {
            ...completed(spec),
            status: 'stopped',
            tasks: [],
            turn: result.turn ?? null,
            durationMs: clock.monotonicMs() - startedMs,
          }
      }
      return { ...completed(spec), durationMs: clock.monotonicMs() - startedMs, ...result }
    },
    endOrphans: async (markers) => {
      world.orphans.push(...markers)
      return 0
    },
  },
  runners: { missing: async () => null, find: async () => [], test: async () => ({ ...failedTest }) },
  tools: {
    async open(runId, tools) {
      if (world.toolsFault !== null) return err(world.toolsFault)
      world.tools.set(runId, tools)
      return ok({
        url: 'http://127.0.0.1:1/mcp',
        token: `token-${runId}`,
        close: () => void world.tools.delete(runId),
      })
    },
    call: async () => err('there is no server here'),
    close: async () => {},
  },
})

/** The app's part of a beat with an agent: what it knows passes, the rest is left. */
function checked(spec: AgentSpec, { checks, appFault }: World): AgentResult {
  const result = completed(spec)
  if (appFault !== null) return { ...result, status: 'failed', fault: appFault, tasks: [] }
  return {
    ...result,
    tasks: result.tasks.map((task) => {
      const id = checkOf(task.text)
      const isKnown = id !== null && !isForAgent(id)
      return {
        ...task,
        ...(isKnown ? {} : { status: 'needs_agent' as const }),
        ...checks(task, spec.repoPath),
      }
    }),
  }
}

const failedTest: AgentResult = {
  status: 'failed',
  fault: fault('agent.not_found', 'there is none here'),
  exitCode: null,
  text: '',
  output: '',
  tasks: [],
  glance: null,
  turn: null,
  durationMs: 0,
}

/** A run that passed all that it was asked. */
export const completed = (spec: AgentSpec): AgentResult => ({
  status: 'completed',
  fault: null,
  exitCode: 0,
  text: spec.agent.kind === 'local' ? '' : 'HEARTBEAT_OK',
  output: '',
  glance: null,
  turn: null,
  durationMs: 0,
  tasks: spec.tasks.map(
    (t): TaskResult => ({
      key: t.key,
      tier: t.tier,
      text: t.text,
      status: 'passed',
      note: '',
      severity: null,
      command: null,
      exitCode: 0,
      durationMs: 1,
      output: '',
    }),
  ),
})
