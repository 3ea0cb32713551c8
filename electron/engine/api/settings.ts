import { implement } from '@orpc/server'
import { contract } from '../../../shared/contract/api.ts'
import { SETTING_ROWS } from '../../../shared/settings/setting-rows.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings/settings.ts'
import { isSettingKey } from '../../../shared/settings/table.ts'
import type { ApiContext, ApiParts } from './handlers.ts'
import type { ApiErrors } from './lookup.ts'

/** settings.json, or the history's own table where there is no file. */
export function settingsHandlers({
  ports,
  store,
  engine,
  shell,
  keeping,
}: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'shell'> & { keeping: ApiParts['keeping'] }) {
  const os = implement(contract).$context<ApiContext>()
  const took = (keys: readonly string[]): Settings => {
    ports.log('info', 'settings.changed', { keys })
    engine.tick()
    return engine.settings()
  }
  const change = (
    change: Readonly<Record<string, unknown>>,
    errors: Pick<ApiErrors, 'UNAVAILABLE'>,
  ): Settings => {
    if (keeping !== undefined) {
      const changed = keeping.settings.change(change)
      if (!changed.ok) throw errors.UNAVAILABLE({ message: changed.error })
      store.settings.change({}) // tells everybody who has read them
    } else store.settings.change(change)
    return took(Object.keys(change))
  }
  return {
    change: os.settings.change.handler(({ input, errors }) => {
      const refused =
        input.globalShortcut === undefined ? null : (shell?.takeGlobalShortcut(input.globalShortcut) ?? null)
      if (refused !== null) throw errors.UNAVAILABLE({ message: refused })
      return change(
        Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
        errors,
      )
    }),
    reset: os.settings.reset.handler(({ input, errors }) => {
      const keys = input.keys ?? SETTING_ROWS.map((row) => row.key)
      const unknown = keys.find((key) => !isSettingKey(key))
      if (unknown !== undefined) throw errors.INVALID({ message: `There is no setting "${unknown}".` })
      return change(
        Object.fromEntries(
          keys.map((key) => [
            key,
            keeping === undefined ? DEFAULT_SETTINGS[key as keyof Settings] : undefined,
          ]),
        ),
        errors,
      )
    }),
    file: os.settings.file.handler(() => {
      const view = keeping?.settings.view()
      return (
        view ?? {
          path: null,
          problem: null,
          hand: [],
          set: Object.keys(store.settings.values()).filter(isSettingKey),
          bad: [],
          unknown: [],
        }
      )
    }),
    generations: os.settings.generations.handler(() => keeping?.settings.generations() ?? []),
    restore: os.settings.restore.handler(({ input, errors }) => {
      if (keeping === undefined) throw errors.UNAVAILABLE({ message: 'These settings stand in no file.' })
      const restored = keeping.settings.restore(input.id)
      if (!restored.ok) throw errors.NOT_FOUND({ message: restored.error })
      store.settings.change({})
      return took(['restored'])
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
