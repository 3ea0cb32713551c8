import { join } from 'node:path'
import type { Store } from '../engine/ports/store.ts'
import type { Views } from '../engine/views/views.ts'
import { DATABASE } from '../machine/archive/manifest.ts'
import { damagedText } from '../store/connection/open.ts'
import { damagedProblem } from './problems.ts'
import type { Profile } from './profile.ts'

/** A history that turns out to be damaged while it is open. */
export interface Damage {
  /** `message`: what a start would refuse with. From now on nothing is written, and the next start refuses. */
  found(message: string): void
  /** Called once with that message, also where it is known already. */
  onDamaged(listener: (message: string) => void): void
}

export function followDamage(
  { dataDir, log, noteDamaged }: Pick<Profile, 'dataDir' | 'log' | 'noteDamaged'>,
  {
    views,
    store,
  }: {
    readonly views: Pick<Views, 'setProblem'>
    readonly store: Pick<Store, 'refuseWrites' | 'onDamage'>
  },
): Damage {
  const listeners = new Set<(message: string) => void>()
  let damage: string | null = null

  function found(message: string): void {
    if (damage !== null) return
    damage = message
    noteDamaged()
    log('error', 'store.failed', { message })
    store.refuseWrites(message)
    views.setProblem('history', damagedProblem(message))
    for (const listener of listeners) listener(message)
  }
  store.onDamage((verdict) => found(damagedText(join(dataDir, DATABASE), verdict)))

  return {
    found,
    onDamaged(listener) {
      listeners.add(listener)
      if (damage !== null) listener(damage)
    },
  }
}
