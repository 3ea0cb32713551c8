import type { SettingsFileView } from '../../../../shared/contract/app.ts'
import { SETTING_ROWS } from '../../../../shared/settings/setting-rows.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../../shared/settings/settings.ts'
import { isSettingKey } from '../../../../shared/settings/table.ts'
import { os, type ApiParts } from '../parts.ts'
import type { ApiErrors } from '../lookup.ts'

type SettingParts = Pick<ApiParts, 'ports' | 'store' | 'engine' | 'shell' | 'keeping'>

/** settings.json, or the history's own table where there is no file. */
export function settingsHandlers(parts: SettingParts) {
  const { store, shell, keeping } = parts
  return {
    change: os.settings.change.handler(({ input, errors }) => {
      const refused =
        input.globalShortcut === undefined ? null : (shell?.takeGlobalShortcut(input.globalShortcut) ?? null)
      if (refused !== null) throw errors.UNAVAILABLE({ message: refused })
      const values = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      return change(values, parts, errors)
    }),
    reset: os.settings.reset.handler(({ input, errors }) => {
      const keys = input.keys ?? SETTING_ROWS.map((row) => row.key)
      const unknown = keys.find((key) => !isSettingKey(key))
      if (unknown !== undefined) throw errors.INVALID({ message: `There is no setting "${unknown}".` })
      return change(defaultsOf(keys, keeping !== undefined), parts, errors)
    }),
    file: os.settings.file.handler(() => keeping?.settings.view() ?? viewWithoutFile(store)),
    generations: os.settings.generations.handler(() => keeping?.settings.generations() ?? []),
    restore: os.settings.restore.handler(({ input, errors }) => {
      if (keeping === undefined) throw errors.UNAVAILABLE({ message: 'These settings stand in no file.' })
      const restored = keeping.settings.restore(input.id)
      if (!restored.ok) throw errors.NOT_FOUND({ message: restored.error })
      store.settings.change({})
      return noteChange(['restored'], parts)
    }),
    openFile: os.settings.openFile.handler(async ({ errors }) => {
      const path = keeping?.settings.view().path ?? null
      if (shell === null || path === null)
        throw errors.UNAVAILABLE({
          message:
            path === null
              ? 'These settings stand in no file.'
              : `Threadbeat runs without a window here. The file is ${path}.`,
        })
      const problem = await shell.openPath(path)
      if (problem !== null) throw errors.UNAVAILABLE({ message: `${path} could not be opened: ${problem}` })
      return null
    }),
  }
}

function change(
  values: Readonly<Record<string, unknown>>,
  parts: SettingParts,
  errors: Pick<ApiErrors, 'UNAVAILABLE'>,
): Settings {
  const { store, keeping } = parts
  if (keeping === undefined) store.settings.change(values)
  else {
    const changed = keeping.settings.change(values)
    if (!changed.ok) throw errors.UNAVAILABLE({ message: changed.error })
    store.settings.change({}) // tells everybody who has read them
  }
  return noteChange(Object.keys(values), parts)
}

function noteChange(keys: readonly string[], { ports, engine }: SettingParts): Settings {
  ports.log('info', 'settings.changed', { keys })
  engine.tick()
  return engine.settings()
}

/** A file holds what differs, so that a default is what is not there. */
const defaultsOf = (keys: readonly string[], isFile: boolean): Readonly<Record<string, unknown>> =>
  Object.fromEntries(keys.map((key) => [key, isFile ? undefined : DEFAULT_SETTINGS[key as keyof Settings]]))

const viewWithoutFile = (store: SettingParts['store']): SettingsFileView => ({
  path: null,
  problem: null,
  hand: [],
  set: Object.keys(store.settings.values()).filter(isSettingKey),
  bad: [],
  unknown: [],
})
