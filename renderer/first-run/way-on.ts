import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { PACES, useChoices, useFinder } from './choices.ts'
import { FIRST_RUN } from './copy.ts'
import { useAdding } from './finding/adding.ts'
import { after, stepPath, type Step } from './steps.ts'

/** The one way on from a step. */
interface WayOn {
  readonly words: string
  /** It is on its way already. */
  readonly isBusy: boolean
  readonly go: () => void
  /** On without it, where that is something else; null: it is the same. */
  readonly skip: (() => void) | null
}

/** Out of the first run, for good. */
export function useLeave(): () => Promise<void> {
  const { client } = useBridge()
  return async () => {
    if ((await attempt(client.settings.change({ welcomed: true }))) !== null) navigate(PLACES.today)
  }
}

export function useWayOn(step: Step): WayOn {
  const leave = useLeave()
  const settlePace = usePaceOfAdded()
  const picked = useFinder((f) => f.chosen.size)
  const { isAdding, add } = useAdding()
  const next = after(step)
  const on = async (): Promise<void> => {
    if (step === 'repositories') await settlePace()
    if (next === null) await leave()
    else navigate(stepPath(next))
  }
  if (step === 'permissions' && (isAdding || picked > 0))
    return {
      words: isAdding ? FIRST_RUN.permissions.adding : FIRST_RUN.permissions.trust(picked),
      isBusy: isAdding,
      go: () => void (isAdding || add()),
      skip: () => void on(),
    }
  return {
    words: next === null ? FIRST_RUN.finish : FIRST_RUN.next,
    isBusy: false,
    go: () => void on(),
    skip: null,
  }
}

/** A pace that was changed on the way back counts for what is there already. */
function usePaceOfAdded(): () => Promise<void> {
  const { client } = useBridge()
  return async () => {
    const { added, addedAt, pace, set } = useChoices.getState()
    if (added.length === 0 || addedAt === pace) return
    await attempt(client.settings.change({ defaultIntervalMs: PACES[pace] }))
    for (const id of added) await attempt(client.threads.change({ id, intervalMs: PACES[pace] }))
    set({ addedAt: pace })
  }
}
