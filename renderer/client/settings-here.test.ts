import { expect, it } from 'vitest'
import { SETTING_ROWS } from '../../shared/settings/setting-rows.ts'
import { settingsOf } from './settings-here.ts'

it('shows each system the settings that do something there', () => {
  const hidden = (['mac', 'windows', 'linux'] as const).map((system) => {
    const shown = settingsOf(system)
    return SETTING_ROWS.filter((row) => !shown.includes(row)).map(({ key }) => key)
  })
  expect(hidden).toEqual([[], ['alwaysInDock'], ['showCount', 'alwaysInDock']])
})
