import type { Hindrance } from '../../../shared/attempts/hindrance.ts'
import { profileOf } from '../../../shared/agents/presets.ts'
import type { Metric } from '../../../shared/attempts/metric.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { checkOf } from '../../../shared/runs/check-id.ts'
import { hasDetails } from '../../../shared/runs/pair.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { gateModeOf, type Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'

type HindrancePorts = Pick<Ports, 'clock' | 'files' | 'repositories'>

/** What keeps scheduled beats of a measured thread from making attempts; empty: nothing that can be told ahead. */
export async function hindrancesOf(
  thread: Thread,
  { folder }: Pick<Metric, 'folder'>,
  ports: HindrancePorts,
): Promise<readonly Hindrance[]> {
  if (folder !== null) return [] // anybody may drop results
  if (thread.agent.kind === 'local') return ['no agent']
  const now = ports.clock.now()
  const isLookOnly = TIERS.every((tier) => profileOf(thread.agent, tier, now) === 'look')
  const isUnexpected = thread.agent.kind === 'command' && !thread.agent.mayChange
  return [
    ...(isUnexpected ? ['no change expected' as const] : []),
    ...(isLookOnly ? ['look only' as const] : []),
    ...((await startsAgent(thread, ports)) ? [] : ['no line' as const]),
  ]
}

/** As far as the list tells: one that cannot be read is told of elsewhere. */
async function startsAgent(thread: Thread, { files, repositories }: HindrancePorts): Promise<boolean> {
  if (gateModeOf(thread) !== 'needed') return true
  const file = await files.read(thread.repoPath)
  if (!file.ok) return true
  const doc = parse(file.value.text)
  if (doc.loose || doc.tasks.some(hasDetails)) return true
  for (const task of doc.tasks.filter(({ text }) => checkOf(text) === null))
    if ((await repositories.listCommands(thread.repoPath, [task])).length === 0) return true
  return false
}
