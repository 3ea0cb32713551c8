import type { Result } from '../../../shared/base/result.ts'
import type { SettingsRoom } from '../../engine/ports/store/settings.ts'
import type { Connection } from '../connection/connection.ts'

/** Settings stand in a file of their own; the store only announces that they have changed. */
export interface SettingsKeeper {
  values(): Readonly<Record<string, unknown>>
  /** An error is a sentence. */
  change(change: Readonly<Record<string, unknown>>): Result<null, string>
}

export const settingsRoom = ({ verb }: Connection, keeper: SettingsKeeper): SettingsRoom => ({
  values: () => keeper.values(),
  change: (change) =>
    verb((touch) => {
      const changed = keeper.change(change)
      if (!changed.ok) throw new Error(changed.error)
      touch('all')
    }),
})
