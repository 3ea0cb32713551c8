import { SECOND } from '../../../../shared/base/time.ts'
import type { AgentSpec, LongWait } from '../../../engine/ports/agents.ts'

/** Most remotes and commands are over within this; all runs that wait for a moment would go on at once, else. */
const LONG_WAIT_MS: Readonly<Record<LongWait, number>> = { network: 3 * SECOND, command: 10 * SECOND }

/** Others may have the place of this run once it has waited so long. */
export async function tellLong<T>(
  { onLongWait }: AgentSpec,
  of: LongWait,
  wait: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => onLongWait?.(of), LONG_WAIT_MS[of])
  try {
    return await wait()
  } finally {
    clearTimeout(timer)
  }
}
