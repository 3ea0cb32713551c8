import { join } from 'node:path'
import type { Store } from '../engine/ports/store.ts'
import type { Views } from '../engine/views/views.ts'
import { DATABASE } from '../machine/archive/manifest.ts'
import { quickCheck } from '../store/backup/in-worker.ts'
import { damageIn } from '../store/connection/open.ts'
import { damagedProblem } from './problems.ts'
import type { Profile } from './profile.ts'

/** The pages of a history whose end was unclean, read beside a start that does not wait for it. */
export interface LateReading {
  /** `begin` once all of them are sound; never where one is not. Nothing beats before. */
  whenSound(begin: () => Promise<void>): void
  /** Called with what a start would have refused with, also where that is known already. */
  onDamaged(listener: (message: string) => void): void
  /** Over, or given up; then the next start reads them. What began is through. */
  end(): Promise<void>
}

/** null: there is nothing to read. */
export function readLate(
  profile: Pick<Profile, 'dataDir' | 'driver' | 'unread' | 'log'>,
  {
    views,
    store,
  }: { readonly views: Pick<Views, 'setProblem'>; readonly store: Pick<Store, 'refuseWrites'> },
): LateReading | null {
  const { dataDir, driver, unread, log } = profile
  if (unread === null) return null
  const ending = new AbortController()
  const listeners = new Set<(message: string) => void>()
  const file = join(dataDir, DATABASE)
  let damage: string | null = null
  let begun: Promise<void> = Promise.resolve()

  function damaged(message: string): void {
    damage = message
    unread?.damaged()
    log('error', 'store.failed', { message })
    store.refuseWrites(message)
    views.setProblem('history', damagedProblem(message))
    for (const listener of listeners) listener(message)
  }
  const isSound = quickCheck(file, driver, ending.signal).then((problem) => {
    if (ending.signal.aborted) return false
    // A worker may fail for reasons of its own: before a history is called damaged it is read once more.
    const found = problem === null ? null : damageIn(file, driver)
    if (found === null) unread.sound()
    else damaged(found)
    return found === null
  })

  return {
    whenSound(begin) {
      begun = isSound.then((yes) => (yes ? begin() : undefined))
    },
    onDamaged(listener) {
      listeners.add(listener)
      if (damage !== null) listener(damage)
    },
    async end() {
      ending.abort()
      await begun.catch(() => undefined) // whoever broke it has said so
    },
  }
}
