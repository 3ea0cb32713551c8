import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '../kit/shown/toast.ts'
import type { SettingsFileView } from '../../shared/contract/app.ts'
import type { SettingRow } from '../../shared/settings/setting-rows.ts'
import { isDefault, type Settings, type SettingsChange } from '../../shared/settings/settings.ts'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { SETTINGS_COPY } from './copy.ts'
import { useFleet } from '../client/live.ts'

/** What the rows need: values, where they come from, and how they change. */
export interface SettingInfo {
  readonly settings: Settings
  readonly file: SettingsFileView | undefined // undefined: not known yet
  change(change: SettingsChange): Promise<unknown>
  reset(row: SettingRow): void
}

export function useSettingInfo(): SettingInfo {
  const settings = useFleet((fleet) => fleet.settings)
  const { api, client, queries } = useBridge()
  const file = useQuery(api.settings.file.queryOptions({ staleTime: 0, refetchOnWindowFocus: true }))
  // The file changes with the settings, and with a hand that edits it.
  useEffect(() => void queries.invalidateQueries({ queryKey: api.settings.key() }), [queries, api, settings])
  return {
    settings,
    file: file.data,
    change: (change) => client.settings.change(change),
    reset: (row) =>
      void attempt(
        client.settings.reset({ keys: [row.key] }).then(() => toast(SETTINGS_COPY.wasReset(row.label))),
      ),
  }
}

/** Who set it; null: it has its built-in value. */
export const sourceOf = (
  { settings, file }: Pick<SettingInfo, 'settings' | 'file'>,
  row: SettingRow,
): 'app' | 'hand' | null => {
  if (file?.hand.includes(row.key)) return 'hand'
  if (file?.set.includes(row.key) || !isDefault(row.key, settings[row.key])) return 'app'
  return null
}
