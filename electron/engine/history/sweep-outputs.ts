import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { messageOf } from '../../../shared/base/error-message.ts'

/** The history is asked about so many at a time, so that it is never held up. */
const ASKED_AT_ONCE = 200

/**
 * A whole output lives as long as the details of its run, whatever took those away; deletes the others.
 * Never rejects.
 */
export async function sweepOutputs(
  { outputs, log }: Pick<Ports, 'outputs' | 'log'>,
  store: Pick<Store, 'runs'>,
): Promise<void> {
  if (outputs === undefined) return
  try {
    const ids = await outputs.list()
    for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
      const asked = ids.slice(from, from + ASKED_AT_ONCE)
      const kept = store.runs.withDetails(asked)
      await outputs.remove(asked.filter((id) => !kept.has(id)))
    }
  } catch (error) {
    log('error', 'store.failed', {
      where: 'outputs',
      message: messageOf(error),
    })
  }
}
