import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from './scenario.ts'
import type { Script } from './world/world.ts'
import { CLAUDE } from './with-agent.ts'

export const OK: Script = () => ({ text: 'HEARTBEAT_OK' })

/** One thread, "api", that was looked at once; with an agent, no cap on its beats. */
export async function oneThread({
  playbook = QUICK_ONLY,
  agent = true,
  intervalMs = 8 * MINUTE,
  start = Date.UTC(2026, 2, 10, 8),
  timeZone = 'UTC',
  script = OK,
} = {}): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script, start, timeZone })
  const id = s.add('api', { playbook, intervalMs })
  s.store.settings.change({ caps: [] })
  if (agent) s.store.threads.change(id, { agent: CLAUDE })
  await s.sources.look(id)
  return { s, id }
}

/** HEARTBEAT.json of that thread, saved; null: deleted. */
export async function saveConfig(s: Scenario, id: ThreadId, values: object | string | null): Promise<void> {
  if (values === null) s.configs.delete('/api')
  else s.configs.set('/api', typeof values === 'string' ? values : JSON.stringify(values))
  await s.sources.look(id)
}

export const openAlerts = (s: Scenario): readonly string[] =>
  s.store.alerts.list('open', 20, s.clock.now()).map((a) => a.text)
