import { measuredMs } from '../../../../shared/pollination/backtest/verdict.ts'
import { patternFor } from '../../../../shared/pollination/lines/task-pattern.ts'
import type { Task } from '../../../../shared/playbook/model.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'

interface Parts {
  readonly ports: { readonly repositories: Pick<Ports['repositories'], 'listCommands'> }
  readonly store: Pick<Store, 'backtests'>
}

/**
 * How long the commands of these lines took when each was tried as a suggestion to this thread, by the key of the line. Only
 * of the very command with its script as it was then; at whichever commit.
 */
export async function triedTimes(
  { id, repoPath }: Thread,
  tasks: readonly Task[],
  { ports, store }: Parts,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>()
  for (const { key, tier, text } of tasks) {
    const kept = store.backtests.get(id, patternFor(text))
    const ms = kept?.backtest == null ? null : measuredMs(kept.backtest)
    if (kept === null || ms === null) continue
    const [command] = await ports.repositories.listCommands(repoPath, [{ key, tier, text }])
    if (command !== undefined && kept.print.startsWith(`${command.hash} `)) times.set(key, ms)
  }
  return times
}
