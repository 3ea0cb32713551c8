import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { isDormant } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import type { Slots } from '../schedule/slots.ts'

/** Once a minute is enough for a mark that is looked at after days. */
const NOTED_EVERY_MS = MINUTE

/** Something happened in a thread, or a person did something there: it is dormant no more. */
export type NoteActivity = (id: ThreadId) => void

export const activityNoter =
  (
    { clock }: Pick<Ports, 'clock'>,
    store: Pick<Store, 'threads'>,
    slots: Slots,
    pulse: Pulse,
  ): NoteActivity =>
  (id) => {
    const now = clock.now()
    const thread = store.threads.get(id)
    if (thread === null || now - thread.activeAt < NOTED_EVERY_MS) return
    const wasDormant = isDormant(thread, pulse.settings().dormantAfterMs, now)
    store.threads.change(id, { activeAt: now })
    if (!wasDormant) return
    slots.replan(id)
    pulse.armBy(now)
  }
