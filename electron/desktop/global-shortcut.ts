import { acceleratorOf, strokeText } from '../../shared/settings/global-shortcut.ts'
import type { Problem } from '../../shared/views/snapshot.ts'

/** The system's registry of keys, as Electron offers it. */
interface KeyRegistry {
  /** false: another program holds it, or the desktop lets no app hold keys. */
  register(accelerator: string, press: () => void): boolean
  unregister(accelerator: string): void
}

export interface GlobalShortcut {
  /**
   * In place of the one that is held; null: none. Returns null, or why not: then the earlier one is still
   * held.
   */
  take(keys: string | null): string | null
  /** What the settings say now, whoever changed them; what cannot be had is tried once and told. */
  follow(keys: string | null): void
  end(): void
}

export function createGlobalShortcut({
  registry,
  press,
  tell,
}: {
  readonly registry: KeyRegistry
  readonly press: () => void
  readonly tell: (problem: Problem | null) => void
}): GlobalShortcut {
  let held: string | null = null
  let refused: string | null = null

  function take(keys: string | null): string | null {
    // Taken before the earlier one is given back: a key that is not to be had leaves everything as it was.
    if (keys !== held) {
      const accelerator = keys === null ? null : acceleratorOf(keys)
      if (keys !== null && (accelerator === null || !registered(accelerator)))
        return (
          `${words(keys)} cannot be taken: another program holds it, or this desktop lets no app hold a ` +
          `key. ${held === null ? 'No key opens the window from elsewhere.' : `${words(held)} still does.`}`
        )
      release()
      held = keys
    }
    if (refused !== null) tell(null)
    refused = null
    return null
  }
  function registered(accelerator: string): boolean {
    try {
      return registry.register(accelerator, press)
    } catch {
      return false // not a key on this system
    }
  }
  function release(): void {
    const accelerator = held === null ? null : acceleratorOf(held)
    if (accelerator !== null) registry.unregister(accelerator)
    held = null
  }

  return {
    take,
    follow(keys) {
      if (keys === refused && keys !== null) return
      const why = take(keys)
      if (why === null) return
      refused = keys
      tell({ code: 'shortcut', text: why, repair: 'Choose another in Settings, General, Keyboard.' })
    },
    end: release,
  }
}
const words = (keys: string): string => strokeText(keys, process.platform).replaceAll('+', ' + ')
