import { join } from 'node:path'
import { DATABASE } from '../machine/archive/manifest.ts'
import { quickCheck } from '../store/backup/in-worker.ts'
import { damageIn } from '../store/connection/open.ts'
import type { Damage } from './damage.ts'
import type { Profile } from './profile.ts'

/** The pages of a history whose end was unclean, read beside a start that does not wait for it. */
export interface LateReading {
  /** `begin` once all of them are sound; never where one is not. Nothing beats before. */
  whenSound(begin: () => Promise<void>): void
  /** Over, or given up; then the next start reads them. What began is through. */
  end(): Promise<void>
}

/** null: there is nothing to read. */
export function readLate(
  { dataDir, driver, unread }: Pick<Profile, 'dataDir' | 'driver' | 'unread'>,
  damage: Pick<Damage, 'found'>,
): LateReading | null {
  if (unread === null) return null
  const ending = new AbortController()
  const file = join(dataDir, DATABASE)
  let begun: Promise<void> = Promise.resolve()

  const isSound = quickCheck(file, driver, ending.signal).then((problem) => {
    if (ending.signal.aborted) return false
    // A worker may fail for reasons of its own: before a history is called damaged it is read once more.
    const found = problem === null ? null : damageIn(file, driver)
    if (found === null) unread.sound()
    else damage.found(found)
    return found === null
  })

  return {
    whenSound(begin) {
      begun = isSound.then((yes) => (yes ? begin() : undefined))
    },
    async end() {
      ending.abort()
      await begun.catch(() => undefined) // whoever broke it has said so
    },
  }
}
