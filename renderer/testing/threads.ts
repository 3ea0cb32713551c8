import { agentConfigSchema, type AgentConfig } from '../../shared/agents/agent-config.ts'
import type { CliName } from '../../shared/agents/agent-names.ts'
import type { Alert } from '../../shared/alerts/alert.ts'
import type { Severity } from '../../shared/base/severity.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { QUICK_ONLY } from '../../electron/engine/testing/scenario.ts'
import { addWithAgent, CLAUDE } from '../../electron/engine/testing/with-agent.ts'
import { openHost, type WindowHost } from './host.ts'
import { finds, hangs } from './scripts.ts'

/** How threads come into the states that many tests begin with. */

export const cli = (name: CliName, more: object = {}): AgentConfig =>
  agentConfigSchema.parse({ kind: 'cli', cli: name, ...more })

/** Threads of local checks that were beaten once, and nothing was found. */
export async function addQuiet(host: WindowHost, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    host.add(name)
    await host.beat(name)
  }
}
export async function quietHost(...names: readonly string[]): Promise<WindowHost> {
  const host = await openHost()
  await addQuiet(host, ...names)
  return host
}

/** A thread whose beat found something. */
export async function addAlert(
  host: WindowHost,
  name: string,
  text: string,
  severity: Severity = 'warning',
): Promise<Alert> {
  const id = host.add(name, { playbook: QUICK_ONLY })
  host.does(name, finds(text, severity))
  await host.beat(name)
  return host.snapshot().fleet.alerts.find((a) => a.threadId === id)!
}

/** A thread whose beats an agent works, and that had none yet. */
export const addAgent = (
  host: WindowHost,
  name: string,
  agent: AgentConfig = cli('claude'),
  playbook?: string,
): void => void addWithAgent(host, name, agent, playbook)

/** An agent's thread of which nothing is due by itself for so long; 0: for ever. */
export function addResting(host: WindowHost, name: string, intervalMs = 0): ThreadId {
  const id = host.add(name, { intervalMs, playbook: QUICK_ONLY })
  host.store.threads.change(id, { agent: CLAUDE })
  return id
}

/** A beat that goes on. */
async function addRunning(host: WindowHost, name: string): Promise<void> {
  host.add(name)
  host.does(name, hangs)
  await host.beat(name)
}
/** A beat that a person stopped, so that the thread is to be looked at. */
export async function addStopped(host: WindowHost, name: string): Promise<void> {
  await addRunning(host, name)
  await host.client.beat.stop({ runId: host.thread(name).running!.runId })
  await host.pass(0)
  host.does(name, () => ({}))
}
